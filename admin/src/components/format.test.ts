import { describe, expect, test } from "vitest";
import { formatComing, formatDuration } from "./format";

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

test("a moment to come is told by its day, in a word when that is near", () => {
  const now = new Date(2026, 6, 31, 20, 0);
  const at = (day: number, hour: number) => formatComing(new Date(2026, 6, day, hour).toISOString(), now);
  expect(at(31, 22)).toBe("today, 22:00");
  expect(at(32, 6)).toBe("tomorrow, 06:00");
  expect(at(33, 6)).toBe("2 Aug 2026, 06:00");
});
