/** A text broken into lines that each fit, at the size at which that works. */
export interface Lines {
  lines: string[];
  size: number;
}

interface Word {
  text: string;
  /** At size 1. */
  width: number;
}

interface Space {
  width: number;
  /** Tried in order, the largest first, each with the most lines that it may take. */
  sizes: { size: number; lines: number }[];
  /** How wide a text is at size 1. */
  measure: (text: string) => number;
}

/**
 * Breaks a title into lines of about equal length, as large as it fits. At the last size, what is beyond its lines
 * ends in an ellipsis.
 */
export function breakLines(title: string, { width, sizes, measure }: Space): Lines {
  const words = title
    .trim()
    .split(/\s+/)
    .map((text) => ({ text, width: measure(text) }));
  const gap = measure(" ");
  for (const { size, lines } of sizes) {
    const broken = fill(words, width / size, gap);
    if (broken && broken.length <= lines) return { lines: balance(broken, width / size, gap), size };
  }
  const { size, lines } = sizes.at(-1) as Space["sizes"][number];
  return { lines: shorten(words, lines, width / size, gap, measure), size };
}

const textOf = (line: Word[]) => line.map((word) => word.text).join(" ");

/** As many words on each line as fit; null when one is wider than a line. */
function fill(words: Word[], width: number, gap: number): Word[][] | null {
  const lines: Word[][] = [];
  let left = 0;
  for (const word of words) {
    if (word.width > width) return null;
    if (lines.length && word.width + gap <= left) {
      lines.at(-1)?.push(word);
      left -= word.width + gap;
    } else {
      lines.push([word]);
      left = width - word.width;
    }
  }
  return lines;
}

/** The narrowest setting that needs no more lines. */
function balance(broken: Word[][], width: number, gap: number): string[] {
  const words = broken.flat();
  let best = broken;
  // Two lines that follow each other are together wider than one can be, so no more than half can be saved.
  for (let narrower = width * 0.98; narrower > width / 2; narrower *= 0.98) {
    const lines = fill(words, narrower, gap);
    if (!lines || lines.length > broken.length) break;
    best = lines;
  }
  return best.map(textOf);
}

/** The first `most` lines, the last of them with an ellipsis; words that are wider than a line are cut. */
function shorten(words: Word[], most: number, width: number, gap: number, measure: Space["measure"]): string[] {
  const cut = (text: string) => {
    const fitting = (parts: string[], joint: string) => {
      const most = lastTrue(parts.length, (count) => measure(`${parts.slice(0, count).join(joint)}…`) <= width);
      return most && `${parts.slice(0, most).join(joint)}…`;
    };
    const letters = () => [...new Intl.Segmenter("en").segment(text)].map((part) => part.segment);
    return fitting(text.split(" "), " ") || fitting(letters(), "") || "…";
  };
  const short = words.map((word) => {
    if (word.width <= width) return word;
    const text = cut(word.text);
    return { text, width: measure(text) };
  });
  const lines = fill(short, width, gap) ?? [short];
  const shown = lines.slice(0, most).map(textOf);
  if (lines.length > most) shown[most - 1] = cut(shown[most - 1] as string);
  return shown;
}

/** The largest of 1 to `most` that passes `test`, as all smaller ones do; 0 when there is none. */
function lastTrue(most: number, test: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (test(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
