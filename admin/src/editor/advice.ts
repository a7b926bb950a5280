/** A place in the text that a writer should look at before it is published. */
export interface Advice {
  /** The key of its node. */
  key: string;
  /** The words by which the writer finds it. */
  words: string;
  /** The fault, and what to do. */
  advice: string;
}

/** How much of a passage names it. */
const MAX_WORDS = 60;

/** The beginning of a passage, by which it is found. */
export const beginningOf = (passage: string) =>
  passage.length > MAX_WORDS ? `${passage.slice(0, MAX_WORDS).trimEnd()}…` : passage;
