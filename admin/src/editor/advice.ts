import { shorten } from "@academy/shared/text/length";

/** A place in the text that a writer should look at before it is published. */
export interface Advice {
  /** The key of its node. */
  key: string;
  /** The words by which the writer finds it. */
  words: string;
  /** The fault, and what to do. */
  advice: string;
}

/** The beginning of a passage, by which it is found. */
export const beginningOf = (passage: string) => shorten(passage, 60);
