import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { secretTriggerScript } from "./secret-trigger";

// The script as it stands in a page, with each click in a document of its own.
const kept = new Map<string, string>();
const opened: number[] = [];

function click(now: number): boolean {
  vi.setSystemTime(now);
  let answer: (event: unknown) => void = () => {};
  const page = {
    addEventListener: (_: string, handler: typeof answer) => {
      answer = handler;
    },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    location: { assign: () => opened.push(now) },
  };
  new Function(...Object.keys(page), secretTriggerScript)(...Object.values(page));
  let prevented = false;
  answer({
    target: { closest: () => ({}) },
    preventDefault: () => {
      prevented = true;
    },
  });
  return prevented;
}

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  opened.length = 0;
});
afterEach(() => vi.useRealTimers());

const clicks = (times: number[]) => times.map(click);

test("the seventh click in a row opens the door, and only it", () => {
  expect(clicks([0, 1, 2, 3, 4, 5, 6, 7])).toEqual([false, false, false, false, false, false, true, false]);
  expect(opened).toEqual([6]);
});

test("a pause of exactly 8 seconds still belongs to the row", () => {
  expect(clicks([0, 8000, 16000, 24000, 32000, 40000, 48000]).at(-1)).toBe(true);
});

test("a longer pause starts a new row, counted from the click after it", () => {
  expect(clicks([0, 1, 2, 3, 4, 5, 8006]).at(-1)).toBe(false);
  kept.clear();
  expect(clicks([0, 1, 8002, 8003, 8004, 8005, 8006, 8007, 8008]).at(-1)).toBe(true);
});

test("after it opened, seven more are needed", () => {
  expect(clicks(Array.from({ length: 14 }, (_, i) => i)).filter(Boolean)).toHaveLength(2);
  kept.clear();
  expect(clicks(Array.from({ length: 13 }, (_, i) => i)).filter(Boolean)).toHaveLength(1);
});
