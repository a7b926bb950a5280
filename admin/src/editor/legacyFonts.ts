import { type Advice, beginningOf } from "./advice";
import { $textBlocks } from "./containers";

/*
 * Before Unicode, fonts showed Kannada and Hindi for Western letters. Their texts are recognised here, and converted by
 * what is in the folder `legacy`, which is fetched when somebody wants it.
 */

/** The scripts that are recognised, with the fonts by which people know them. */
export const LEGACY_SCRIPTS = {
  Kannada: { fonts: "Nudi or Baraha", names: /\b(nudi(?!\s*uni)|brh|baraha(?!\s*uni))/i },
  Hindi: { fonts: "Kruti Dev", names: /\bkruti\s*dev(?!.*uni)|\bdev\s*lys/i },
} as const;

export type LegacyScript = keyof typeof LEGACY_SCRIPTS;

/**
 * Nudi, Baraha and other fonts of their time show Kannada for Western letters: most syllables are a small letter or a
 * sign with a capital that has an accent. No language is written so.
 */
const SYLLABLE = /[a-z\u00a1-\u00bf][\u00c0-\u00d6\u00d8-\u00dd]/g;

/** Whether a text has a word that shows as Kannada in such a font only. */
export const isLegacyKannada = (text: string) =>
  text.split(/\s+/).some((word) => (word.match(SYLLABLE)?.length ?? 0) >= 2);

/** The commonest words of Hindi as Kruti Dev has them. None is a word of English. */
const COMMON = new Set(
  (
    "gS gSa gks gksrk gksrh gksrs gksus gqvk gqbZ Fkk Fkh Fks dk dh ds dks esa ls vkSj Hkh ugha fd fd;k ;g og ,d ml " +
    "tks rks dj djrk djus x;k xbZ x;s tkrk tkrh tk ;k rFkk fy, fy;s viuk vius vkSj }kjk ,oa dksbZ dqN lHkh ckn igys ij"
  ).split(" "),
);

/** Kruti Dev has the sign of ā on the key k, by far the commonest; English has it in one letter of a hundred. */
const MIN_K = 0.07;

/** Whether a text shows as Hindi in Kruti Dev only: it has its words or keys within words, and more k than English. */
export function isLegacyHindi(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[a-zA-Z]/.test(word) && !/:\/\/|@|^www\./.test(word));
  const letters = words.join("").match(/[a-zA-Z]/g) ?? [];
  if (letters.length < 5 || letters.filter((letter) => letter === "k").length < MIN_K * letters.length) return false;
  const common = words.filter((word) => COMMON.has(word.replace(/[A\]&(]+$/, ""))).length;
  const keys = words.filter((word) =>
    /[a-zA-Z][;[\]{}|=`~"?/][a-zA-Z]|^[;'"[/{}|]k?[a-zA-Z]|[a-z][A-Z]/.test(word),
  ).length;
  return common >= 0.1 * words.length && common + keys >= 2 ? true : keys >= 0.5 * words.length;
}

/** The script that a text was written for, by its letters alone. */
export const legacyScript = (text: string): LegacyScript | null =>
  isLegacyKannada(text) ? "Kannada" : isLegacyHindi(text) ? "Hindi" : null;

/** The script of a text that is pasted, by the fonts that its HTML names, else by its letters. */
export function pastedScript(html: string, words: string): LegacyScript | null {
  const named = (Object.keys(LEGACY_SCRIPTS) as LegacyScript[]).find((script) =>
    [...html.matchAll(/font-family:([^;}>]{1,200})|face="?([^">]{1,100})/gi)].some(([, family, face]) =>
      LEGACY_SCRIPTS[script].names.test(family ?? face ?? ""),
    ),
  );
  // A document may name a font that nothing of it is in.
  const plain = named === "Kannada" ? /[\u00a1-\u00ff]/.test(words) : /[a-zA-Z]{2}/.test(words);
  return legacyScript(words) ?? (named && plain ? named : null);
}

/** The passages that visitors would see as Western letters. */
export function $legacyPassages(): Advice[] {
  return $textBlocks()
    .map((node) => ({ key: node.getKey(), words: node.getTextContent().trim() }))
    .flatMap(({ key, words }) => {
      const script = legacyScript(words);
      if (!script) return [];
      const font = LEGACY_SCRIPTS[script].fonts;
      const advice = `is ${script} for a font such as ${font}: visitors see these letters. Convert it to Unicode first.`;
      return [{ key, words: beginningOf(words), advice }];
    });
}
