import { createCommand, type LexicalCommand } from "lexical";
import type { LegacyScript } from "./legacyFonts";
import type { PastedRange } from "./pastedRange";

/** What was pasted for a font from before Unicode. */
export interface LegacyPaste {
  script: LegacyScript;
  range: PastedRange;
  /** As it came, with its fonts. */
  html: string;
  /** Whether the text takes words only. */
  wordsOnly: boolean;
}

/** Told after a text for such a font was pasted. */
export const LEGACY_PASTED: LexicalCommand<LegacyPaste> = createCommand("legacy pasted");
