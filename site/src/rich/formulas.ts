import { type Formula, formulaOf as make } from "@academy/shared/formula";

/** The characters in the cache: the formulas of a hundred articles with thirty each. */
const MOST_CHARACTERS = 4_000_000;

/** The formulas used last, the least recent first. */
const known = new Map<string, Formula>();
let characters = 0;

const sizeOf = (key: string, { mathml }: Formula) => key.length + (mathml?.length ?? 0);

/** Makes MathML as the shared formulaOf does, and remembers it: an edit leaves most formulas of an article as they are. */
export function formulaOf(latex: string, block = false): Formula {
  const key = `${block ? "block" : "inline"} ${latex}`;
  const formula = known.get(key) ?? make(latex, block);
  if (!known.delete(key)) characters += sizeOf(key, formula);
  known.set(key, formula);
  for (const [oldest, other] of known) {
    if (characters <= MOST_CHARACTERS) break;
    known.delete(oldest);
    characters -= sizeOf(oldest, other);
  }
  return formula;
}
