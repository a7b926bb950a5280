import { readFileSync } from "node:fs";
import path from "node:path";
import harfbuzz, { type Font, type HarfBuzz } from "harfbuzzjs";

/** A text as HarfBuzz sets it: its outlines as SVG elements with the baseline's start at 0, 0; and where it ends. */
export interface Shaped {
  svg: string;
  width: number;
}

const SCRIPTS = {
  latin: { file: "anek-latin.ttf", tag: "Latn" },
  devanagari: { file: "anek-devanagari.ttf", tag: "Deva" },
  kannada: { file: "anek-kannada.ttf", tag: "Knda" },
} as const;
type Script = keyof typeof SCRIPTS;

function scriptOf(character: string): Script | null {
  if (/[\u0900-\u097f\ua8e0-\ua8ff\u1cd0-\u1cff]/.test(character)) return "devanagari";
  if (/[\u0c80-\u0cff]/.test(character)) return "kannada";
  // Joiners and what combines belong to the letter before them.
  if (/\u200c|\u200d|[\u0300-\u036f]/.test(character)) return null;
  return "latin";
}

/** Pieces of one script each, in order: a font knows its own script only. */
export function runsOf(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = scriptOf(character) ?? last?.script ?? "latin";
    if (last?.script === script) last.text += character;
    else runs.push({ script, text: character });
  }
  return runs;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** Sets text in Anek, in three scripts, with the shaping that Devanagari and Kannada need to be right. */
export class Shaper {
  private constructor(
    private readonly hb: HarfBuzz,
    private readonly fonts: Record<Script, { font: Font; units: number }>,
  ) {}

  /** `folder` holds the font files. */
  static async open(folder: string): Promise<Shaper> {
    const hb = await harfbuzz;
    const font = (script: Script) => {
      const face = hb.createFace(hb.createBlob(readFileSync(path.join(folder, SCRIPTS[script].file))), 0);
      return { font: hb.createFont(face), units: face.upem };
    };
    return new Shaper(hb, { latin: font("latin"), devanagari: font("devanagari"), kannada: font("kannada") });
  }

  shape(text: string, size: number): Shaped {
    let svg = "";
    let x = 0;
    for (const run of runsOf(text)) {
      const { font, units } = this.fonts[run.script];
      const scale = size / units;
      const buffer = this.hb.createBuffer();
      buffer.addText(run.text);
      buffer.setDirection("ltr");
      buffer.setScript(SCRIPTS[run.script].tag);
      this.hb.shape(font, buffer);
      for (const glyph of buffer.json()) {
        // Nothing is drawn for characters of scripts that Anek does not have.
        if (glyph.g === 0) continue;
        const place = `translate(${round(x + glyph.dx * scale)} ${round(-glyph.dy * scale)}) scale(${scale} ${-scale})`;
        svg += `<path transform="${place}" d="${font.glyphToPath(glyph.g)}"/>`;
        x += glyph.ax * scale;
      }
      buffer.destroy();
    }
    return { svg, width: x };
  }
}
