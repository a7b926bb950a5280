import { expect, it } from "vitest";
import { lengthOf, shorten, tooLong } from "./length";

it.each([
  ["", 0],
  ["Asha", 4],
  ["क्षत्रिय", 3],
  ["ಪರೀಕ್ಷೆ", 4],
  ["👨‍👩‍👧‍👦", 1],
  ["🇮🇳🇮🇳", 2],
  ["e\u0301", 1],
  [`a${"\u0301".repeat(31)}`, 2],
])("%s has %i characters, as the API counts them", (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

it("what is too long says by how much", () => {
  expect(tooLong("👨‍👩‍👧‍👦".repeat(300), 300)).toBeUndefined();
  expect(tooLong("क्ष".repeat(312), 300)).toBe("Give at most 300 characters; these are 312.");
});

it("a name in a sentence ends with a whole letter", () => {
  expect(shorten("क्षत्रिय", 2)).toBe("क्षत्रि…");
  expect(shorten("a 👨‍👩‍👧‍👦 b", 3)).toBe("a 👨‍👩‍👧‍👦…");
  expect(shorten("क्षत्रिय", 3)).toBe("क्षत्रिय");
});
