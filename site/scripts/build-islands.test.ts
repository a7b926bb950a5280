import path from "node:path";
import { expect, test } from "vitest";
import { classNamesOf } from "./build-islands.mjs";

test("a style sheet gives the same names each time, in the same order: files are named after what is in them", async () => {
  const file = path.resolve(import.meta.dirname, "../src/features/navigation/navigation.module.css");
  const all = await Promise.all(Array.from({ length: 20 }, () => classNamesOf(file)));
  expect(Object.keys(all[0] ?? {})).toContain("menuButton");
  expect(new Set(all.map((names) => JSON.stringify(names))).size).toBe(1);
});
