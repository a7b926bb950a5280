/*
 * Hindi as it is written for Kruti Dev 010 and DevLys 010: the keys of a typewriter, in the order in which their parts
 * are drawn. The sign of i stands before its consonants, the reph after their vowels. Unicode has both as they are
 * spoken.
 */

/** The sign of i, the reph after its syllable, and a reph before it: moved when the rest is known. */
const [I, REPH, REPH_BEFORE] = ["\ue000", "\ue001", "\ue002"];
/** Ends a consonant whose second half is to follow. */
const HALF = "्\ue003";

const table = (text: string, end = "") =>
  text.split(" ").map((pair) => [pair.slice(0, -1), pair.slice(-1) + end] as const);
const longer = (text: string) =>
  text
    .normalize("NFC")
    .split(" ")
    .map((pair) => pair.split("→") as [string, string]);

/** Letters that lack their upright stroke; `k` gives it to them. */
const HALVES = table("[ख Dक Xग ?घ Pच Tज ÷झ .ण Rत Fथ /ध èध Uन Iप ¶फ Cब Hभ Eम ¸य Yल Oव 'श Üश \"ष Lस ºह Öझ");
const WHOLE = table(
  "dक xग ³ङ pच Nछ tज >झ ¥ञ Vट Bठ Mड <ढ rत nद uन iप Qफ cब Òभ eम ;य jर yल Gळ oव lस gह " +
    "vअ bइ mउ Åऊ _ऋ ,ए kा hी qु wू `ृ sे Sै aं ¡ँ Wॅ ‚ॉ +़ •ऽ ·ऽ ~् " +
    "å० ƒ१ „२ …३ †४ ‡५ ˆ६ ‰७ Š८ ‹९ Œ॰ ñ॰ A। -. &- ], \\? ^‘ *’ Þ“ ß” (; ¼( ½) ¿{ À} ¾= @/",
);
const LONGER = longer(
  "vk→आ vks→ओ vkS→औ v‚→ऑ vkW→ऑ kW→ॉ bZ→ई b±→ईं ,s→ऐ ks→ो kS→ौ {k→क्ष =→त्र K→ज्ञ J→श्र ê→ट्ट ë→ट्ठ ì→ड्ड ï→ड्ढ í→द्द )→द्ध |→द्य }→द्व " +
    "æ→द्र ä→क्त é→न्न ô→क्क Ø→क्र Ý→फ्र ç→प्र Á→प्र à→ह्न á→ह्य â→हृ ã→ह्म –→दृ —→कृ #→रु :→रू ª→्र z→्र î→्य Ó→्य È→ीं " +
    "Ì→द्द Í→ट्ट Î→ट्ठ Ï→ड्ड Ñ→कृ Ô→ड्ढ Ùk→त्त " +
    "[+k→ख़ [+→ख़् d+→क़ x+→ग़ t+→ज़ T+→ज़् M+→ड़ <+→ढ़ Q+→फ़ ¶+→फ़् ;+→य़",
);
const HALF_LONGER = longer("{→क्ष «→त्र Ù→त्त ™→न्न");

const CODES = new Map<string, string>([
  ...WHOLE,
  ...HALVES.flatMap(([code, letter]): [string, string][] => [
    [code, letter + HALF],
    [`${code}k`, letter],
  ]),
  ...HALF_LONGER.map(([code, letters]): [string, string] => [code, letters + HALF]),
  ...LONGER,
  ["f", I],
  ["Z", REPH],
  ["±", `${REPH}ं`],
  ["Ê", `ी${REPH}`],
  ["Æ", `${REPH_BEFORE}${I}`],
  ["Ç", `${I}ं`],
  ["É", `${REPH_BEFORE}${I}ं`],
]);
const LONGEST = Math.max(...[...CODES.keys()].map(({ length }) => length));

const CONSONANTS = "(?:[क-ह]़?्)*[क-ह]़?";
const SIGNS = "[\u093e-\u094cॅॉंँः]*";
const MOVES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${REPH_BEFORE}${I}(ं?)(${CONSONANTS})`, "g"), `र्$2ि$1`],
  [new RegExp(`${I}(ं?)(${CONSONANTS})`, "g"), "$2ि$1"],
  [new RegExp(`(${CONSONANTS})(${SIGNS})${REPH}`, "g"), "र्$1$2"],
  // A sign and its dot, in the order of Unicode.
  [/([ंँ])([\u093e-\u094c])/g, "$2$1"],
];

/** Words that end with ः; in others, the same key is a colon. */
const WITH_VISARGA = /(अत|पुन|प्राय|स्वत|मुख्यत|सामान्यत|विशेषत|अंशत|पूर्णत|क्रमश|संभवत|सम्भवत|वस्तुत|अन्तत|अंतत|फलत|मूलत|शनै)$/;

/** A syllable of Hindi, or what stands between. */
const WORD = new RegExp(
  `^(?:[अ-औ][ंँः]?|${CONSONANTS}(?:्(?![क-ह]))?[\u093e-\u094cॅॉ]?[ंँः]?|[०-९0-9ऽ॰]|[^\\p{L}\\p{M}\\p{N}\\p{Co}])+$`,
  "u",
);

/** A word of such a font in Unicode; null when it is none. */
export function hindiOf(word: string): string | null {
  let text = "";
  for (let at = 0; at < word.length; ) {
    let length = Math.min(LONGEST, word.length - at);
    while (length > 0 && !CODES.has(word.slice(at, at + length))) length--;
    const code = word.slice(at, at + Math.max(length, 1));
    if (code === "%") text += /^[a-zA-Z;[{"'/?]/.test(word.slice(at + 1)) || WITH_VISARGA.test(text) ? "ः" : ":";
    else text += CODES.get(code) ?? code;
    at += code.length;
  }
  text = text.replace(/\ue003(?=[क-ह])/g, "");
  for (const [from, to] of MOVES) text = text.replace(from, to);
  return WORD.test(text) ? text : null;
}
