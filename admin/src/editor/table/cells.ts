import { $createLinkNode } from "@lexical/link";
import { $isListNode } from "@lexical/list";
import { $isHorizontalRuleNode } from "@lexical/react/LexicalHorizontalRuleNode";
import { $isTableCellNode, $isTableNode, TableCellNode, TableNode } from "@lexical/table";
import {
  $createParagraphNode,
  $createTextNode,
  $isElementNode,
  $isParagraphNode,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
} from "lexical";
import { $isVideoNode, $videoAddress } from "../features/video";

/** Whether a cell holds a block: a paragraph, a list, or what is no block of text at all, such as a formula. */
const $fits = (block: LexicalNode) =>
  $isParagraphNode(block) ||
  $isListNode(block) ||
  !($isElementNode(block) || $isHorizontalRuleNode(block) || $isVideoNode(block));

/** The blocks as a cell holds them: headings and the like become paragraphs, of a table its cells' blocks are left. */
export function $cellBlocks(blocks: readonly LexicalNode[]): LexicalNode[] {
  return blocks.flatMap((block): LexicalNode[] => {
    if ($fits(block)) return [block];
    if ($isTableNode(block)) return $cellsOf(block).flatMap((cell) => $cellBlocks(cell.getChildren()));
    if ($isVideoNode(block)) {
      const address = $videoAddress(block);
      return [$createParagraphNode().append($createLinkNode(address).append($createTextNode(address)))];
    }
    if (!$isElementNode(block)) return [];
    const children = block.getChildren();
    const holdsBlocks = children.some((child) => !child.isInline() && ($isElementNode(child) || !$fits(child)));
    return holdsBlocks ? $cellBlocks(children) : [$createParagraphNode().append(...children)];
  });
}

/** The cells of a table, row by row. */
export function $cellsOf(table: TableNode): TableCellNode[] {
  return table.getChildren().flatMap((row) => ($isElementNode(row) ? row.getChildren().filter($isTableCellNode) : []));
}

/** Keeps in cells what cells hold, and no format on cells and tables, which is not stored. */
export function registerCells(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerNodeTransform(TableCellNode, (cell) => {
      if (cell.getFormatType() !== "") cell.setFormat("");
      for (const block of cell.getChildren()) {
        if ($fits(block)) continue;
        for (const made of $cellBlocks([block])) block.insertBefore(made);
        block.remove();
      }
    }),
    editor.registerNodeTransform(TableNode, (table) => {
      if (table.getFormatType() !== "") table.setFormat("");
    }),
  );
}
