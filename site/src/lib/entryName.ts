/** What a list's entry that opens is called: an editor's words, or its number where there are none. */
export const entryName = (words: string, index: number): string => words.trim() || `${index + 1}`;
