import { expect, test } from "vitest";
import { Replays } from "../replays";

test("a signature is known for as long as it is believed, and no longer", () => {
  let now = 0;
  const replays = new Replays(() => now);
  expect(replays.first("a")).toBe(true);
  now = 599_000;
  expect(replays.first("a")).toBe(false);
  now = 601_000;
  expect(replays.first("a")).toBe(true);
});

test("of too many the newest are known", () => {
  const replays = new Replays(() => 0);
  for (let i = 0; i < 30_000; i++) replays.first(`signature ${i}`);
  expect(replays.first("signature 29999")).toBe(false);
  expect(replays.first("signature 0")).toBe(true);
});
