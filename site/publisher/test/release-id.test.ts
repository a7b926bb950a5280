import { expect, test } from "vitest";
import { idAfter } from "../release-id";

const NOON = new Date("2026-01-15T12:00:00.000Z");

test("an id says when the release was made", () => {
  expect(idAfter(undefined, NOON)).toMatch(/^20260115T120000000Z-[0-9a-f]{8}$/);
  expect(idAfter("20260115T115959999Z-ffffffff", NOON)).toMatch(/^20260115T120000000Z-/);
});

test.each([
  ["in the same millisecond", "20260115T120000000Z-ffffffff", "20260115T120000001Z"],
  ["on a clock that was set back", "20260115T235959999Z-00000000", "20260116T000000000Z"],
  ["on a clock that was a year ahead", "20270228T235959999Z-00000000", "20270301T000000000Z"],
])("ids of releases made one after the other sort in that order, %s", (_, before, time) => {
  const id = idAfter(before, NOON);
  expect(id.startsWith(`${time}-`)).toBe(true);
  expect([id, before].sort()).toEqual([before, id]);
});

test("an id that holds no time is no obstacle", () => {
  expect(idAfter("by-hand", NOON)).toMatch(/^20260115T120000000Z-/);
});
