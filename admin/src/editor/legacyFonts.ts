import { type Advice, beginningOf } from "./advice";
import { $textBlocks } from "./containers";

/**
 * Nudi, Baraha and other fonts of their time show Kannada for Western letters: most syllables are a small letter or a
 * sign with a capital that has an accent. No language is written so.
 */
const SYLLABLE = /[a-z\u00a1-\u00bf][\u00c0-\u00d6\u00d8-\u00dd]/g;

/** Whether a text has a word that shows as Kannada in such a font only. */
export const isLegacyKannada = (text: string) =>
  text.split(/\s+/).some((word) => (word.match(SYLLABLE)?.length ?? 0) >= 2);

/** The passages that visitors would see as Western letters. */
export function $legacyPassages(): Advice[] {
  return $textBlocks()
    .map((node) => ({ key: node.getKey(), words: node.getTextContent().trim() }))
    .filter(({ words }) => isLegacyKannada(words))
    .map(({ key, words }) => ({
      key,
      words: beginningOf(words),
      advice: "is Kannada for a font such as Nudi or Baraha: visitors see these letters. Convert it to Unicode first.",
    }));
}
