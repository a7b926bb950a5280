import type { Page } from "playwright-core";
import { describe } from "vitest";
import { awake } from "../../src/browser";
import { desktop, expect, phone, test } from "../../src/site";

// The navigation bar: its two menus by pointer, finger and keyboard, and the menu of small screens.

const toggle = (page: Page, name = "Learning Paths") => page.getByRole("button", { name });
const link = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const away = (page: Page) => page.mouse.move(200, 600);
const open = async (page: Page, name?: string) => (await toggle(page, name).getAttribute("aria-expanded")) === "true";

describe("wide screens", () => {
  test("a menu opens under the pointer and closes 300 ms after it left the button", async ({ site }) => {
    const page = await site.visit("/about-us", { frozen: true });
    expect(await link(page, "NCERT Mastery").isVisible()).toBe(false);
    await toggle(page).hover();
    await expect.poll(() => open(page)).toBe(true);
    for (const name of ["PSI", "NCERT Mastery", "Mentorship", "Current Affairs Monthly Test"]) {
      await link(page, name).waitFor();
    }
    await away(page);
    await page.clock.runFor(299);
    expect(await open(page)).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(() => open(page)).toBe(false);
  });

  test("it closes 200 ms after the pointer left the menu, and stays when it comes back in time", async ({ site }) => {
    const page = await site.visit("/about-us", { frozen: true });
    await toggle(page, "Resources").hover();
    await link(page, "Video Library").hover();
    await page.clock.runFor(1000);
    expect(await open(page, "Resources")).toBe(true);
    await away(page);
    await page.clock.runFor(199);
    expect(await open(page, "Resources")).toBe(true);
    await link(page, "Blog").hover();
    await page.clock.runFor(1000);
    expect(await open(page, "Resources")).toBe(true);
    await away(page);
    await page.clock.runFor(200);
    await expect.poll(() => open(page, "Resources")).toBe(false);
  });

  test("one menu at a time; a click does not close what the pointer has opened", async ({ site }) => {
    const page = await site.visit("/about-us", { frozen: true });
    await toggle(page).click();
    expect(await open(page)).toBe(true);
    await toggle(page).click();
    expect(await open(page)).toBe(true);
    await toggle(page, "Resources").hover();
    await expect.poll(() => open(page, "Resources")).toBe(true);
    expect(await open(page)).toBe(false);
    await page.keyboard.press("Escape");
    await expect.poll(() => open(page, "Resources")).toBe(false);
  });

  test("a finger opens and closes it, also by touching elsewhere", async ({ site }) => {
    const page = await site.visit("/about-us", { ...desktop, hasTouch: true });
    await toggle(page).tap();
    await expect.poll(() => open(page)).toBe(true);
    await toggle(page).tap();
    await expect.poll(() => open(page)).toBe(false);
    await toggle(page).tap();
    await page.getByRole("heading", { level: 1 }).tap();
    await expect.poll(() => open(page)).toBe(false);
  });

  test("everything goes by keyboard", async ({ site }) => {
    const page = await site.visit("/about-us");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await toggle(page).focus();
    await page.keyboard.press("Enter");
    await link(page, "PSI").waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("PSI");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("NCERT Mastery");
    await page.keyboard.press("End");
    await expect.poll(focused).toBe("Current Affairs Monthly Test");
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("PSI");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Current Affairs Monthly Test");
    await page.keyboard.press("Escape");
    await expect.poll(focused).toBe("Learning Paths");
    expect(await open(page)).toBe(false);
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).toBe("PSI");
    // Past its last link the menu is left, and closes.
    for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
    await expect.poll(focused).toBe("Resources");
    await expect.poll(() => open(page)).toBe(false);
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("Blog");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/blog");
    expect(await open(page, "Resources")).toBe(false);
  });

  test("the first stop of the keyboard leads past the navigation", async ({ site }) => {
    const page = await site.visit("/blog");
    await page.keyboard.press("Tab");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  });
});

describe("small screens", () => {
  const menu = (page: Page) => page.getByRole("button", { name: "Menu" });

  test("the menu button opens the items, a tap opens a group, and a link closes everything", async ({ site }) => {
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
  });

  test("a pointer that only passes opens nothing at 768 px, and a click does", async ({ site }) => {
    const page = await site.visit("/about-us", { viewport: { width: 768, height: 900 } });
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

  test("what the keyboard stops at has its whole ring", async ({ site }) => {
    const page = await site.visit("/about-us", phone);
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
  });

  test("Escape closes the group, then the menu; leaving by keyboard closes it too", async ({ site }) => {
    const page = await site.visit("/about-us", phone);
    await menu(page).press("Enter");
    await toggle(page).press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await link(page, "PSI").waitFor({ state: "hidden" });
    expect(await toggle(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await toggle(page).waitFor({ state: "hidden" });
    expect(await menu(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await menu(page).press("Enter");
    await link(page, "Contact").focus();
    await page.keyboard.press("Tab");
    await toggle(page).waitFor({ state: "hidden" });
  });
});
