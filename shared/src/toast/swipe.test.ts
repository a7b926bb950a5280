import { expect, test } from "vitest";
import { sweptAway } from "./swipe";

test("far enough, however slowly", () => {
  expect(sweptAway(45, 10_000)).toBe(true);
  expect(sweptAway(44, 10_000)).toBe(false);
});

test("fast enough, however short", () => {
  expect(sweptAway(12, 100)).toBe(true);
  expect(sweptAway(11, 100)).toBe(false);
});

test("not at all, or the other way", () => {
  expect(sweptAway(0, 0)).toBe(false);
  expect(sweptAway(-80, 100)).toBe(false);
});
