import { expect, test } from "vitest";
import { longDate } from "./date";

test("dates are written in full, in the academy's zone", () => {
  expect(longDate("2025-10-02T04:00:00Z", "Asia/Kolkata")).toBe("October 2, 2025");
});

test("in the evening of UTC it is the next day in Kolkata", () => {
  expect(longDate("2025-12-31T18:29:59Z", "Asia/Kolkata")).toBe("December 31, 2025");
  expect(longDate("2025-12-31T18:30:00Z", "Asia/Kolkata")).toBe("January 1, 2026");
});

test("what is no date is left out", () => expect(longDate("", "Asia/Kolkata")).toBe(""));
