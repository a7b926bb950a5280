import type { Formula } from "@academy/shared/formula";
import { useEffect, useSyncExternalStore } from "react";

/** How many results are kept, so that nothing is drawn anew with each letter of the text. */
const MAX_KEPT = 500;

let library: typeof import("@academy/shared/formula") | null = null;
let isComing = false;
const waiting = new Set<() => void>();
const results = new Map<string, Formula>();

/** Fetches what draws formulas: the first formula of a text needs it. */
function load(): void {
  if (isComing) return;
  isComing = true;
  import("@academy/shared/formula").then(
    (loaded) => {
      library = loaded;
      for (const tell of waiting) tell();
    },
    () => {
      isComing = false;
    },
  );
}

/** A formula as MathML, or what is wrong in it; null until the library has come. */
export function drawn(latex: string, block = false): Formula | null {
  if (!library) return null;
  const key = `${block}${latex}`;
  const known = results.get(key);
  if (known) return known;
  if (results.size >= MAX_KEPT) results.clear();
  const result = library.formulaOf(latex, block);
  results.set(key, result);
  return result;
}

/** The fault of a formula with its position, as people count. */
export const faultOf = ({ error, position }: { error: string; position: number }) =>
  `At character ${position + 1}: ${error}`;

function subscribe(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/** Shows a component anew when formulas can be drawn; it is fetched where they are to be. */
export function useFormulas(needed: boolean): void {
  useEffect(() => {
    if (needed) load();
  }, [needed]);
  useSyncExternalStore(subscribe, () => library !== null);
}
