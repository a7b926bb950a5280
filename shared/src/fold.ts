/**
 * A text as searches compare it: texts that a reader cannot tell apart, or that differ in case only, are equal. The
 * server folds alike (`text.Fold`).
 */
export function fold(text: string): string {
  const visible = text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Upper case between: it makes one of letters that have two lower or two upper cases (ß and ẞ).
  return visible.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

/** Whether a text contains another, as searches compare them. */
export const contains = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted.trim()));
