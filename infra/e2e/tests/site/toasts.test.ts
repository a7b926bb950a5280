import type { Page } from "playwright-core";
import { expect, phone, test } from "../../src/site";
import { expectGone, expectHeld, expectSwiped, until } from "../../src/toasts";

// The messages at the bottom right, by the numbers.

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" }).getByRole("status");

/** Sends the contact form, its answer standing in for the API's, until there are this many toasts. */
async function send(page: Page, wanted = 1): Promise<number> {
  await page.route("**/api/contact", (route) => route.fulfill({ status: 201, json: { id: "1" } }));
  await page.getByLabel("Name").fill("Asha");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Message").fill("When does it begin?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("");
  return until(toasts(page), wanted);
}

test("a toast goes after 4000 ms", async ({ site }) => {
  const page = await site.visit("/contact-us", { frozen: true });
  await expectGone(toasts(page), await send(page));
});

test("three at most, 356 px wide, 14 px apart, in the corner", async ({ site }) => {
  const page = await site.visit("/contact-us", { frozen: true });
  for (const wanted of [1, 2, 3]) await send(page, wanted);
  await send(page, 3);
  await until(toasts(page), 3);
  const boxes = await Promise.all((await toasts(page).all()).map((toast) => toast.boundingBox()));
  const sorted = boxes.map((box) => box as NonNullable<typeof box>).sort((a, b) => a.y - b.y);
  expect(sorted.map((box) => box.width)).toEqual([356, 356, 356]);
  const [first, second, third] = sorted as [DOMRect, DOMRect, DOMRect];
  expect(second.y - (first.y + first.height)).toBeCloseTo(14, 0);
  expect(third.y - (second.y + second.height)).toBeCloseTo(14, 0);
  expect(third.x + third.width).toBeGreaterThan(1440 - 60);
  expect(third.y + third.height).toBeGreaterThan(900 - 60);
});

test("on a phone it fits between the edges", async ({ site }) => {
  const page = await site.visit("/contact-us", { ...phone, frozen: true });
  await send(page);
  const box = await toasts(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("the pointer, the focus and a hidden tab hold it", async ({ site }) => {
  const page = await site.visit("/contact-us", { frozen: true });
  await expectHeld(toasts(page), await send(page));
});

test("Alt+T goes to the toast, Escape back to where one was", async ({ site }) => {
  const page = await site.visit("/contact-us", { frozen: true });
  await send(page);
  await page.getByLabel("Name").focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press("Alt+t");
  const focused = (element: Element) => element === document.activeElement;
  expect(await toasts(page).evaluate(focused)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.keyboard.press("Escape");
  const name = page.getByLabel("Name");
  expect(await name.evaluate(focused)).toBe(true);
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  expect(await toasts(page).getByRole("button", { name: "Close notification" }).evaluate(focused)).toBe(true);
  await page.keyboard.press("Enter");
  await until(toasts(page), 0);
  expect(await name.evaluate(focused)).toBe(true);
});

test("dragged 45 px or faster than 0.11 px a millisecond it goes, otherwise it stays", async ({ site }) => {
  const page = await site.visit("/contact-us", { frozen: true });
  await expectSwiped(toasts(page), () => send(page));
});
