import { $isListItemNode, $isListNode } from "@lexical/list";
import {
  $findMatchingParent,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  type ElementNode,
  type LexicalNode,
} from "lexical";

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
