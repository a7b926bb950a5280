import { describe, expect, test } from "vitest";
import { formatDuration } from "./format";

describe("a duration", () => {
  test.each([
    [0, "1 ms"],
    [16.4, "16 ms"],
    [99.4, "99 ms"],
    [100, "0.1 s"],
    [9949, "9.9 s"],
    [9950, "10 s"],
    [59_499, "59 s"],
    [125_000, "2 min 5 s"],
  ])("of %d ms is read as %s", (milliseconds, words) => {
    expect(formatDuration(milliseconds)).toBe(words);
  });
});
