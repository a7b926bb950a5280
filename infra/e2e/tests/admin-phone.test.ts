import { devices, type Locator, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article } from "../src/api";
import { settled } from "../src/browser";
import { focused, rested, settings, text, tool, written } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { fillLeads } from "../src/leads";
import { expect, test } from "../src/test";
import { file } from "../src/upload";

// The dashboard in a hand: what one can press, and what is left of the screen above its keyboard.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
/** The page above the keyboard: browsers that know `interactive-widget` make the window so small. */
const keyboard = { ...phone, viewport: { width: 390, height: 480 } };

/** Which part of the screen an element takes, from its top to its bottom. */
const extent = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
  });
const shown = async (element: Locator) => {
  const { top, bottom } = await extent(element);
  return Math.max(0, bottom - top);
};
const header = (page: Page) => page.locator(".header");
const foot = (page: Page) => page.locator(".form-foot");
const more = (page: Page) => tool(page, "More tools");
const paragraphs = (count: number) => Array.from({ length: count }, (_, i) => `<p>Line ${i + 1}</p>`).join("");

/** Where the cursor stands in the text. */
const cursor = (page: Page) =>
  page.evaluate(() => {
    const selection = window.getSelection();
    if (!selection?.focusNode) throw new Error("there is no cursor");
    const node = selection.focusNode;
    const { top, bottom } = (node instanceof Element ? node : (node.parentElement as Element)).getBoundingClientRect();
    return { top, bottom };
  });

/** The tools that are in sight, by their names. */
const inSight = (page: Page) =>
  page
    .getByRole("toolbar", { name: "Formatting" })
    .locator("button.tool")
    .evaluateAll((tools) =>
      tools
        .filter((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        })
        .map((one) => one.getAttribute("aria-label")),
    );

describe("above the keyboard", () => {
  test("the window is what the keyboard leaves", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home", phone);
    const content = await page.locator('meta[name="viewport"]').getAttribute("content");
    expect(content).toContain("interactive-widget=resizes-content");
  });

  test.for(["tab=articles", "tab=psi", "tab=settings"])(
    "header and footer take at most 96 px, and hide no field that is written in: %s",
    async (query, { dashboard }) => {
      const page = await dashboard.open(query, keyboard);
      await foot(page).waitFor();
      const fields = page
        .locator("form:has(.form-foot)")
        .locator(
          "input[type=text]:visible, input:not([type]):visible, textarea:visible, select:visible, [contenteditable=true]",
        );
      expect(await fields.count()).toBeGreaterThan(2);
      for (const field of await fields.all()) {
        await field.focus();
        const taken = (await shown(header(page))) + (await shown(foot(page)));
        expect(taken).toBeLessThanOrEqual(96);
        // Of the text, which is higher than the screen, the line that is written.
        const { top, bottom } = await ((await field.getAttribute("contenteditable")) ? cursor(page) : extent(field));
        expect(bottom).toBeLessThanOrEqual((await extent(foot(page))).top);
        expect(top).toBeGreaterThanOrEqual((await extent(header(page))).bottom);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    },
  );

  test("the toolbar stays with the line that is written", async ({ editor, dashboard }) => {
    const { id } = await editor.call<Article>("POST", "/api/articles", { title: "Long", content: paragraphs(60) });
    const page = await dashboard.open(`tab=articles&edit=${id}`, keyboard);
    const toolbar = page.getByRole("toolbar", { name: "Formatting" });
    for (const line of [1, 30, 60]) {
      await text(page).getByText(`Line ${line}`, { exact: true }).tap();
      await page.keyboard.type("More ");
      expect(await shown(toolbar)).toBeGreaterThanOrEqual(44);
      const { top, bottom } = await cursor(page);
      expect(top).toBeGreaterThanOrEqual((await extent(toolbar)).bottom);
      expect(bottom).toBeLessThanOrEqual((await extent(foot(page))).top);
    }
    await page.keyboard.press("End");
    for (let i = 0; i < 20; i++) await page.keyboard.press("Enter");
    const { top, bottom } = await cursor(page);
    expect(top).toBeGreaterThanOrEqual((await extent(toolbar)).bottom);
    expect(bottom).toBeLessThanOrEqual((await extent(foot(page))).top);
  });
});

