import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { rendered } from "./browser";

// What the messages of the site and of the dashboard have in common, on a page whose clock stands still.

/** Moves time on in small steps until there are this many toasts; answers when that was. */
export async function until(toasts: Locator, count: number): Promise<number> {
  const page = toasts.page();
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return toasts.count();
    })
    .toBe(count);
  return page.evaluate(() => Date.now());
}

/** Expects the only toast to go 4000 ms after it came, not counting for how long it was held. */
export async function expectGone(toasts: Locator, came: number, held = 0): Promise<void> {
  const page = toasts.page();
  // Small steps are slow: only the end is walked in them. What went before comes out too short.
  await page.clock.runFor(came + held + 3800 - (await page.evaluate(() => Date.now())));
  const lasted = (await until(toasts, 0)) - came - held;
  expect(lasted).toBeGreaterThan(3900);
  expect(lasted).toBeLessThan(4700);
}

/** Expects the pointer, the focus and a hidden tab to hold the only toast, and nothing else. */
export async function expectHeld(toasts: Locator, came: number): Promise<void> {
  const page = toasts.page();
  const stays = async () => {
    await rendered(page);
    await page.clock.runFor(60_000);
    expect(await toasts.count()).toBe(1);
  };
  await page.clock.runFor(2000);
  await toasts.hover();
  await stays();
  await page.mouse.move(10, 300);
  await rendered(page);

  await page.keyboard.press("Alt+t");
  await stays();
  await page.keyboard.press("Escape");
  await rendered(page);

  await hide(page, true);
  await stays();
  await hide(page, false);
  await rendered(page);
  await expectGone(toasts, came, 3 * 60_000);
}

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** Expects the only toast, once shown, to go when it is dragged 45 px, or faster than 0.11 px a millisecond. */
export async function expectSwiped(toasts: Locator, show: () => Promise<unknown>): Promise<void> {
  const page = toasts.page();
  await show();
  await swipe(toasts, 44, 1000);
  await swipe(toasts, 11, 100);
  await swipe(toasts, -80, 100);
  expect(await toasts.count()).toBe(1);
  await swipe(toasts, 45, 1000);
  await until(toasts, 0);
  await page.mouse.move(10, 10);
  await rendered(page);
  await show();
  await swipe(toasts, 12, 100);
  await until(toasts, 0);
}

/** Drags a toast sideways within a time of the page's clock. */
async function swipe(toast: Locator, distance: number, milliseconds: number): Promise<void> {
  const page = toast.page();
  const box = (await toast.boundingBox()) as { x: number; y: number };
  await page.mouse.move(box.x + 80, box.y + 10);
  await page.mouse.down();
  await page.clock.runFor(milliseconds);
  await page.mouse.move(box.x + 80 + distance, box.y + 10);
  await page.mouse.up();
  await page.clock.runFor(500);
}
