import { $isListItemNode } from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { IconIndentIncrease } from "@tabler/icons-react";
import { $isElementNode, COMMAND_PRIORITY_LOW, INDENT_CONTENT_COMMAND, mergeRegister } from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import { MAX_INDENT } from "../closedList";
import type { EditorFeature } from "../feature";
import { $selectedBlocks } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";

const SHORTCUT = SHORTCUTS.Editor.Indent;

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton
      name="Indent"
      shortcut={SHORTCUT}
      onClick={() => editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)}
    >
      <IconIndentIncrease size={18} stroke={1.75} />
    </ToolButton>
  );
}

/** The level that an element's class names, 0 when none. */
function readIndent(element: Element): number {
  const level = /(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(element.className)?.[1];
  return level ? Number(level) : 0;
}

export const indent: EditorFeature = {
  name: "Indent",
  Tool,
  register: (editor) =>
    mergeRegister(
      registerShortcut(editor, SHORTCUT, () => editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)),
      // One block at the last level stops the whole selection, so that blocks
      // keep their distance from each other.
      editor.registerCommand(
        INDENT_CONTENT_COMMAND,
        () => $selectedBlocks().some((block) => block.getIndent() >= MAX_INDENT),
        COMMAND_PRIORITY_LOW,
      ),
    ),
  // A list item's level is where it stands in its list.
  $writeBlockClasses: (block) =>
    $isElementNode(block) && !$isListItemNode(block) && block.getIndent() > 0
      ? [`ql-indent-${Math.min(block.getIndent(), MAX_INDENT)}`]
      : [],
  $readBlock: (element, block) => {
    const level = readIndent(element);
    if (level > 0 && !$isListItemNode(block)) block.setIndent(level);
  },
};
