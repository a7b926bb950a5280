import { expect, test } from "vitest";
import { type DateWords, longDate } from "./date";

const words: DateWords = {
  date: "{month} {day}, {year}",
  months: "January, February, March, April, May, June, July, August, September, October, November, December",
};

test("dates are written in full, in the academy's zone", () => {
  expect(longDate("2025-10-02T04:00:00Z", "Asia/Kolkata", words)).toBe("October 2, 2025");
});

test("in the evening of UTC it is the next day in Kolkata", () => {
  expect(longDate("2025-12-31T18:29:59Z", "Asia/Kolkata", words)).toBe("December 31, 2025");
  expect(longDate("2025-12-31T18:30:00Z", "Asia/Kolkata", words)).toBe("January 1, 2026");
});

test("what is no date is left out", () => expect(longDate("", "Asia/Kolkata", words)).toBe(""));

test("in other words: another order, other names", () => {
  const other = { date: "{day} {month} {year}", months: words.months.replace("October", "अक्टूबर") };
  expect(longDate("2025-10-02T04:00:00Z", "Asia/Kolkata", other)).toBe("2 अक्टूबर 2025");
});
