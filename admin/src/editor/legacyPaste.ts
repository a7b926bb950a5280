import {
  $getNodeByKey,
  $isElementNode,
  createCommand,
  HISTORY_PUSH_TAG,
  type LexicalCommand,
  type LexicalEditor,
} from "lexical";
import { $legacyPassages, type LegacyScript } from "./legacyFonts";
import type { PastedRange } from "./pastedRange";

/** A text that was pasted for a font from before Unicode. */
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

/** Converts the passage with this key, as a step of its own. */
export async function convertPassage(editor: LexicalEditor, key: string): Promise<void> {
  const { convertText } = await import("./legacy/convert");
  editor.update(() => $convertPassages(convertText, [key]), { tag: HISTORY_PUSH_TAG });
}

/** Converts passages by their letters: all that are recognised unless told which. */
export function $convertPassages(
  convertText: (text: string, around?: string) => string,
  keys: readonly string[] = $legacyPassages().map(({ key }) => key),
) {
  for (const passage of keys.map((key) => $getNodeByKey(key))) {
    if (!$isElementNode(passage)) continue;
    const around = passage.getTextContent();
    for (const text of passage.getAllTextNodes()) text.setTextContent(convertText(text.getTextContent(), around));
  }
}
