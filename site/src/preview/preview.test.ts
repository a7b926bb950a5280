import path from "node:path";
import { inflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { breakLines } from "./lines";
import { drawPreview } from "./picture";
import { directionOf, Shaper } from "./shape";

let shaper: Shaper;
beforeAll(async () => {
  shaper = await Shaper.open(path.resolve(import.meta.dirname, "fonts"));
});
const measure = (text: string) => shaper.width(text);
const glyphs = (text: string) => shaper.shape(text, 10).svg.match(/<path/g)?.length ?? 0;

test("Devanagari and Kannada are shaped: letters join, signs go where they are read", () => {
  // Four characters, one conjunct and one sign.
  expect(glyphs("क्षि")).toBe(2);
  expect(glyphs("ಕ್ಷ")).toBeLessThan(3);
  // The short i is written after its consonant and drawn before it.
  const [first] = shaper.shape("कि", 10).svg.split("/>");
  expect(first).not.toBe(shaper.shape("क", 10).svg.split("/>")[0]);
});

const runs = (text: string) => shaper.runs(text).map((run) => run.text);

test("a text is cut into pieces of one script; joiners and marks stay with their letter", () => {
  expect(runs("PSI ಪರೀಕ್ಷೆ और क्\u200dष")).toEqual(["PSI ", "ಪರೀಕ್ಷೆ", " ", "और", " ", "क्\u200dष"]);
  expect(runs("Cafe\u0301")).toEqual(["Cafe\u0301"]);
});

test("a sign that several scripts have is drawn from the font of the letters before it", () => {
  expect(runs("প্রস্তুতি। a।")).toEqual(["প্রস্তুতি।", " a", "।"]);
});

const written = {
  Assamese: "অসমীয়া ভাষা",
  Bangla: "প্রতিযোগিতামূলক পরীক্ষা।",
  Gujarati: "સ્પર્ધાત્મક પરીક્ષા",
  Hebrew: "איך לקרוא עיתון",
  Hindi: "तैयारी कैसे करें?",
  Kannada: "ಪಿಎಸ್ಐ ಪರೀಕ್ಷೆ",
  Kashmiri: "کٲشُر",
  Malayalam: "മത്സരപരീക്ഷകൾക്കുള്ള തയ്യാറെടുപ്പ്",
  Manipuri: "ꯃꯤꯇꯩꯂꯣꯟ",
  Odia: "ପ୍ରତିଯୋଗିତାମୂଳକ ପରୀକ୍ଷା",
  Punjabi: "ਮੁਕਾਬਲੇ ਦੀਆਂ ਪ੍ਰੀਖਿਆਵਾਂ",
  Sanskrit: "Saṃskṛtam सँस्कृतम्",
  Santali: "ᱥᱟᱱᱛᱟᱲᱤ",
  Sindhi: "سنڌي ٻولي",
  Tamil: "தமிழ்நாடு",
  Telugu: "పోటీ పరీక్షలు",
  Urdu: "مقابلہ جاتی امتحانات کی تیاری، ۲۰۲۶؟",
};

test.each(Object.entries(written))("%s is drawn whole", (_, text) => {
  expect(shaper.drawable(text)).toBe(text);
  for (const letter of text.match(/\p{L}/gu) ?? []) expect(measure(letter), letter).toBeGreaterThan(0);
  expect(glyphs(text)).toBeGreaterThan(2);
});

test("what is read from right to left is drawn so, and what is read from left to right within it stays", () => {
  const letters = (text: string) => shaper.shape(text, 10).svg.match(/ d="[^"]+"/g);
  expect(letters("אב")).toEqual([...(letters("ב") ?? []), ...(letters("א") ?? [])]);
  expect(runs("کتاب NCERT پڑھیں")).toEqual(["پڑھیں", " ", "NCERT", " ", "کتاب"]);
  expect(runs("NCERT کتاب 12 پڑھیں now")).toEqual(["NCERT ", "پڑھیں", " ", "12", " ", "کتاب", " now"]);
  expect([directionOf("؟ کتاب a"), directionOf("a کتاب"), directionOf("12"), directionOf("")]).toEqual([
    "rtl",
    "ltr",
    "ltr",
    "ltr",
  ]);
  // A line of a title goes in the title's direction, whatever it begins with.
  expect(shaper.runs("NCERT کتاب", "rtl").map((run) => run.text)).toEqual(["کتاب", " ", "NCERT"]);
});

test("characters that no font has are left out and take no room", () => {
  expect(measure("a🙂b")).toBeCloseTo(measure("ab"), 5);
  expect(shaper.drawable(" 👩‍👩‍👧‍👦 Diwali\u202e 🎉\t日本 1️⃣ ")).toBe("Diwali 1️⃣");
});

const sizes = [
  { size: 90, lines: 2 },
  { size: 60, lines: 3 },
];

test("a short title is large, a long one smaller, a very long one ends in an ellipsis", () => {
  const broken = (title: string) => breakLines(title, { width: 900, sizes, measure });
  expect(broken("How to analyse a mock test")).toMatchObject({ size: 90, lines: ["How to analyse", "a mock test"] });
  expect(broken("A revision calendar that keeps its promises to you all year")).toMatchObject({ size: 60 });
  const long = broken("word ".repeat(60));
  expect(long.lines).toHaveLength(3);
  expect(long.lines.at(-1)).toMatch(/word…$/);
  for (const line of [...long.lines, ...broken(`${"अध्व".repeat(40)} b`).lines]) {
    expect(measure(line) * 60).toBeLessThanOrEqual(900);
  }
});

test("a title without any width is broken in bounded time", () => {
  for (const title of ["🎉", "🎉 🎊 🎈", "", " "]) {
    expect(breakLines(title, { width: 900, sizes, measure: () => 0 }).lines).toEqual([title.trim()]);
  }
  const gapsAlone = (text: string) => [...text].filter((character) => character === " ").length;
  expect(
    breakLines("a ".repeat(300), { width: 100, sizes: [{ size: 1, lines: 4 }], measure: gapsAlone }).lines,
  ).toHaveLength(3);
});

test("a word that is wider than a line is measured a few times, however long it is", () => {
  let measured = 0;
  const counting = (text: string) => {
    measured++;
    return text.length;
  };
  const { lines } = breakLines("x".repeat(10_000), { width: 100, sizes: [{ size: 1, lines: 2 }], measure: counting });
  expect(lines).toEqual([`${"x".repeat(99)}…`]);
  expect(measured).toBeLessThan(40);
});

test("equal inputs give equal bytes: a PNG of 1200 × 630 of under 100 KB", async () => {
  const preview = { site_title: "Adhva Academy", title: "ಪಿಎಸ್ಐ ಪರೀಕ್ಷೆ ದಿನಚರಿ", label: "PSI" };
  const [one, two] = [await drawPreview(preview), await drawPreview(preview)];
  expect(one.equals(two)).toBe(true);
  expect(one.subarray(1, 4).toString()).toBe("PNG");
  expect([one.readUInt32BE(16), one.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(one.length).toBeLessThan(100_000);
  const at = one.indexOf("IDAT");
  const rows = inflateSync(one.subarray(at + 4, at + 4 + one.readUInt32BE(at - 4)));
  expect(rows.length).toBe(1201 * 630);
});

const draw = (title: string, label = "") => drawPreview({ site_title: "Adhva Academy", title, label });

test("a title of which nothing can be drawn has the picture of the site", async () => {
  const plain = await draw("Adhva Academy");
  for (const title of ["🎉", "👩‍👩‍👧‍👦", "日本語？", "—", " "])
    expect((await draw(title)).equals(plain), title).toBe(true);
  expect((await draw("अ")).equals(plain)).toBe(false);
  expect((await drawPreview({ site_title: "🎉", title: "🎉", label: "🎉" })).subarray(1, 4).toString()).toBe("PNG");
});

test("the name of the site and the label end within the picture", async () => {
  // Two that differ only beyond its edge.
  const [one, other] = ["a", "b"].map((end) => "long ".repeat(50) + end);
  const pictures = await Promise.all(
    [one, other].map((text) => drawPreview({ site_title: text as string, title: "Title", label: text as string })),
  );
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
});
