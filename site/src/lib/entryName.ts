/** Returns the name of a list's entry that opens: an editor's text, or its number. */
export const entryName = (words: string, index: number): string => words.trim() || `${index + 1}`;
