import { expect, it } from "vitest";
import { isSwipe } from "./swipe";

it.each([
  [45, 5000, true],
  [44, 5000, false],
  [20, 100, true],
  [10, 100, false],
  [0, 1, false],
  [-60, 100, false],
])("a drag of %d px in %d ms throws a toast away: %s", (pixels, milliseconds, thrown) => {
  expect(isSwipe(pixels, milliseconds)).toBe(thrown);
});
