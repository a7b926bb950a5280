/*
 * Kannada as it is written for the fonts of Nudi and Baraha (BRH): each code shows a part of a syllable, in the order in
 * which it is drawn. A base comes first, then its vowel, its lengthening, the consonants below it and the arkavattu above
 * it, in any order. Unicode has the consonants as they are spoken, and then the vowel.
 */

const pairs = (table: string) => new Map(table.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)] as const));

/** Letters that stand alone. */
const VOWELS = pairs("Cಅ Dಆ Eಇ Fಈ Gಉ Hಊ Jಎ Kಏ Lಐ Mಒ Nಓ Oಔ");
/** Consonants without the sign of a vowel, which follows. */
const BARE = pairs("Pಕ Sಖ Uಗ Wಘ Zಚ bಛ eಜ mಟ oಠ qಡ uಣ vತ xಥ zದ £ನ ¥ಪ ¨ಬ ªವ gರ ¯ಲ ±ಶ µಷ ¸ಸ ºಹ ¼ಳ");
/** Consonants with the vowel a. */
const FULL = pairs("Rಖ Yಙ dಜ kಞ lಟ tಣ §ಬ ®ಲ");
/** Consonants with the vowel i. */
const WITH_I = pairs("Qಕ Tಖ Vಗ Xಘ aಚ cಛ fಜ nಟ pಠ rಡ wತ yಥ ¢ದ ¤ನ ¦ಪ ©ಬ «ವ ¬ಯ jರ °ಲ ²ಶ ¶ಷ ¹ಸ »ಹ ½ಳ");
/** Consonants below another one. */
const BELOW = pairs(
  "Ìಕ Íಖ Îಗ Ïಘ Ðಙ Ñಚ Òಛ Óಜ Ôಝ Õಞ Öಟ ×ಠ Øಡ Ùಢ Úಣ Ûತ Üಥ Ýದ Þಧ ßನ àಪ áಫ âಬ ãಭ äಮ åಯ æರ çರ èಲ éವ êಶ ëಷ ìಸ íಹ îಳ",
);
/** With the stroke below that makes an aspirate of them. */
const ASPIRATES = new Map([
  ["ಡ", "ಢ"],
  ["ದ", "ಧ"],
  ["ಪ", "ಫ"],
  ["ಬ", "ಭ"],
]);

const VIRAMA = "್";
/** Keeps ರ a whole letter with a consonant below it: without, it becomes an arkavattu. */
const ZWJ = "\u200d";
/** Keeps a consonant without a vowel apart from the next one. */
const ZWNJ = "\u200c";

const BASES = [...BARE.keys(), ...FULL.keys(), ...WITH_I.keys()].join("");
/** The parts of a word: a base with its signs, a vowel alone, ಂ or ಃ, and characters of every script. */
const PARTS = new RegExp(
  `([A0]i|[${BASES}])([shiü\u00c0-\u00d6\u00d7-\u00f0\u00f6\u00f7]*)|(I[ÄÆ])|([C-HJ-O])|([AB])|([^A-Za-z\u00a1-\u00ff])`,
  "y",
);

/** A word of such a font in Unicode; null when it is none. */
export function kannadaOf(word: string): string | null {
  // Systems write µ in two ways.
  const text = word.replaceAll("\u03bc", "\u00b5");
  const ascii = !/[\u00a1-\u00ff]/.test(text);
  // No long word is without a sign.
  if (ascii && /[a-zA-Z]{4}/.test(text)) return null;
  let result = "";
  PARTS.lastIndex = 0;
  while (PARTS.lastIndex < text.length) {
    const found = PARTS.exec(text);
    if (!found) return null;
    const [, base, signs = "", rVowel, vowel, sign, other] = found;
    const inWord = /[\u0c80-\u0cff]$/.test(result);
    // No word without signs has a vowel within, and none begins with ಂ.
    if ((ascii && (vowel ?? rVowel) && inWord) || (sign && !inWord)) return null;
    const written = base
      ? syllable(base, signs)
      : rVowel
        ? rVowel === "IÄ"
          ? "ಋ"
          : "ೠ"
        : sign
          ? sign === "A"
            ? "ಂ"
            : "ಃ"
          : (VOWELS.get(vowel ?? "") ?? other);
    if (written === null || written === undefined) return null;
    result += (base && result.endsWith(VIRAMA) ? ZWNJ : "") + written;
  }
  return result;
}

/** A syllable in Unicode, of its base and the signs around it; null when there is none of these. */
function syllable(base: string, signs: string): string | null {
  const left = [...signs].filter((sign) => sign !== "ö" && sign !== "÷");
  const take = (...any: string[]) => {
    const index = left.findIndex((sign) => any.includes(sign));
    return index === -1 ? "" : (left.splice(index, 1)[0] ?? "");
  };
  let letter = BARE.get(base) ?? FULL.get(base) ?? WITH_I.get(base) ?? "ಯ";
  const aspirate = take("s", "ü") ? ASPIRATES.get(letter) : letter;
  if (aspirate === undefined) return null;
  letter = aspirate;
  // ಮ, ಯ and ಝ are ವ and others with a stroke that looks as the sign of u, or i where another sign is in its place.
  const withStroke = left.includes("É") && left.includes("Æ");
  if (letter === "ವ" && (take("i", "Ä") || withStroke)) letter = "ಮ";
  else if (letter === "ಯ" && !take("i", "Ä") && !withStroke) return null;
  else if (letter === "ರ" && take("h")) {
    if (!take("i", "Ä") && !withStroke) return null;
    letter = "ಝ";
  }
  const below = left.flatMap((sign) => BELOW.get(sign) ?? []);
  const above = take("ð");
  const vowels = left.filter((sign) => !BELOW.has(sign));
  const vowel = vowelOf(vowels.join(""), FULL.has(base) ? "a" : WITH_I.has(base) ? "i" : "");
  if (vowel === null) return null;
  const joint = letter === "ರ" && below.length > 0 && !above ? ZWJ : "";
  return `${above && `ರ${VIRAMA}`}${letter}${joint}${below.map((one) => VIRAMA + one).join("")}${vowel}`;
}

/** The vowels by their signs. */
const VOWEL_SIGNS = new Map(
  "À: Á:ಾ Â:ಿ ï:್ É:ೆ ÉÃ:ೇ ÉÊ:ೈ ÉÆ:ೊ ÉÇ:ೊ ÉÆÃ:ೋ ÉÇÃ:ೋ Ë:ೌ ÀÄ:ು ÀÅ:ು ÀÆ:ೂ ÀÇ:ೂ ÀÈ:ೃ ÀÈÃ:ೄ"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([signs = "", vowel = ""]) => [[...signs].sort().join(""), vowel] as const),
);

function vowelOf(signs: string, inherent: string): string | null {
  if (inherent === "i") return signs === "" ? "ಿ" : signs === "Ã" ? "ೀ" : null;
  // A letter that has its a is written as one that is given it.
  const given = inherent === "a" && !/[ÀÁÂÉËï]/.test(signs) ? `À${signs}` : signs;
  // ಮ and ಯ have it before every sign.
  const own = /[ÁËï]/.test(given) ? given.replace("À", "") : given;
  return VOWEL_SIGNS.get([...own].sort().join("")) ?? null;
}
