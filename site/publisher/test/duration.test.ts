import { expect, test } from "vitest";
import { parseDuration } from "../duration";

test.each([
  ["30m", 1_800_000],
  ["1h30m", 5_400_000],
  ["90s", 90_000],
  ["1.5h", 5_400_000],
  ["1h0m0s", 3_600_000],
])("%s", (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(["", "30", "m", "30 m", "-1h", "1d"])("%j is no duration", (text) => expect(parseDuration(text)).toBeNaN());
