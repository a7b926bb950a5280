import { expect, test } from "vitest";
import { says, together } from "./ask";

test("an answer says what was built when every member is the same, whatever else it has", () => {
  expect(says({ a: 1, b: [{ c: null, d: "x" }], e: true }, { a: 1, b: [{ c: null }] })).toBe(true);
  expect(says([{ a: 1, more: 2 }], [{ a: 1, missing: undefined }])).toBe(true);
  expect(says([], [])).toBe(true);
});

test("it does not when a member differs, or a list is longer, shorter or in another order", () => {
  expect(says({ a: 2 }, { a: 1 })).toBe(false);
  expect(says({}, { a: 1 })).toBe(false);
  expect(says(null, { a: 1 })).toBe(false);
  expect(says({ a: {} }, { a: null })).toBe(false);
  expect(says({ 0: "x", length: 1 }, ["x"])).toBe(false);
  for (const other of [[], [1], [2, 1], [1, 2, 3]]) expect(says(other, [1, 2])).toBe(false);
});

test("what is wanted by many at the same time is done once, and again the next time", async () => {
  let done = 0;
  const work = async () => ++done;
  expect(await Promise.all([together("a", work), together("a", work), together("b", work)])).toEqual([1, 1, 2]);
  expect(await together("a", work)).toBe(3);
});

test("a failure is everybody's, and the next one tries again", async () => {
  const fail = () => Promise.reject(new Error("away"));
  const both = [together("a", fail), together("a", fail)];
  for (const one of both) await expect(one).rejects.toThrow("away");
  expect(await together("a", async () => "back")).toBe("back");
});
