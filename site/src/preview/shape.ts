import { readFileSync } from "node:fs";
import path from "node:path";
import bidiFactory from "bidi-js";
import harfbuzz, { type Font, type Glyph, type HarfBuzz } from "harfbuzzjs";

/** A text as HarfBuzz sets it: its outlines as SVG elements with the baseline's start at 0, 0; and where it ends. */
export interface Shaped {
  svg: string;
  width: number;
}

export type Direction = "ltr" | "rtl";

/** The fonts and their scripts. A character that several have, such as a digit, is drawn from the first. */
const FONTS = [
  ["anek-latin", "Latn"],
  ["anek-extended", "Latn"],
  ["anek-devanagari", "Deva"],
  ["anek-bangla", "Beng"],
  ["anek-gurmukhi", "Guru"],
  ["anek-gujarati", "Gujr"],
  ["anek-odia", "Orya"],
  ["anek-tamil", "Taml"],
  ["anek-telugu", "Telu"],
  ["anek-kannada", "Knda"],
  ["anek-malayalam", "Mlym"],
  ["noto-sans-ol-chiki", "Olck"],
  ["noto-sans-meetei-mayek", "Mtei"],
  ["noto-naskh-arabic", "Arab"],
  ["noto-sans-hebrew", "Hebr"],
] as const;

interface OpenFont {
  name: string;
  script: string;
  font: Font;
  units: number;
  has: Set<number>;
}

interface Run {
  font: OpenFont;
  text: string;
  /** Its position in the text. */
  start: number;
  /** Its embedding level: odd when it is read from right to left. */
  level: number;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const round = (n: number) => Math.round(n * 100) / 100;

/** The direction of a text: that of its first letter that has one. */
export const directionOf = (text: string): Direction =>
  bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? "rtl" : "ltr";

/** Sets text in Anek, and in Noto where Anek has no letters, with the shaping that each script needs to be right. */
export class Shaper {
  private constructor(
    private readonly hb: HarfBuzz,
    private readonly fonts: OpenFont[],
  ) {}

  /** `folder` has the font files. */
  static async open(folder: string): Promise<Shaper> {
    const hb = await harfbuzz;
    const fonts = FONTS.map(([name, script]) => {
      const face = hb.createFace(hb.createBlob(readFileSync(path.join(folder, `${name}.ttf`))), 0);
      return { name, script, font: hb.createFont(face), units: face.upem, has: new Set(face.collectUnicodes()) };
    });
    return new Shaper(hb, fonts);
  }

  /** The text without what no font has, such as emoji, and with single spaces. */
  drawable(text: string): string {
    let kept = "";
    for (const { segment } of graphemes.segment(text)) {
      kept += /^\s/.test(segment) ? " " : this.fontOf(segment) ? segment : "";
    }
    return kept.replace(/ +/g, " ").trim();
  }

  /** How wide the text is at size 1. */
  width(text: string): number {
    return this.runs(text).reduce((width, run) => width + this.advance(run, this.glyphs(run)), 0);
  }

  /** `direction` is that of the text of which this is a line. */
  shape(text: string, size: number, direction: Direction = directionOf(text)): Shaped {
    let svg = "";
    let x = 0;
    for (const run of this.runs(text, direction)) {
      const { font, units } = run.font;
      const scale = size / units;
      for (const glyph of this.glyphs(run)) {
        const place = `translate(${round(x + glyph.dx * scale)} ${round(-glyph.dy * scale)}) scale(${scale} ${-scale})`;
        svg += `<path transform="${place}" d="${font.glyphToPath(glyph.g)}"/>`;
        x += glyph.ax * scale;
      }
    }
    return { svg, width: x };
  }

  /** Pieces of one font and one direction each, from left to right as they are drawn. */
  runs(text: string, direction: Direction = directionOf(text)): Run[] {
    const embedding = bidi.getEmbeddingLevels(text, direction);
    const runs: Run[] = [];
    for (const { segment, index } of graphemes.segment(text)) {
      const last = runs.at(-1);
      const font = this.fontOf(segment, last?.font);
      if (!font) continue;
      const level = embedding.levels[index] as number;
      if (last?.font === font && last.level === level) last.text += segment;
      else runs.push({ font, text: segment, start: index, level });
    }
    const places = new Map(bidi.getReorderedIndices(text, embedding).map((index, place) => [index, place]));
    return runs.sort((a, b) => (places.get(a.start) ?? 0) - (places.get(b.start) ?? 0));
  }

  /** The font that draws a letter with all that is joined to it: the one before where it can. */
  private fontOf(segment: string, before?: OpenFont): OpenFont | undefined {
    const base = segment.codePointAt(0) as number;
    const [latin] = this.fonts;
    return [latin, before, ...this.fonts].find((font) => font?.has.has(base));
  }

  private glyphs(run: Run): Glyph[] {
    const buffer = this.hb.createBuffer();
    buffer.addText(run.text);
    buffer.setDirection(run.level % 2 ? "rtl" : "ltr");
    buffer.setScript(run.font.script);
    this.hb.shape(run.font.font, buffer);
    const glyphs = buffer.json();
    buffer.destroy();
    // The number 0 stands for a mark that the font of its letter does not have.
    return glyphs.filter((glyph) => glyph.g !== 0);
  }

  private advance(run: Run, glyphs: Glyph[]): number {
    return glyphs.reduce((sum, glyph) => sum + glyph.ax, 0) / run.font.units;
  }
}
