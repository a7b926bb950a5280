import { $isCodeNode } from "@lexical/code";
import { $isLinkNode } from "@lexical/link";
import { $isListItemNode, REMOVE_LIST_COMMAND } from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $forEachSelectedTextNode, $patchStyleText, $setBlocksType } from "@lexical/selection";
import { IconClearFormatting } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $findMatchingParent,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  type LexicalEditor,
} from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { $selectedBlocks } from "../selection";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";

const SHORTCUT = SHORTCUTS.Editor.Clean;
const NO_STYLE = { color: null, "background-color": null, "font-family": null, "font-size": null };

/**
 * Takes every format off the selection: marks, links, lists, headings,
 * alignment and indentation. With nothing selected, off what is typed next.
 */
export function clean(editor: LexicalEditor) {
  const collapsed = editor.getEditorState().read(() => $getSelection()?.isCollapsed() ?? true);
  if (!collapsed) {
    const lists = editor.getEditorState().read(() => $selectedBlocks().some($isListItemNode));
    if (lists) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined);
  }
  editor.update(() => {
    const selection = $getSelection();
    if (!$isRangeSelection(selection)) return;
    if (selection.isCollapsed()) {
      selection.setFormat(0);
      selection.setStyle("");
      return;
    }
    $patchStyleText(selection, NO_STYLE);
    $forEachSelectedTextNode((text) => {
      text.setFormat(0);
      const link = $findMatchingParent(text, $isLinkNode);
      if ($isElementNode(link)) {
        for (const child of link.getChildren()) link.insertBefore(child);
        link.remove();
      }
    });
    // From here on the selection is another one: this call moves it to the new blocks.
    $setBlocksType(selection, $createParagraphNode);
    for (const block of $selectedBlocks()) {
      if ($isCodeNode(block)) continue;
      block.setFormat("");
      block.setIndent(0);
    }
  });
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton name="Clean" shortcut={SHORTCUT} onClick={() => clean(editor)}>
      <IconClearFormatting size={18} stroke={1.75} />
    </ToolButton>
  );
}

export const cleanFormat: EditorFeature = {
  name: "Clean",
  Tool,
  register: (editor) => registerShortcut(editor, SHORTCUT, () => clean(editor)),
};
