import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { NativeSelect } from "@mantine/core";
import { IconInfoSquareRounded } from "@tabler/icons-react";
import {
  $getNodeByKey,
  $getState,
  $setState,
  createState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { BlockControl } from "../BlockControl";
import { $selectedContainer, $wrap, ContainerNode, registerContainer, toggleContainer } from "../containers";
import type { EditorFeature } from "../feature";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

const KINDS = ["note", "tip", "warning", "exam"] as const;
type Kind = (typeof KINDS)[number];
const LABELS: Record<Kind, string> = { note: "Note", tip: "Tip", warning: "Warning", exam: "Exam" };
const kindOf = (value: unknown): Kind => KINDS.find((kind) => kind === value) ?? "note";
const kindState = createState("kind", { parse: kindOf });

/** Blocks that are set off from the text: a note, a tip, a warning, or something about the exam. */
class CalloutNode extends ContainerNode {
  override $config() {
    return this.config("callout", {
      extends: ContainerNode,
      stateConfigs: [{ flat: true, stateConfig: kindState }],
    });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("aside");
    this.show(element);
    return element;
  }

  override updateDOM(_previous: this, element: HTMLElement): false {
    this.show(element);
    return false;
  }

  private show(element: HTMLElement) {
    const kind = $getState(this, kindState);
    element.className = `callout callout-${kind}`;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", LABELS[kind]);
  }
}

function $isCalloutNode(node: LexicalNode | null | undefined): node is CalloutNode {
  return node instanceof CalloutNode;
}

function $createCalloutNode(kind: Kind = "note"): CalloutNode {
  return $setState(new CalloutNode(), kindState, kind);
}

const toggle = (editor: LexicalEditor) =>
  toggleContainer(editor, $isCalloutNode, (blocks) => $wrap(blocks, $createCalloutNode()));

function Tool() {
  const [editor] = useLexicalComposerContext();
  const active = useEditorValue(() => $selectedContainer($isCalloutNode) !== null);
  return (
    <ToolButton name="Callout" active={active} onClick={() => toggle(editor)}>
      <IconInfoSquareRounded size={18} stroke={1.75} />
    </ToolButton>
  );
}

function Panel() {
  const [editor] = useLexicalComposerContext();
  const key = useEditorValue(() => $selectedContainer($isCalloutNode)?.getKey() ?? null);
  const kind = useEditorValue(() => {
    const callout = $selectedContainer($isCalloutNode);
    return callout ? $getState(callout, kindState) : "";
  });
  if (key === null) return null;
  const choose = (value: string) =>
    editor.update(
      () => {
        const callout = $getNodeByKey(key);
        if ($isCalloutNode(callout)) $setState(callout, kindState, kindOf(value));
      },
      { tag: [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG] },
    );
  return (
    <BlockControl nodeKey={key}>
      <NativeSelect
        aria-label="Kind of callout"
        size="xs"
        value={kind}
        data={KINDS.map((value) => ({ value, label: LABELS[value] }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </BlockControl>
  );
}

export const callout: EditorFeature = {
  name: "Callout",
  nodes: [CalloutNode],
  Tool,
  Panel,
  insert: [{ name: "Callout", Icon: IconInfoSquareRounded, run: toggle }],
  register: (editor) => registerContainer(editor, CalloutNode),
  $writeNode: (node, write) =>
    $isCalloutNode(node)
      ? `<aside class="callout callout-${$getState(node, kindState)}">${write.$blocks(node)}</aside>`
      : null,
  $readElement: (element, read, around) => {
    if (element.tagName !== "ASIDE" || !element.classList.contains("callout")) return null;
    const kind = KINDS.find((one) => element.classList.contains(`callout-${one}`));
    const blocks = read.$blocks(element, around);
    return blocks.length > 0 ? [$createCalloutNode(kind).append(...blocks)] : [];
  },
};
