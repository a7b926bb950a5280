import {
  $createRangeSelection,
  $getNodeByKey,
  $getSelection,
  $insertNodes,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $onUpdate,
  $setSelection,
  type LexicalEditor,
  type LexicalNode,
  type PointType,
  type RangeSelection,
} from "lexical";

type Place = Pick<PointType, "key" | "offset" | "type">;

/** Where something was pasted, for as long as nobody has changed it. */
export interface PastedRange {
  start: Place;
  end: Place;
  /** The words that stand there. */
  words: string;
}

/** Inserts nodes at the caret, and tells where they are once that is done. */
export function $insertTracked(editor: LexicalEditor, nodes: LexicalNode[], done: (range: PastedRange) => void) {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  if (!selection.isCollapsed()) selection.removeText();
  const before = $placeBefore(selection);
  const [first] = nodes;
  $insertNodes(nodes);
  const start = before ?? (first && $placeAt(first));
  $onUpdate(() => {
    const range = editor.read(() => {
      const now = $getSelection();
      if (!start || !$isRangeSelection(now)) return null;
      const { key, offset, type } = now.focus;
      const end: Place = { key, offset, type };
      const words = $select({ start, end })?.getTextContent();
      return words === undefined ? null : { start, end, words };
    });
    if (range) done(range);
  });
}

/** Replaces what was pasted, as one step that can be undone; false when it is not there as it was. */
export function $replacePasted({ start, end, words }: PastedRange, nodes: LexicalNode[]): boolean {
  const range = $select({ start, end });
  if (range?.getTextContent() !== words) return false;
  $setSelection(range);
  range.removeText();
  $insertNodes(nodes);
  return true;
}

/** The end of the text before the caret, which stays where it is while something is inserted after it. */
function $placeBefore({ anchor }: RangeSelection): Place | null {
  if (anchor.type === "text")
    return anchor.offset > 0 ? { key: anchor.key, offset: anchor.offset, type: "text" } : null;
  const before = anchor.getNode().getChildAtIndex(anchor.offset - 1);
  return $isTextNode(before) ? { key: before.getKey(), offset: before.getTextContentSize(), type: "text" } : null;
}

/** The beginning of an inserted node. What is in it stands elsewhere when it was put into the block at the caret. */
function $placeAt(node: LexicalNode): Place | null {
  const leaf = $isElementNode(node) ? (node.getFirstDescendant() ?? node) : node;
  if ($isTextNode(leaf)) return { key: leaf.getKey(), offset: 0, type: "text" };
  if ($isElementNode(leaf)) return { key: leaf.getKey(), offset: 0, type: "element" };
  const parent = leaf.getParent();
  return parent && { key: parent.getKey(), offset: leaf.getIndexWithinParent(), type: "element" };
}

/** The range between two places, if both are still there. */
function $select({ start, end }: Pick<PastedRange, "start" | "end">): RangeSelection | null {
  const range = $createRangeSelection();
  for (const [point, { key, offset, type }] of [
    [range.anchor, start],
    [range.focus, end],
  ] as const) {
    const node = $getNodeByKey(key);
    const size = $isTextNode(node) ? node.getTextContentSize() : $isElementNode(node) ? node.getChildrenSize() : -1;
    if (!node?.isAttached() || offset > size || $isTextNode(node) !== (type === "text")) return null;
    point.set(key, offset, type);
  }
  return range;
}
