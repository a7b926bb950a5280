import { $isListNode } from "@lexical/list";
import { $isHorizontalRuleNode } from "@lexical/react/LexicalHorizontalRuleNode";
import { $findTableNode, $isTableNode, $isTableSelection } from "@lexical/table";
import {
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  COMMAND_PRIORITY_CRITICAL,
  FORMAT_ELEMENT_COMMAND,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  KEY_DOWN_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
} from "lexical";
import { announce } from "../announce";
import { $isTableCaptionNode } from "./caption";
import { $cellsOf } from "./cells";
import { $addRow, $currentCell, $placeOf, $selectedCells, $setWidth, $widthsOf, type Refusal } from "./commands";
import { $measuredWidths } from "./resize";

/** How many pixels a key makes a column wider. */
const STEP = 10;

/** The keys of a table that Lexical does not know. */
export function registerTableKeys(editor: LexicalEditor, refuse: (refusal: Refusal | undefined) => void): () => void {
  return mergeRegister(
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        const selection = $getSelection();
        const cell = $currentCell();
        const table = cell && $findTableNode(cell);
        if (event.shiftKey || !$isRangeSelection(selection) || !table) return false;
        if (!$cellsOf(table).at(-1)?.is(cell)) return false;
        event.preventDefault();
        const refusal = $addRow(true);
        refuse(refusal);
        const row = table.getLastChild();
        if (!refusal && $isElementNode(row)) row.selectStart();
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        const by = event.key === "ArrowLeft" ? -STEP : event.key === "ArrowRight" ? STEP : 0;
        if (by === 0 || !event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return false;
        const cell = $currentCell();
        const table = cell && $findTableNode(cell);
        if (!cell || !table) return false;
        event.preventDefault();
        const column = $placeOf(cell).column + cell.getColSpan() - 1;
        const measured = $measuredWidths(editor, table);
        editor.update(
          () => {
            $setWidth(table, column, ($widthsOf(table, measured)[column] ?? 0) + by, measured);
            announce(editor, `Column ${column + 1}: ${$widthsOf(table)[column]} pixels wide`);
          },
          { tag: HISTORY_PUSH_TAG },
        );
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    // The format of several cells is that of their blocks.
    editor.registerCommand(
      FORMAT_ELEMENT_COMMAND,
      (format) => {
        if (!$isTableSelection($getSelection())) return false;
        for (const block of $selectedCells().flatMap((cell) => cell.getChildren())) {
          for (const line of $isListNode(block) ? block.getChildren() : [block]) {
            if ($isElementNode(line)) line.setFormat(format);
          }
        }
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerUpdateListener(({ editorState }) => {
      if (!editorState.read($edge)) return;
      editor.update(
        () => {
          const edge = $edge();
          const paragraph = $createParagraphNode();
          if (edge?.where === "before") edge.block.insertBefore(paragraph);
          else edge?.block.insertAfter(paragraph);
          if (edge) paragraph.select();
        },
        { tag: HISTORY_MERGE_TAG },
      );
    }),
  );
}

/** A table or divider that begins or ends a text, with the caret before or after it, where no words are. */
function $edge(): { block: LexicalNode; where: "before" | "after" } | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const { offset } = selection.anchor;
  const root = selection.anchor.getNode();
  if (!$isElementNode(root) || !$isRootOrShadowRoot(root)) return null;
  const [first, last] = [root.getFirstChild(), root.getLastChild()];
  const needs = (block: LexicalNode | null) =>
    $isTableNode(block) || $isHorizontalRuleNode(block) || $isTableCaptionNode(block);
  if (offset === 0 && first && needs(first)) return { block: first, where: "before" };
  return offset === root.getChildrenSize() && last && needs(last) ? { block: last, where: "after" } : null;
}
