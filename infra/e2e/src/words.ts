/** Texts that people write, and that programs have broken on. */

/** One title in each script that an academy in India may meet. */
export const scripts = [
  "தமிழ்நாடு",
  "పోటీ పరీక్షలు",
  "മത്സരപരീക്ഷകൾക്കുള്ള തയ്യാറെടുപ്പ്",
  "প্রতিযোগিতামূলক পরীক্ষা।",
  "સ્પર્ધાત્મક પરીક્ષા",
  "ਮੁਕਾਬਲੇ ਦੀਆਂ ਪ੍ਰੀਖਿਆਵਾਂ",
  "ପ୍ରତିଯୋଗିତାମୂଳକ ପରୀକ୍ଷା",
  "तैयारी का पहला महीना",
  "ಪಿಎಸ್ಐ ಪರೀಕ್ಷೆ",
  "ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ",
  "ꯃꯤꯇꯩ ꯃꯌꯦꯛ",
  "مقابلہ جاتی امتحانات کی تیاری، ۲۰۲۶؟",
  "كيف تقرأ الصحيفة",
  "איך לקרוא עיתון",
  "සිංහල",
  "日本語の試験",
  "การสอบ",
  "Ελληνικά, Русский & Łódź",
];

/** What has no letters, hardly any, or too many of them. */
export const shapes = [
  "🎉",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈 🇮🇳 1️⃣",
  "x",
  "அ",
  "ि",
  "؟",
  "—",
  "W".repeat(300),
  "त".repeat(300),
  "क्षि".repeat(60),
  "NCERT کتابیں (حصہ 2) and தமிழ் together",
  `Z${"\u0301\u0323\u0489".repeat(40)}algo`,
  "Save $& and %s, $` or $1",
  "<b>\"quoted\" & 'apart'</b>",
];

/** Names of members that JavaScript's objects have, and words that the site's own code and addresses know. */
export const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "keys",
  "page",
  "all",
  "article",
];

/** A small generator with a seed, so that a failure can be repeated. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of such a generator repeat soon.
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [...scripts, ...shapes, ...names].flatMap((text) => [...new Intl.Segmenter("en").segment(text)]);
const between = ["", "", " ", " ", "-", "\u200d", "\u200c", "\u200b", "\u00ad", "\ufe0f", "\u2066", "\u202e", "\u061c"];

/** A text of up to 40 letters and signs of any of these scripts, in any order. */
export function mixture(next: (below: number) => number): string {
  const pick = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  return Array.from({ length: 1 + next(40) }, () => pick(pieces).segment + pick(between)).join("");
}
