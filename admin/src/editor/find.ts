import { placesOf } from "@academy/shared/fold";
import {
  $createRangeSelection,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTabNode,
  $isTextNode,
  $setSelection,
  type LexicalNode,
} from "lexical";

/** A part of a text node. */
interface Part {
  key: string;
  start: number;
  end: number;
}

/** A passage that was looked for: the parts of the text nodes that it is made of. */
export type Match = readonly Part[];

/** The passages that a query finds, in their order, and which of them is the first that is not before the cursor. */
export function $find(query: string): { matches: Match[]; next: number } {
  const matches: Match[] = [];
  const selection = $getSelection();
  const cursor = $isRangeSelection(selection) ? (selection.isBackward() ? selection.focus : selection.anchor) : null;
  let next: number | null = null;
  let run: { key: string; text: string }[] = [];
  const flush = () => {
    const text = run.map((part) => part.text).join("");
    const found = placesOf(text, query).map(({ start, end }) => partsOf(run, start, end));
    const at = run.findIndex(({ key }) => key === cursor?.key);
    if (at >= 0) {
      const isBefore = ([first]: Match) => {
        const index = run.findIndex(({ key }) => key === first?.key);
        return index < at || (index === at && (first?.start ?? 0) < (cursor?.offset ?? 0));
      };
      next = matches.length + found.filter(isBefore).length;
    }
    matches.push(...found);
    run = [];
  };
  const visit = (node: LexicalNode) => {
    if ($isTextNode(node) && !$isTabNode(node)) run.push({ key: node.getKey(), text: node.getTextContent() });
    else if ($isElementNode(node)) {
      if (!node.isInline()) flush();
      if (node.getKey() === cursor?.key) next ??= matches.length;
      node.getChildren().forEach(visit);
      if (!node.isInline()) flush();
    } else flush();
  };
  visit($getRoot());
  return { matches, next: next === null || next >= matches.length ? 0 : next };
}

function partsOf(run: readonly { key: string; text: string }[], from: number, to: number): Part[] {
  let position = 0;
  return run.flatMap(({ key, text }) => {
    const start = Math.max(from - position, 0);
    const end = Math.min(to - position, text.length);
    position += text.length;
    return start < end ? [{ key, start, end }] : [];
  });
}

/** Replaces passages; each takes the format in which it begins. */
export function $replace(matches: readonly Match[], replacement: string): void {
  for (const match of matches.toReversed()) {
    for (const [index, { key, start, end }] of [...match.entries()].toReversed()) {
      const node = $getNodeByKey(key);
      if (!$isTextNode(node)) continue;
      const words = index === 0 ? replacement : "";
      if (words === "" && end - start === node.getTextContentSize()) node.remove();
      else node.spliceText(start, end - start, words);
    }
  }
}

/** Selects a passage. */
export function $select(match: Match): void {
  const [first, last] = [match[0], match.at(-1)];
  if (!first || !last) return;
  const selection = $createRangeSelection();
  selection.anchor.set(first.key, first.start, "text");
  selection.focus.set(last.key, last.end, "text");
  $setSelection(selection);
}
