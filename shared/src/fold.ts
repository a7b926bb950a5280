const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LATIN_AND_MARKS = /(\p{Script=Latin})\p{Mn}+/gu;

/**
 * A text as searches compare it: texts that a reader cannot tell apart, or that differ in case only, are equal, and Latin
 * letters have no marks, which many people do not type. In other scripts a mark makes another letter. The server folds
 * alike (`text.Fold`).
 */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(INVISIBLE, "").replace(LATIN_AND_MARKS, "$1");
  // Upper case between: it makes one of letters that have two lower or two upper cases (ß and ẞ).
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

/** Whether a text contains another, as searches compare them. */
export const contains = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted.trim()));
