import type { Page } from "playwright-core";
import { type Dashboard, freeze, toast } from "../src/dashboard";
import { expect, test } from "../src/test";
import { expectGone, expectHeld, expectSwiped, until } from "../src/toasts";

// The messages at the top right, by the numbers.

const toasts = (page: Page) => page.locator(".toast");
/** By keyboard: a message may stand over the button. */
const add = (page: Page) => page.getByRole("textbox", { name: "URL" }).press("Enter");

/** Opens the dashboard; from then on time stands still until the test moves it. */
async function frozen(dashboard: Dashboard, options = {}): Promise<Page> {
  const page = await dashboard.open("tab=social", options);
  await page.getByRole("textbox", { name: "URL" }).waitFor();
  await freeze(page);
  return page;
}

async function say(page: Page, wanted = 1): Promise<number> {
  await add(page);
  return until(toasts(page), wanted);
}

/** They slide in by the browser's own clock, which does not stand still. */
async function settled(page: Page): Promise<void> {
  await page.clock.runFor(500);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(moving).toBe(0);
}

test("goes after 4000 ms; the pointer, the focus and a hidden tab hold it", async ({ dashboard }) => {
  const page = await frozen(dashboard);
  await expectGone(toasts(page), await say(page));
  await expectHeld(toasts(page), await say(page));
});

test("is 356 px wide and 14 px from the next, and the oldest of four gives way", async ({ dashboard, visitor }) => {
  const page = await frozen(dashboard);
  for (const wanted of [1, 2, 3]) await say(page, wanted);
  await settled(page);
  const boxes = await Promise.all((await toasts(page).all()).map((one) => one.boundingBox()));
  const sorted = boxes.map((box) => box as NonNullable<typeof box>).sort((a, b) => a.y - b.y);
  expect(sorted.map(({ width }) => width)).toEqual([356, 356, 356]);
  const [first, second, third] = sorted as [DOMRect, DOMRect, DOMRect];
  expect(second.y - (first.y + first.height)).toBeCloseTo(14, 0);
  expect(third.y - (second.y + second.height)).toBeCloseTo(14, 0);
  expect(first.x + first.width).toBeGreaterThan(1280 - 60);
  expect(first.y).toBeLessThan(100);
  await page.getByRole("combobox", { name: "Platform" }).selectOption("Github");
  await page.route("**/api/admin/social-media", (route) => route.fulfill({ status: 500, body: "" }));
  visitor.expected.push(/500/);
  await page.getByRole("textbox", { name: "URL" }).fill("https://github.com/academy");
  await add(page);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return toast(page, "Failed to add social media link").count();
    })
    .toBe(1);
  await until(toasts(page), 3);
});

test("fits on a phone", async ({ dashboard }) => {
  const page = await frozen(dashboard, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await say(page);
  await settled(page);
  const box = await toasts(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test("is reached by Alt+T and left by Escape, or dismissed", async ({ dashboard }) => {
  const page = await frozen(dashboard);
  await say(page);
  const url = page.getByRole("textbox", { name: "URL" });
  const focused = (element: Element) => element === document.activeElement;
  await url.focus();
  await page.keyboard.press("Alt+t");
  expect(await toasts(page).evaluate(focused)).toBe(true);
  await page.keyboard.press("Escape");
  expect(await url.evaluate(focused)).toBe(true);
  await page.keyboard.press("Alt+t");
  expect(await toasts(page).evaluate(focused)).toBe(true);
  await page.keyboard.press("Tab");
  expect(await toasts(page).getByRole("button", { name: "Dismiss" }).evaluate(focused)).toBe(true);
  await page.keyboard.press("Enter");
  await until(toasts(page), 0);
  expect(await url.evaluate(focused)).toBe(true);
});

test("goes when it is dragged 45 px, or faster than 0.11 px a millisecond", async ({ dashboard }) => {
  const page = await frozen(dashboard);
  await expectSwiped(toasts(page), async () => {
    await say(page);
    await settled(page);
  });
});

test("covers neither Export CSV nor what stands in the header at 1280 px", async ({ dashboard, visitor }) => {
  visitor.expected.push(/ERR_FAILED/);
  const page = await dashboard.open("tab=enrollments");
  await page.route("**/export", (route) => route.abort());
  const csv = page.getByRole("button", { name: "Export CSV" });
  await csv.waitFor();
  await freeze(page);
  await csv.click();
  await until(toasts(page), 1);
  await settled(page);
  const takesClicks = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  for (const name of ["Export CSV", /^Publish status/, "Logout"]) {
    expect(await page.getByRole("button", { name }).evaluate(takesClicks), `${name}`).toBe(true);
  }
  expect(await toasts(page).count()).toBe(1);
});

test("the names of the header's buttons are whole on narrow screens", async ({ dashboard }) => {
  for (const width of [800, 1024]) {
    const page = await dashboard.open("tab=home", { viewport: { width, height: 768 } });
    const cut = await page
      .getByRole("banner")
      .locator(".mantine-Button-label")
      .evaluateAll((labels) => labels.filter((l) => l.scrollWidth > l.clientWidth).map((l) => l.textContent));
    expect(cut, `${width} px`).toEqual([]);
  }
});
