import type { Page } from "playwright-core";
import { awake } from "../../src/browser";
import { desktop, expect, phone, test } from "../../src/site";

// The navigation bar by pointer, finger and keyboard. Its delays: menus.island.test.tsx in site/src/features/navigation.

const toggle = (page: Page, name = "Learning Paths") => page.getByRole("button", { name });
const link = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const away = (page: Page) => page.mouse.move(200, 600);
const open = async (page: Page, name?: string) => (await toggle(page, name).getAttribute("aria-expanded")) === "true";
const menu = (page: Page) => page.getByRole("button", { name: "Menu" });
const focused = (element: Element) => element === document.activeElement;

test("by pointer: a menu opens under it and closes after it has left; up to 768 px wide a click opens it", async ({
  site,
}) => {
  const page = await site.visit("/about-us");
  expect(await link(page, "NCERT Mastery").isVisible()).toBe(false);
  await toggle(page).hover();
  for (const name of ["PSI", "NCERT Mastery", "Mentorship", "Current Affairs Monthly Test"]) {
    await link(page, name).waitFor();
  }
  await toggle(page).click();
  expect(await open(page)).toBe(true);
  await toggle(page, "Resources").hover();
  await link(page, "Video Library").hover();
  expect([await open(page), await open(page, "Resources")]).toEqual([false, true]);
  await away(page);
  await link(page, "Video Library").waitFor({ state: "hidden" });

  await page.setViewportSize({ width: 768, height: 900 });
  await menu(page).click();
  await toggle(page).hover();
  expect(await open(page)).toBe(false);
  await toggle(page).click();
  expect(await open(page)).toBe(true);
  await away(page);
  await link(page, "PSI").waitFor();
  await toggle(page).click();
  expect(await open(page)).toBe(false);
  await page.setViewportSize({ width: 769, height: 900 });
  await menu(page).waitFor({ state: "hidden" });
  await toggle(page).hover();
  await expect.poll(() => open(page)).toBe(true);
});

test("on a wide screen a finger opens and closes a menu, also by touching elsewhere", async ({ site }) => {
  const page = await site.visit("/about-us", { ...desktop, hasTouch: true });
  await toggle(page).tap();
  await expect.poll(() => open(page)).toBe(true);
  await toggle(page).tap();
  await expect.poll(() => open(page)).toBe(false);
  await toggle(page).tap();
  await page.getByRole("heading", { level: 1 }).tap();
  await expect.poll(() => open(page)).toBe(false);
});

test("everything goes by keyboard, and its first stop leads past the navigation", async ({ site }) => {
  const page = await site.visit("/about-us");
  const focus = () => page.evaluate(() => document.activeElement?.textContent);
  await toggle(page).focus();
  await page.keyboard.press("Enter");
  await link(page, "PSI").waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(focus).toBe("PSI");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focus).toBe("NCERT Mastery");
  await page.keyboard.press("Escape");
  await expect.poll(focus).toBe("Learning Paths");
  expect(await open(page)).toBe(false);
  await page.keyboard.press("ArrowDown");
  await expect.poll(focus).toBe("PSI");
  // Past its last link the menu is left, and closes.
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  await expect.poll(focus).toBe("Resources");
  await expect.poll(() => open(page)).toBe(false);
  await page.keyboard.press("ArrowUp");
  await expect.poll(focus).toBe("Blog");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/blog");
  await awake(page);
  expect(await open(page, "Resources")).toBe(false);
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});

test("on a phone: by finger a link closes everything; by keyboard each stop has its whole ring, and Escape goes back", async ({
  site,
}) => {
  const page = await site.visit("/about-us", phone);
  expect(await toggle(page).isVisible()).toBe(false);
  await menu(page).tap();
  await toggle(page).tap();
  await link(page, "Mentorship").waitFor();
  await toggle(page).tap();
  await link(page, "Mentorship").waitFor({ state: "hidden" });
  await toggle(page, "Resources").tap();
  await link(page, "Study Materials").tap();
  await page.waitForURL("**/resources");
  await awake(page);
  await toggle(page).waitFor({ state: "hidden" });
  // The next page says so once its scripts have come.
  await expect.poll(() => menu(page).getAttribute("aria-expanded")).toBe("false");

  await menu(page).press("Enter");
  await toggle(page).press("Enter");
  const cut = await page.locator("#main-menu :is(a, button):visible").evaluateAll((all) =>
    all.flatMap((entry) => {
      (entry as HTMLElement).focus({ focusVisible: true } as FocusOptions);
      const { outlineWidth, outlineOffset } = getComputedStyle(entry);
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const [box, clip] = [entry, entry.closest("#main-menu") as Element].map((one) => one.getBoundingClientRect());
      return box && clip && (box.left - ring < clip.left || box.right + ring > clip.right) ? [entry.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);

  await toggle(page).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await link(page, "PSI").waitFor({ state: "hidden" });
  expect(await toggle(page).evaluate(focused)).toBe(true);
  await page.keyboard.press("Escape");
  await toggle(page).waitFor({ state: "hidden" });
  expect(await menu(page).evaluate(focused)).toBe(true);
  await menu(page).press("Enter");
  await link(page, "Contact").focus();
  await page.keyboard.press("Tab");
  await toggle(page).waitFor({ state: "hidden" });
});
