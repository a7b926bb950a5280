const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en") : undefined;

/**
 * How many characters a text has, as people count them: grapheme clusters. A letter of an Indian script with its signs is
 * one, and so is an emoji of a family. A browser that cannot tell them apart counts code points, which are not fewer.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of segmenter?.segment(text) ?? text) length++;
  return length;
}

/** The message about a text of more than `most` characters; undefined for any other. */
export function tooLong(text: string, most: number): string | undefined {
  const length = text.length > most ? lengthOf(text) : 0;
  return length > most ? `Give at most ${most} characters; these are ${length}.` : undefined;
}
