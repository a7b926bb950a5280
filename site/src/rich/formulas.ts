import { type Formula, formulaOf as make } from "@academy/shared/formula";

/** How many characters are remembered: the formulas of a hundred articles that have thirty each. */
const MOST_CHARACTERS = 4_000_000;

/** The formulas that were asked for last, the one that has waited longest first. */
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