describe("the toolbar", () => {
  const ways = {
    "a finger": [phone, (target: Locator) => target.tap()],
    "a mouse": [{ viewport: phone.viewport }, (target: Locator) => target.click()],
    "the keyboard": [{ viewport: phone.viewport }, (target: Locator) => target.press("Enter")],
  } as const;

  test.for(Object.entries(ways))("shows all of its tools by %s", async ([_way, [screen, press]], { dashboard }) => {
    const page = await dashboard.open("tab=articles", screen);
    await text(page).click();
    const few = await inSight(page);
    expect(few.length).toBeLessThan(22);
    expect(few).toContain("More tools");
    await press(more(page));
    expect(await more(page).getAttribute("aria-expanded")).toBe("true");
    expect(await inSight(page)).toHaveLength(23);
    await press(tool(page, "Code Block"));
    await page.keyboard.type("x = 1");
    expect(await written(page)).toContain("x = 1</pre>");
    await press(more(page));
    expect(await inSight(page)).toEqual(few);
  });

  test("brings the tool that has the focus into sight", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles", { viewport: phone.viewport });
    await text(page).click();
    await page.keyboard.press("Alt+F10");
    await focused(tool(page, "Header"));
    await page.keyboard.press("End");
    await focused(more(page));
    for (const name of ["Clean", "Video", "Image"]) {
      await page.keyboard.press("ArrowLeft");
      await focused(tool(page, name));
      expect(await inSight(page)).toContain(name);
    }
    await page.keyboard.press("Home");
    expect(await inSight(page)).toContain("Header");
    await page.keyboard.press("Tab");
    await focused(text(page));
  });

  test("has no such button where all of them fit", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    await text(page).waitFor();
    expect(await inSight(page)).toHaveLength(22);
  });
});

describe("a finger", () => {
  test.beforeAll(async ({ editor }) => {
    await fillLeads(editor);
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: "A lecture", category: "Polity" })) form.set(name, value);
    form.set("file", file("two-minutes.webm"));
    await editor.send("/api/videos", form);
    await editor.live();
  });

  const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().tap();
  const wait = async () => {};
  const screens: [name: string, query: string, open: (page: Page) => Promise<unknown>][] = [
    ["home", "tab=home", wait],
    ["the wizard", "tab=home", button("Enroll Now")],
    ["the publish status", "tab=home", button(/^Publish status/)],
    ["sections", "tab=sections", button("Add Section")],
    ["articles", "tab=articles", button("More tools")],
    ["a menu", "tab=articles", button("Header")],
    ["colours", "tab=articles", button("Color")],
    ["a question", "tab=articles", button(/^Delete /)],
    ["videos", "tab=videos", wait],
    ["psi", "tab=psi", wait],
    ["enrollments", "tab=enrollments", wait],
    ["an enrolment", "tab=enrollments", button("Lead 55")],
    ["mentorship", "tab=mentorship", wait],
    ["contacts", "tab=contacts", wait],
    ["notifications", "tab=notifications", wait],
    ["social", "tab=social", wait],
    ["a link", "tab=social", button(/^Edit /)],
    ["site settings", "tab=settings", wait],
    ...["account", "publishing", "team", "audit", "privacy"].map((view): (typeof screens)[number] => [
      view,
      settings(view),
      wait,
    ]),
  ];

  test.for(screens)("hits what it presses: %s", async ([_name, query, open], { dashboard }) => {
    const page = await dashboard.open(query, phone);
    await settled(page);
    await open(page);
    await settled(page);
    expect(await tooLow(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  });

  test.for(["/auth", "/auth?mode=phone", "/auth?invitation=x", "/forgot-password", "/reset-password?token=x"])(
    "hits what it presses before it has signed in: %s",
    async (address, { product, visitor }) => {
      const page = await visitor.page(phone);
      await page.goto(product.url + address);
      await page.getByRole("heading").first().waitFor();
      expect(await tooLow(page)).toEqual([]);
    },
  );

  test("finds Logout by its word", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home", phone);
    const logout = page.getByRole("button", { name: "Logout", exact: true });
    expect(await logout.innerText()).toBe("Logout");
    await rested(page);
    await logout.tap();
    await page.waitForURL((url) => url.pathname === "/");
  });
});
