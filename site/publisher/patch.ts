import type { Schemas } from "@academy/shared/api/client";
import { diffArrays } from "diff";

/** One place that changes; what stands around it is the same in every page that the patch is for. */
export type Hunk = Schemas["Hunk"];

/** What turns a page into what it is with another layout, in the order of the text; empty when it stays as it is. */
export type Patch = Hunk[];

/** A page with the layout before and with the one after. */
export interface Sample {
  old: string;
  new: string;
}

// Characters around a change by which its place is found.
const CONTEXT = 200;
// Above so many changed pieces the pages are no longer the same but for the layout.
const MOST_EDITS = 1000;

/** What all samples have in common: applied to each it gives the new text. Null when they do not change alike. */
export function patchOf(samples: Sample[]): Patch | null {
  const changes = samples.map(changesOf);
  const [first] = changes;
  if (!first) return null;
  const patch: Patch = [];
  for (const [i, { old, new: replacement }] of first.entries()) {
    const befores: string[] = [];
    const afters: string[] = [];
    for (const [s, list] of changes.entries()) {
      const change = list?.[i];
      if (!change || list.length !== first.length || change.old !== old || change.new !== replacement) return null;
      const { old: text } = samples[s] as Sample;
      const end = change.at + old.length;
      befores.push(startingWhole(text.slice(Math.max(0, change.at - CONTEXT), change.at)));
      afters.push(endingWhole(text.slice(end, end + CONTEXT)));
    }
    patch.push({ before: befores.reduce(commonEnd), old, new: replacement, after: afters.reduce(commonStart) });
  }
  return samples.every((sample) => applied(patch, sample.old) === sample.new) ? patch : null;
}

/** The text with the patch applied; null when a place of it is not found, or not in one place only. */
export function applied(patch: Patch, text: string): string | null {
  let made = "";
  let at = 0;
  for (const { before, old, new: replacement, after } of patch) {
    const needle = before + old + after;
    const found = text.indexOf(needle);
    if (found < 0 || text.indexOf(needle, found + 1) >= 0) return null;
    const start = found + before.length;
    if (start < at) return null;
    made += text.slice(at, start) + replacement;
    at = start + old.length;
  }
  return made + text.slice(at);
}

interface ChangedPiece {
  at: number;
  old: string;
  new: string;
}

function changesOf({ old, new: text }: Sample): ChangedPiece[] | null {
  const parts = diffArrays(tokens(old), tokens(text), { maxEditLength: MOST_EDITS });
  if (!parts) return null;
  const changes: ChangedPiece[] = [];
  let at = 0;
  let open: ChangedPiece | null = null;
  for (const { added, removed, value } of parts) {
    const piece = value.join("");
    if (added || removed) {
      open ??= { at, old: "", new: "" };
      if (added) open.new += piece;
      else open.old += piece;
    } else if (open) {
      changes.push(narrowed(open));
      open = null;
    }
    if (!added) at += piece.length;
  }
  return open ? [...changes, narrowed(open)] : changes;
}

// Elements, attributes and members of what islands are given: small enough that what belongs to the page does not stick
// to what belongs to the layout.
const tokens = (text: string) => text.split(/(?<=[>",])/);

/** Without what begins and ends alike. */
function narrowed({ at, old, new: text }: ChangedPiece): ChangedPiece {
  const start = commonStart(old, text).length;
  const end = commonEnd(old.slice(start), text.slice(start)).length;
  return { at: at + start, old: old.slice(start, old.length - end), new: text.slice(start, text.length - end) };
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return endingWhole(a.slice(0, length));
}

function commonEnd(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return startingWhole(a.slice(a.length - length));
}

// Half of a character, as the first or last unit of a part of a text, cannot be sent as UTF-8.
const startingWhole = (text: string) => text.replace(/^[\udc00-\udfff]/, "");
const endingWhole = (text: string) => text.replace(/[\ud800-\udbff]$/, "");
