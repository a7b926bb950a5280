import { expect, test } from "vitest";
import { contains, fold } from "./fold";

test.each([
  ["é, composed and not, and e", ["Café", "Cafe\u0301", "CAFÉ", "cafe", "cafe\u200d\u0301"]],
  ["several marks, and none", ["Nguyễn", "nguyen", "Nguye\u0303\u0302n"]],
  ["words of Sanskrit", ["Kṣatriya", "ksatriya"]],
  ["क़, composed and not", ["\u0958लम", "क\u093cलम"]],
  ["ೊ and its two parts", ["ಕ\u0cca", "ಕ\u0cc6\u0cc2"]],
  ["ொ and its two parts", ["க\u0bca", "க\u0bc6\u0bbe"]],
  ["invisible characters", ["क्षत्रिय", "क\u094d\u200dष\u200bत्\u200cरिय\ufeff", "क्\u00adषत्रिय"]],
  ["full-width letters, a ligature", ["office 12", "ＯＦＦＩＣＥ １２", "o\ufb03ce 12"]],
  ["letters whose case is not simple", ["Straße", "STRASSE", "straẞe"]],
  ["a final sigma", ["ΛΟΓΟΣ", "λογος"]],
])("%s", (_, same) => expect(new Set(same.map(fold)).size).toBe(1));

test.each([
  ["कलम", "क़लम"],
  ["कि", "की"],
  ["क", "के"],
  ["ಕೆ", "ಕೊ"],
  ["ಕ", "ಕ್"],
  ["கி", "க"],
  ["й", "и"],
])("%s and %s are different letters", (one, other) => expect(fold(one)).not.toBe(fold(other)));

test("a text contains words in whatever form they are typed", () => {
  expect(contains("Old Café", " CAFE\u0301 ")).toBe(true);
  expect(contains("Old Café", "cafe")).toBe(true);
  expect(contains("क़लम", "कलम")).toBe(false);
});
