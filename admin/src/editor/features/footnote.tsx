import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button, Modal } from "@mantine/core";
import { IconAsterisk } from "@tabler/icons-react";
import {
  $getNodeByKey,
  $getState,
  $insertNodes,
  $setState,
  createCommand,
  createState,
  DecoratorNode,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { type JSX, useState } from "react";
import type { EditorFeature } from "../feature";
import { textOf } from "../html/escape";
import { NodePanel } from "../NodePanel";
import { ToolButton } from "../ToolButton";
import { type OpenDialog, useDialog } from "../useDialog";
import { useNodeControls } from "../useNodeControls";
import { WordsField } from "../WordsField";

const OPEN_FOOTNOTE: OpenDialog = createCommand("open footnote dialog");

/** Its words as they are stored. */
const noteState = createState("note", { parse: (value) => (typeof value === "string" ? value : "") });

/** Words that stand at the end of the article, where the text refers to them. */
export class FootnoteNode extends DecoratorNode<JSX.Element> {
  override $config() {
    return this.config("footnote", { extends: DecoratorNode, stateConfigs: [{ flat: true, stateConfig: noteState }] });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "editor-footnote";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): true {
    return true;
  }

  override decorate(): JSX.Element {
    return <FootnoteView nodeKey={this.getKey()} note={$getState(this, noteState)} />;
  }
}

const $isFootnoteNode = (node: LexicalNode | null | undefined): node is FootnoteNode => node instanceof FootnoteNode;

const $createFootnoteNode = (note: string): FootnoteNode => $setState(new FootnoteNode(), noteState, note);

/** The mark in the text. Its number is counted by the style sheet. */
function FootnoteView({ nodeKey, note }: { nodeKey: string; note: string }) {
  const edit = () => editor.dispatchCommand(OPEN_FOOTNOTE, nodeKey);
  const { editor, selected, chosen, ref, remove } = useNodeControls(nodeKey, edit);
  return (
    <NodePanel
      name="Footnote"
      opened={chosen}
      actions={[
        { label: "Remove footnote", run: remove },
        { label: "Edit footnote", run: edit },
      ]}
      target={
        <span
          ref={(element) => {
            ref.current = element;
          }}
          role="img"
          aria-label={`Footnote: ${textOf(note)}`}
          title={textOf(note)}
          className="footnote-mark"
          data-selected={selected || undefined}
        />
      }
    />
  );
}

const open = (editor: LexicalEditor) => void editor.dispatchCommand(OPEN_FOOTNOTE, null);

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton name="Footnote" popup="dialog" onClick={() => open(editor)}>
      <IconAsterisk size={18} stroke={1.75} />
    </ToolButton>
  );
}

function Panel() {
  const { editor, nodeKey, opened, frame, apply } = useDialog(OPEN_FOOTNOTE);
  const read = () =>
    editor.getEditorState().read(() => {
      const node = $getNodeByKey(nodeKey ?? "");
      return $isFootnoteNode(node) ? $getState(node, noteState) : "";
    });
  const save = (note: string) =>
    apply((node) => {
      if ($isFootnoteNode(node)) $setState(node, noteState, note);
      else $insertNodes([$createFootnoteNode(note)]);
    });
  return (
    <Modal {...frame} title="Footnote" size="32rem">
      {opened && <Form initial={read()} isNew={nodeKey === null} onSave={save} />}
    </Modal>
  );
}

interface FormProps {
  initial: string;
  isNew: boolean;
  onSave: (note: string) => void;
}

function Form({ initial, isNew, onSave }: FormProps) {
  const [note, setNote] = useState(initial);
  return (
    <div className="stack">
      <WordsField label="Note" value={initial} onChange={setNote} focused />
      <div className="actions">
        <Button disabled={textOf(note).trim() === ""} onClick={() => onSave(note)}>
          {isNew ? "Insert" : "Save"}
        </Button>
      </div>
    </div>
  );
}

export const footnote: EditorFeature = {
  name: "Footnote",
  nodes: [FootnoteNode],
  Tool,
  Panel,
  insert: [{ name: "Footnote", Icon: IconAsterisk, run: open }],
  $writeNode: (node) =>
    $isFootnoteNode(node) ? `<span class="footnote" role="note">${$getState(node, noteState)}</span>` : null,
  $readElement: (element, read) => {
    if (!element.matches("span.footnote")) return null;
    const note = read.$words(element);
    return note === "" ? [] : [$createFootnoteNode(note)];
  },
};
