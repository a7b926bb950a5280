import { expect, test } from "vitest";
import { secretTrigger } from "./secret-trigger";

const clicks = (times: number[]) => {
  const click = secretTrigger();
  return times.map((time) => click(time));
};

test("the seventh click in a row opens the door, and only it", () => {
  expect(clicks([0, 1, 2, 3, 4, 5, 6, 7])).toEqual([false, false, false, false, false, false, true, false]);
});

test("a pause of exactly 8 seconds still belongs to the row", () => {
  expect(clicks([0, 8000, 16000, 24000, 32000, 40000, 48000]).at(-1)).toBe(true);
});

test("a longer pause starts a new row, counted from the click after it", () => {
  expect(clicks([0, 1, 2, 3, 4, 5, 8006]).at(-1)).toBe(false);
  expect(clicks([0, 1, 8002, 8003, 8004, 8005, 8006, 8007, 8008]).at(-1)).toBe(true);
});

test("after it opened, seven more are needed", () => {
  expect(clicks(Array.from({ length: 14 }, (_, i) => i)).filter(Boolean)).toHaveLength(2);
  expect(clicks(Array.from({ length: 13 }, (_, i) => i)).filter(Boolean)).toHaveLength(1);
});
