import { $isListItemNode, $isListNode } from "@lexical/list";
import { $isTableNode } from "@lexical/table";
import { $insertNodeToNearestRoot } from "@lexical/utils";
import {
  $createParagraphNode,
  $findMatchingParent,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  type DecoratorNode,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { $isTableCaptionNode } from "./table/caption";

/** Whether a text is words within a line. */
export const isInline = (editor: LexicalEditor) => !!editor.getRootElement()?.closest('.editor[data-format="inline"]');

/** The block that holds a node: a paragraph, a heading, one list item. */
export function $blockOf(node: LexicalNode): ElementNode | null {
  const found = $findMatchingParent(
    node,
    (parent) =>
      $isElementNode(parent) &&
      !parent.isInline() &&
      !$isListNode(parent) &&
      ($isListItemNode(parent) || $isRootOrShadowRoot(parent.getParent())),
  );
  return $isElementNode(found) ? found : null;
}

/** The blocks that the selection touches, in document order. */
export function $selectedBlocks(): ElementNode[] {
  const selection = $getSelection();
  if (selection === null) return [];
  const blocks = new Map<string, ElementNode>();
  const nodes = selection.getNodes();
  if ($isRangeSelection(selection)) nodes.unshift(selection.anchor.getNode());
  for (const node of nodes) {
    const block = $blockOf(node);
    if (block) blocks.set(block.getKey(), block);
  }
  return [...blocks.values()];
}

/** The block in which the selection starts. */
export function $currentBlock(): ElementNode | null {
  const selection = $getSelection();
  return $isRangeSelection(selection) ? $blockOf(selection.anchor.getNode()) : null;
}

/**
 * Puts a block where the caret is: in the place of an empty paragraph; below a
 * table rather than into it, unless it `fitsCells`. A paragraph follows it at
 * the end of the text. The caret is behind it.
 */
export function $insertBlock(block: ElementNode | DecoratorNode<unknown>, fitsCells = false): void {
  const current = $currentBlock();
  const table = current && $findMatchingParent(current, (node) => $isTableNode(node));
  const caption = current?.getNextSibling();
  if (table && !fitsCells) table.insertAfter(block);
  else if ($isTableCaptionNode(current) && caption) caption.insertAfter(block);
  else if ($isParagraphNode(current) && current.isEmpty()) current.replace(block);
  else $insertNodeToNearestRoot(block);
  if (block.getNextSibling() === null) block.insertAfter($createParagraphNode());
  block.selectNext(0, 0);
}
