import { $createListNode, $isListItemNode, $isListNode } from "@lexical/list";
import { $findTableNode, $isTableNode } from "@lexical/table";
import { $getRoot, $getSelection, $isRootOrShadowRoot, type LexicalNode } from "lexical";
import { $isTableCaptionNode } from "./table/caption";

/** Whether an item is only there to hold the list that belongs to the item before it. */
const $holdsList = (node: LexicalNode | null) => $isListItemNode(node) && $isListNode(node.getFirstChild());

/** The nodes that move as one: a table with its caption, an item with the list inside it. */
export function $unitOf(node: LexicalNode): [first: LexicalNode, last: LexicalNode] {
  const before = node.getPreviousSibling();
  const after = node.getNextSibling();
  const goesWithBefore = $isTableNode(node) ? $isTableCaptionNode(before) : $holdsList(node) && before !== null;
  if (before && goesWithBefore) return [before, node];
  if (after && ($isTableCaptionNode(node) || (!$holdsList(node) && $holdsList(after)))) return [node, after];
  return [node, node];
}

/** The block around a node that is moved: an item of a list, else a block of the text; of a table the whole. */
function $movable(node: LexicalNode): LexicalNode | null {
  for (let at: LexicalNode | null = $findTableNode(node) ?? node; at; at = at.getParent()) {
    if ($isListItemNode(at) || $isRootOrShadowRoot(at.getParent())) return at;
  }
  return null;
}

/** The siblings that the selection touches, whole units of them. */
function $selectedRun(): LexicalNode[] {
  const nodes = $getSelection()?.getNodes() ?? [];
  const ends = [nodes[0], nodes.at(-1)].map((node) => node && $movable(node));
  let [first, last] = ends;
  if (!first || !last) return [];
  if (!first.getParent()?.is(last.getParent())) {
    [first, last] = [$topOf(first), $topOf(last)];
  }
  if (last.isBefore(first)) [first, last] = [last, first];
  return $siblings($unitOf(first)[0], $unitOf(last)[1]);
}

/** The block of the whole text that a node is in. */
const $topOf = (node: LexicalNode) =>
  $getRoot()
    .getChildren()
    .find((block) => block.is(node) || block.isParentOf(node)) ?? node;

/** A node, the siblings after it, up to another one. */
export function $siblings(first: LexicalNode, last: LexicalNode): LexicalNode[] {
  const run = [first];
  for (let at = first; !at.is(last); ) {
    const next = at.getNextSibling();
    if (!next) break;
    run.push(next);
    at = next;
  }
  return run;
}

/** Puts siblings before or after another block. Items that leave their list have one of their own. */
export function $place(run: readonly LexicalNode[], target: LexicalNode, where: "before" | "after"): void {
  const from = run[0]?.getParent();
  const [first, last] = $unitOf(target);
  const own = $isListNode(from) && !$isListItemNode(target);
  const nodes = own ? [$createListNode(from.getListType()).append(...run)] : run;
  if (where === "before") for (const node of nodes) first.insertBefore(node, false);
  else for (const node of nodes.toReversed()) last.insertAfter(node, false);
  if (!$isListNode(from) || !from.isEmpty()) return;
  const holder = from.getParent();
  ($isListItemNode(holder) ? holder : from).remove();
}

/** Moves the blocks with the selection over the next one. Returns them, or null when there is none to move over. */
export function $move(where: "before" | "after"): LexicalNode[] | null {
  const run = $selectedRun();
  const next = (node: LexicalNode | null | undefined) =>
    (where === "before" ? node?.getPreviousSibling() : node?.getNextSibling()) ?? null;
  const edge = where === "before" ? run[0] : run.at(-1);
  const list = edge?.getParent();
  const holder = $isListNode(list) ? list.getParent() : null;
  // At the end of its list an item leaves it.
  const target = next(edge) ?? ($isListItemNode(holder) ? holder : $isListNode(list) ? next(list) : null);
  if (!target) return null;
  $place(run, target, where);
  return run;
}

/** The message about moved blocks: their place among how many. */
export function $placeInWords(run: readonly LexicalNode[]): string {
  const siblings = run[0]?.getParent()?.getChildren() ?? [];
  const units = siblings.filter((node) => $unitOf(node)[0].is(node));
  const index = units.findIndex((node) => run[0]?.is(node));
  return `${index + 1} of ${units.length}`;
}
