import type { Schemas } from "@academy/shared/api/client";
import { diffArrays } from "diff";

/**
 * The changes that turn a page into the same page with another layout, in the order of the text. Each has the text
 * around it that all pages of the group have in common. Empty for a page that stays as it is.
 */
export type Patch = Schemas["Hunk"][];

// Pieces around a change that identify its place.
const CONTEXT = 20;
// With more changed pieces, the pages differ in more than the layout.
const MOST_EDITS = 1000;

/** A page with the layout before and with the one after. */
type Sample = { old: string; new: string };

/**
 * Returns the changes that all samples have in common; null when they do not change alike. The CMS applies a patch only
 * where it finds each place exactly once.
 */
export function patchOf(samples: Sample[]): Patch | null {
  const changes = samples.map(changesOf);
  const [first] = changes;
  if (!first || changes.some((list) => list?.length !== first.length)) return null;
  const patch: Patch = [];
  for (const [i, { old, new: replacement }] of first.entries()) {
    const places = changes.flatMap((list) => list?.[i] ?? []);
    if (!places.every((change) => change.old === old && change.new === replacement)) return null;
    const before = places.map((change) => change.before).reduce(commonStart);
    const after = places.map((change) => change.after).reduce(commonStart);
    patch.push({ before: before.reverse().join(""), old, new: replacement, after: after.join("") });
  }
  return patch;
}

/** A change of a text, and the pieces before it, the nearest first, and after it. */
interface Change {
  before: string[];
  old: string;
  new: string;
  after: string[];
}

function changesOf({ old, new: text }: Sample): Change[] | null {
  const pieces = piecesOf(old);
  const parts = diffArrays(pieces, piecesOf(text), { maxEditLength: MOST_EDITS });
  if (!parts) return null;
  const changes: Change[] = [];
  let at = 0;
  let open: Change | null = null;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) open = null;
    else if (!open) {
      open = { before: pieces.slice(Math.max(0, at - CONTEXT), at).reverse(), old: "", new: "", after: [] };
      changes.push(open);
    }
    if (!added) at += value.length;
    if (!open) continue;
    open[added ? "new" : "old"] += value.join("");
    open.after = pieces.slice(at, at + CONTEXT);
  }
  return changes;
}

// Elements, attributes and members of the props of islands: small enough that no piece has text of the page and of the
// layout.
const piecesOf = (text: string) => text.split(/(?<=[>",])/);

function commonStart(a: string[], b: string[]): string[] {
  const end = a.findIndex((piece, i) => piece !== b[i]);
  return a.slice(0, end < 0 ? a.length : end);
}
