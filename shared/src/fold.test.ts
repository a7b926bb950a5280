import { expect, test } from "vitest";
import { contains, fold } from "./fold";

test.each([
  ["é, composed and not", ["Café", "Cafe\u0301", "CAFÉ"]],
  ["क़, composed and not", ["\u0958लम", "क\u093cलम"]],
  ["ೊ and its two parts", ["ಕ\u0cca", "ಕ\u0cc6\u0cc2"]],
  ["ொ and its two parts", ["க\u0bca", "க\u0bc6\u0bbe"]],
  ["invisible characters", ["क्षत्रिय", "क\u094d\u200dष\u200bत्\u200cरिय\ufeff", "क्\u00adषत्रिय"]],
  ["full-width letters, a ligature", ["office 12", "ＯＦＦＩＣＥ １２", "o\ufb03ce 12"]],
  ["letters whose case is not simple", ["Straße", "STRASSE", "straẞe"]],
  ["a final sigma", ["ΛΟΓΟΣ", "λογος"]],
])("%s", (_, same) => expect(new Set(same.map(fold)).size).toBe(1));

test("other letters are others", () => {
  expect(contains("Café", "Cafe")).toBe(false);
  expect(contains("क़लम", "कलम")).toBe(false);
  expect(contains("Old Café", " CAFE\u0301 ")).toBe(true);
});
