import path from "node:path";
import { inflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { breakLines } from "./lines";
import { drawPreview } from "./picture";
import { runsOf, Shaper } from "./shape";

let shaper: Shaper;
beforeAll(async () => {
  shaper = await Shaper.open(path.resolve(import.meta.dirname, "fonts"));
});
const measure = (text: string) => shaper.shape(text, 1).width;
const glyphs = (text: string) => shaper.shape(text, 10).svg.match(/<path/g)?.length ?? 0;

test("Devanagari and Kannada are shaped: letters join, signs go where they are read", () => {
  // Four characters, one conjunct and one sign.
  expect(glyphs("क्षि")).toBe(2);
  expect(glyphs("ಕ್ಷ")).toBeLessThan(3);
  // The short i is written after its consonant and drawn before it.
  const [first] = shaper.shape("कि", 10).svg.split("/>");
  expect(first).not.toBe(shaper.shape("क", 10).svg.split("/>")[0]);
});

test("a text is cut into pieces of one script; joiners stay with their letter", () => {
  expect(runsOf("PSI ಪರೀಕ್ಷೆ और क्\u200dष").map((run) => run.script)).toEqual([
    "latin",
    "kannada",
    "latin",
    "devanagari",
    "latin",
    "devanagari",
  ]);
});

test("characters that no font has are left out and take no room", () => {
  expect(measure("a🙂b")).toBeCloseTo(measure("ab"), 5);
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
