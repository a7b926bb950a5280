import { expect, test } from "vitest";
import { secretClick, secretScript } from "./secret-trigger";

/** The storage of a tab, from one document to the next. */
function storage(left: string | null = null) {
  let kept = left;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

const clicks = (times: number[], tab = storage()) => times.map((time) => secretClick(tab, 1_800_000_000_000 + time));

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

test.each(["", "nonsense", "x 1800000000000", "9"])("what others have stored there, %j, opens nothing", (kept) => {
  expect(clicks([0, 1, 2, 3, 4, 5], storage(kept))).not.toContain(true);
});

test("the script in the page counts the clicks on About in the main menu alone, and the seventh leads to the door", () => {
  const led: string[] = [];
  const listeners: ((event: object) => void)[] = [];
  const page = {
    addEventListener: (_: "click", listener: (event: object) => void) => listeners.push(listener),
    sessionStorage: storage(),
    location: { assign: (address: string) => led.push(address) },
  };
  new Function(...Object.keys(page), secretScript)(...Object.values(page));
  /** Clicks on what is in such a place, and returns whether the link still leads where it did. */
  const click = (place: string) => {
    let followed = true;
    const target = { closest: (selector: string) => (selector === place ? target : null) };
    const preventDefault = () => {
      followed = false;
    };
    for (const listener of listeners) listener({ target, preventDefault });
    return followed;
  };
  const about = '#main-menu [href="/about-us"]';
  expect([about, about, about, "footer", about, about, about].map(click)).not.toContain(false);
  expect(led).toEqual([]);
  expect([click(about), led]).toEqual([false, ["/auth"]]);
});
