import { QUOTE } from "@lexical/markdown";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $createQuoteNode, $isQuoteNode, QuoteNode } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import { IconBlockquote } from "@tabler/icons-react";
import { $createParagraphNode, $getSelection, type LexicalEditor } from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { $currentBlock } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

const SHORTCUT = SHORTCUTS.Editor.Blockquote;

function toggle(editor: LexicalEditor) {
  editor.update(() => {
    const create = $isQuoteNode($currentBlock()) ? $createParagraphNode : $createQuoteNode;
    $setBlocksType($getSelection(), () => create());
  });
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const active = useEditorValue(() => $isQuoteNode($currentBlock()));
  return (
    <ToolButton name="Blockquote" shortcut={SHORTCUT} active={active} onClick={() => toggle(editor)}>
      <IconBlockquote size={18} stroke={1.75} />
    </ToolButton>
  );
}

export const blockquote: EditorFeature = {
  name: "Blockquote",
  nodes: [QuoteNode],
  Tool,
  markdown: [QUOTE],
  insert: [{ name: "Blockquote", Icon: IconBlockquote, run: toggle }],
  register: (editor) => registerShortcut(editor, SHORTCUT, () => toggle(editor)),
  $writeNode: (node, write) =>
    $isQuoteNode(node) ? `<blockquote${write.$classes(node)}>${write.$inline(node.getChildren())}</blockquote>` : null,
  $readElement: (element, read, around) =>
    element.tagName === "BLOCKQUOTE" ? read.$lines(element, around, $createQuoteNode) : null,
};
