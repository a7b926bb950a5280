import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $createHorizontalRuleNode,
  $isHorizontalRuleNode,
  HorizontalRuleNode,
} from "@lexical/react/LexicalHorizontalRuleNode";
import { $isTableCellNode } from "@lexical/table";
import { IconSeparator } from "@tabler/icons-react";
import { $getEditor, $isParagraphNode, HISTORY_PUSH_TAG, type LexicalEditor } from "lexical";
import type { EditorFeature } from "../feature";
import { $insertBlock, isInline } from "../selection";
import { ToolButton } from "../ToolButton";

/** Puts a line across where the caret is, and the caret below it. */
function $insertDivider(): void {
  const line = $createHorizontalRuleNode();
  $insertBlock(line);
  line.selectNext(0, 0);
}

function insert(editor: LexicalEditor) {
  editor.update($insertDivider, { tag: HISTORY_PUSH_TAG });
  editor.focus();
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton name="Divider" onClick={() => insert(editor)}>
      <IconSeparator size={18} stroke={1.75} />
    </ToolButton>
  );
}

export const divider: EditorFeature = {
  name: "Divider",
  nodes: [HorizontalRuleNode],
  Tool,
  insert: [{ name: "Divider", Icon: IconSeparator, run: insert }],
  markdown: [
    {
      type: "text-match",
      dependencies: [HorizontalRuleNode],
      trigger: "-",
      // At once: nothing else begins with three of them.
      regExp: /^---$/,
      replace: (text) => {
        const line = text.getParent();
        if (!$isParagraphNode(line) || line.getChildrenSize() > 1) return;
        if (isInline($getEditor()) || $isTableCellNode(line.getParent())) return;
        text.remove();
        line.select();
        $insertDivider();
      },
    },
  ],
  $writeNode: (node) => ($isHorizontalRuleNode(node) ? "<hr>" : null),
  $readElement: (element) => (element.tagName === "HR" ? [$createHorizontalRuleNode()] : null),
};
