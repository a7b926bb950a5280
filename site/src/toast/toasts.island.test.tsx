import { fireEvent, screen } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import "@/islands/testing";
import { notify } from "./notify";

// The messages at the bottom right: how long they stay, how many there are, and what keys and a drag do.

// jsdom does not know its name, which is set by ariaLabel.
const region = () => document.querySelector("body > section") as HTMLElement;
const toasts = () => [...document.querySelectorAll<HTMLElement>(".toast")];
const only = () => toasts()[0] as HTMLElement;
const field = document.createElement("input");

/** Lets time pass, in steps as short as the work that is done in them. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 50) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 50));
    await rendered();
  }
}

/** Effects go from message to message, which a clock that stands still does not hold. */
async function rendered(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    });
  }
}

/** Moves time on until there are this many toasts; returns how long that took. */
async function until(count: number, within = 60_000): Promise<number> {
  const since = Date.now();
  while (toasts().length !== count) {
    if (Date.now() - since > within) throw new Error(`there are ${toasts().length} toasts, not ${count}`);
    await pass(50);
  }
  return Date.now() - since;
}

async function say(message = "Sent", count = 1): Promise<void> {
  notify(message, "success");
  // Its file is fetched, which takes no time of this clock.
  await vi.waitFor(() => expect(region()).not.toBeNull(), 20_000);
  await until(count);
}

/** How long a toast stays, and how long it may take to be gone from the page. */
const STAYS = 4000;
const GOES = 700;

beforeEach(() => {
  // A press that leaves a toast is still its own, which jsdom does not know.
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  document.body.prepend(field);
});
afterEach(async () => {
  for (const close of document.querySelectorAll<HTMLElement>(".toast-close")) close.click();
  await until(0);
  field.remove();
});

test("a toast goes after 4000 ms", async () => {
  await say();
  expect([only().textContent, only().role]).toEqual(["Sent", "status"]);
  await pass(STAYS - 100);
  expect(toasts().length).toBe(1);
  expect(await until(0)).toBeLessThan(100 + GOES);
});

test("there are three at most; the oldest of four gives way", async () => {
  for (const [i, message] of ["One", "Two", "Three"].entries()) await say(message, i + 1);
  notify("Four", "error");
  await vi.waitFor(async () => {
    await pass(50);
    expect(toasts().map((one) => one.textContent)).toContain("Four");
  }, 20_000);
  await until(3);
  const texts = toasts().map((one) => one.textContent);
  expect(texts.sort()).toEqual(["Four", "Three", "Two"]);
  expect(screen.getByRole("alert").textContent).toBe("Four");
});

test("the pointer, the focus and a hidden tab hold it", async () => {
  await say();
  const stays = async () => {
    await rendered();
    await vi.advanceTimersByTimeAsync(60_000);
    await rendered();
    expect(toasts().length).toBe(1);
  };
  await pass(2000);
  fireEvent.pointerEnter(region());
  await stays();
  fireEvent.pointerLeave(region());

  fireEvent.keyDown(document.body, { altKey: true, code: "KeyT" });
  await stays();
  fireEvent.keyDown(only(), { key: "Escape" });

  const hide = (value: boolean) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide(true);
  await stays();
  hide(false);
  await rendered();
  await pass(STAYS - 2000 - 200);
  expect(toasts().length).toBe(1);
  expect(await until(0)).toBeLessThan(200 + GOES);
});

test("Alt+T goes to the toast, Escape back to where one was, and so does its button", async () => {
  await say();
  field.focus();
  fireEvent.keyDown(field, { altKey: true, code: "KeyT" });
  expect(document.activeElement).toBe(only());
  fireEvent.keyDown(only(), { key: "Escape" });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { altKey: true, code: "KeyT" });
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close notification" }));
  (document.activeElement as HTMLElement).click();
  await until(0);
  expect(document.activeElement).toBe(field);
});

test("dragged 45 px or faster than 0.11 px a millisecond it goes, otherwise it stays", async () => {
  const swipe = async (distance: number, milliseconds: number) => {
    const at = (type: string, clientX: number, timeStamp: number) => {
      const event = new PointerEvent(type, { bubbles: true, clientX });
      Object.defineProperty(event, "timeStamp", { value: timeStamp });
      only().dispatchEvent(event);
    };
    at("pointerdown", 100, 1000);
    at("pointermove", 100 + distance, 1000 + milliseconds);
    await rendered();
    expect(only().style.transform).toBe(`translateX(${Math.max(0, distance)}px)`);
    at("pointerup", 100 + distance, 1000 + milliseconds);
    await pass(600);
  };
  await say();
  await swipe(44, 1000);
  await swipe(11, 100);
  await swipe(-80, 100);
  expect([toasts().length, only().style.transform]).toEqual([1, "translateX(0px)"]);
  await swipe(45, 1000);
  expect(await until(0)).toBeLessThan(GOES);
  await say();
  await swipe(12, 100);
  expect(await until(0)).toBeLessThan(GOES);
});
