import type { Locator } from "playwright-core";
import { expect } from "vitest";

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

/** Expects the only toast to go 4000 ms after it came. */
export async function expectGone(toasts: Locator, came: number): Promise<void> {
  const page = toasts.page();
  // Small steps are slow: only the end is walked in them. What went before comes out too short.
  await page.clock.runFor(came + 3800 - (await page.evaluate(() => Date.now())));
  const lasted = (await until(toasts, 0)) - came;
  expect(lasted).toBeGreaterThan(3900);
  expect(lasted).toBeLessThan(4700);
}
