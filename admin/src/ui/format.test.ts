import { afterEach, describe, expect, test } from "vitest";
import { formatComing, formatDuration, storedTime, zoneHint } from "./format";

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

describe("the clock of a date field", () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  test.each([
    ["Asia/Kolkata", "2026-03-29T02:30", "Your local time (India Standard Time, GMT+05:30)."],
    ["Europe/Berlin", "2026-03-29T01:59", "Your local time (Central European Standard Time, GMT+01:00)."],
    ["Europe/Berlin", "2026-07-01T10:00:30", "Your local time (Central European Summer Time, GMT+02:00)."],
    [
      "Europe/Berlin",
      "2026-03-29T02:30",
      "Your local time (Central European Summer Time, GMT+02:00). The clocks are put forward on 29 Mar 2026: 02:30 does not exist and counts as 03:30.",
    ],
    // Twice an hour exists; the browser takes the first.
    ["Europe/Berlin", "2026-10-25T02:30", "Your local time (Central European Summer Time, GMT+02:00)."],
  ])("in %s, %s", (zone, local, words) => {
    process.env.TZ = zone;
    expect(zoneHint(local)).toBe(words);
  });

  test.each(["", "12026-01-01T10:00"])("is named without a time, too: %j", (local) => {
    process.env.TZ = "Europe/Berlin";
    expect(zoneHint(local)).toMatch(/^Your local time \(Central European (Standard|Summer) Time, GMT\+0[12]:00\)\.$/);
  });
});

test("a time that cannot be read is left to the server", () => {
  expect(storedTime("")).toBeNull();
  expect(storedTime("12026-01-01T10:00")).toBe("12026-01-01T10:00");
  expect(storedTime("2026-01-01T10:00")).toBe(new Date(2026, 0, 1, 10).toISOString());
});
