/**
 * HTML collapses white space and the editor does not. These functions carry
 * runs of spaces across that border without losing or inventing any.
 *
 * A *line* is what stands between two block borders or line breaks. Its text
 * may be spread over several pieces (one per text node); an image counts as a
 * character that is no space.
 */

const NBSP = "\u00a0";

/** Stands for an inline object, such as an image, in a line. */
export const OBJECT = "\ufffc";

/** Whether no space of a line is one that collapses or that stands for one. */
const isPlain = (line: string) => !/^ | $| {2}|[\t\r\n\f\u00a0]/.test(line);

/** Reads the pieces of one line as a browser would show them. */
export function collapseLine(pieces: readonly string[]): string[] {
  if (isPlain(pieces.join(""))) return [...pieces];
  const kept: { char: string; piece: number }[] = [];
  pieces.forEach((text, piece) => {
    for (const char of text) {
      const space = /[ \t\r\n\f]/.test(char);
      if (space && kept.at(-1)?.char === " ") continue;
      kept.push({ char: space ? " " : char, piece });
    }
  });
  if (kept[0]?.char === " ") kept.shift();
  if (kept.at(-1)?.char === " ") kept.pop();

  const result = pieces.map(() => "");
  kept.forEach(({ char, piece }, index) => {
    const before = kept[index - 1]?.char;
    const after = kept[index + 1]?.char;
    // A no-break space beside another space, or at the edge of a line, is only
    // there because a plain one would have collapsed.
    const plain = char === NBSP && [before, after].some((c) => c === undefined || c === " " || c === NBSP);
    result[piece] += plain ? " " : char;
  });
  return result;
}

/** Writes the pieces of one line so that no space collapses. */
export function protectLine(pieces: readonly string[]): string[] {
  const total = pieces.reduce((sum, text) => sum + text.length, 0);
  let position = 0;
  let previous = "";
  return pieces.map((text) => {
    let written = "";
    for (let i = 0; i < text.length; i++, position++) {
      let char = text.charAt(i);
      if (char === " " && (position === 0 || position === total - 1 || previous === " ")) {
        char = NBSP;
      }
      written += char;
      previous = char;
    }
    return written;
  });
}
