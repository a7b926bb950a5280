/** A document that was brought in, before its pictures are stored. */
export interface Converted {
  /** Its text, not yet cleaned. Pictures have the addresses of `pictures`. */
  body: Element;
  pictures: Map<string, File>;
  /** Its title; "" when it says none. */
  title: string;
  /** The heading that it begins with, when that is its title. */
  heading?: Element;
  /** A sentence for each thing that could not be taken. */
  notes: string[];
}

/** Why a file cannot be read, in a sentence for the person who chose it. */
export class Unreadable extends Error {
  override name = "Unreadable";
}
