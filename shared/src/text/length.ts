const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en") : undefined;

/** The most code points of one character; with more they count as several, as on the server (`text.MaxCluster`). */
const MAX_CLUSTER = 16;

function* charactersOf(text: string): Iterable<string> {
  for (const part of segmenter?.segment(text) ?? text) yield typeof part === "string" ? part : part.segment;
}

/**
 * Returns the number of characters of a text as people count them: grapheme clusters. A letter of an Indian script with
 * its signs is one, and so is an emoji of a family. A browser without grapheme clusters counts code points, which are
 * not fewer.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const one of charactersOf(text))
    length += one.length > MAX_CLUSTER ? Math.ceil([...one].length / MAX_CLUSTER) : 1;
  return length;
}

/** Returns the message about a text of more than `most` characters; undefined for a shorter one. */
export function tooLong(text: string, most: number): string | undefined {
  const length = text.length > most ? lengthOf(text) : 0;
  return length > most ? `Give at most ${most} characters; these are ${length}.` : undefined;
}

/** Returns the beginning of a text for a sentence: at most `most` characters, with an ellipsis if there are more. */
export function shorten(text: string, most: number): string {
  let shown = "";
  let count = 0;
  for (const one of charactersOf(text)) {
    if (++count > most) return `${shown.trimEnd()}…`;
    shown += one;
  }
  return text;
}
