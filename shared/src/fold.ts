const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const LATIN_AND_MARKS = /(\p{Script=Latin})\p{Mn}+/gu;

/**
 * Folds a text for searching: texts that look alike or differ only in case become equal, and Latin letters lose their
 * marks, which many people do not type. In other scripts a mark makes another letter. The server does the same
 * (`text.Fold`).
 */
export function fold(text: string): string {
  const plain = text.normalize("NFKD").replace(INVISIBLE, "").replace(LATIN_AND_MARKS, "$1");
  // By way of upper case, which unites letters with two lower or two upper cases (ß and ẞ).
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

/** Whether a text contains another, as searches compare them. */
export const contains = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted.trim()));

/** Pieces of a text that are folded one by one: letters with their marks, and plain Latin text as a whole. */
const PIECES = /[\t\n\r -~]+(?!\p{M})|\P{M}\p{M}*|\p{M}+/gu;

/** Finds the positions of one text in another, as searches compare them; any space is a space. */
export function placesOf(text: string, wanted: string): { start: number; end: number }[] {
  const query = spaced(fold(wanted));
  if (query === "") return [];
  const known = new Map<string, string>();
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    const one = known.get(piece) ?? spaced(fold(piece));
    known.set(piece, one);
    folded += one;
    for (let i = 0; i < one.length; i++) {
      const unit = one.length === piece.length;
      starts.push(unit ? index + i : index);
      ends.push(unit ? index + i + 1 : index + piece.length);
    }
  }
  const places: { start: number; end: number }[] = [];
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    places.push({ start: starts[at] as number, end: ends[at + query.length - 1] as number });
  }
  return places;
}

const spaced = (text: string) => text.replace(/\s/g, " ");
