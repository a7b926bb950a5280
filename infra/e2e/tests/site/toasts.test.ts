import type { Page } from "playwright-core";
import { expect, phone, test } from "../../src/site";
import { expectGone, until } from "../../src/toasts";

// The messages at the bottom right, where they stand. How long, and how many: toasts.island.test.tsx in site/src/toast.

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

test("three at most, 356 px wide, 14 px apart, in the corner; a drag of 45 px and keys take one away", async ({
  site,
}) => {
  const page = await site.visit("/contact-us", { frozen: true });
  await send(page);
  const toast = await toasts(page).boundingBox();
  if (!toast) throw new Error("the toast is not shown");
  await page.mouse.move(toast.x + 80, toast.y + 10);
  await page.mouse.down();
  await page.clock.runFor(1000);
  await page.mouse.move(toast.x + 125, toast.y + 10);
  await page.mouse.up();
  await until(toasts(page), 0);
  await page.mouse.move(10, 10);

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

  const focused = (element: Element) => element === document.activeElement;
  await page.getByLabel("Name").focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press("Alt+t");
  expect(await toasts(page).first().evaluate(focused)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.keyboard.press("Tab");
  const close = toasts(page).first().getByRole("button", { name: "Close notification" });
  expect(await close.evaluate(focused)).toBe(true);
  await page.keyboard.press("Enter");
  await until(toasts(page), 2);
  expect(await page.getByLabel("Name").evaluate(focused)).toBe(true);
});

test("on a phone it fits between the edges, and goes after 4000 ms", async ({ site }) => {
  const page = await site.visit("/contact-us", { ...phone, frozen: true });
  const came = await send(page);
  const box = await toasts(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectGone(toasts(page), came);
});
