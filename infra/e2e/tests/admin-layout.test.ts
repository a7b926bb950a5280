import { fillLeads } from "@academy/shared/test/leads";
import { devices, type Locator, type Page } from "playwright-core";
import { type Article, Editor } from "../src/api";
import { settled } from "../src/browser";
import { Dashboard, focused, freeze, rested, settings, text, tool, turnTo, written } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { expect, test } from "../src/test";
import { until } from "../src/toasts";
import { file } from "../src/upload";

// The dashboard in a hand: what one can press, and what is left of the screen above its keyboard; and where messages
// stand on screens of all sizes.

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
const foot = (page: Page) => page.locator(".form-foot");
const more = (page: Page) => tool(page, "More tools");
const toasts = (page: Page) => page.locator(".toast");
const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
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

test("above the keyboard header and footer take at most 96 px, and hide nothing that is written in", async ({
  editor,
  dashboard,
}) => {
  const { id } = await editor.call<Article>("POST", "/api/articles", { title: "Long", content: paragraphs(60) });
  const page = await dashboard.page(keyboard);
  for (const query of ["tab=articles", "tab=psi", "tab=settings"]) {
    await page.goto(dashboard.address(query));
    await foot(page).waitFor();
    if (query === "tab=articles") await text(page).waitFor();
    const fields = page
      .locator("form:has(.form-foot)")
      .locator(
        "input[type=text]:visible, input:not([type]):visible, textarea:visible, select:visible, [contenteditable=true]",
      );
    expect(await fields.count(), query).toBeGreaterThan(2);
    for (const field of await fields.all()) {
      await field.focus();
      const [{ top, bottom }, above, below] = await field.evaluate((field) => {
        const extent = (node: Element) => {
          const { top, bottom } = node.getBoundingClientRect();
          return { top, bottom };
        };
        const inSight = (node: Element) => {
          const { top, bottom } = extent(node);
          return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
        };
        const [header, foot] = [".header", ".form-foot"].map((name) => document.querySelector(name));
        if (!header || !foot) throw new Error("there is no header or no footer");
        // Of the text, which is higher than the screen, the line that is written.
        const cursor = field.hasAttribute("contenteditable") ? window.getSelection()?.focusNode : null;
        const line = cursor instanceof Element ? cursor : cursor?.parentElement;
        return [line ? extent(line) : inSight(field), inSight(header), inSight(foot)] as const;
      });
      const taken = [above, below].reduce((all, { top, bottom }) => all + Math.max(0, bottom - top), 0);
      expect(taken, query).toBeLessThanOrEqual(96);
      expect(bottom, query).toBeLessThanOrEqual(below.top);
      expect(top, query).toBeGreaterThanOrEqual(above.bottom);
    }
    expect(await scrollsSideways(page), query).toBe(false);
  }
  const content = await page.locator('meta[name="viewport"]').getAttribute("content");
  expect(content).toContain("interactive-widget=resizes-content");

  // The toolbar stays with the line that is written.
  await page.goto(dashboard.address(`tab=articles&edit=${id}`));
  const toolbar = page.getByRole("toolbar", { name: "Formatting" });
  const inBetween = async () => {
    const { top, bottom } = await cursor(page);
    expect(top).toBeGreaterThanOrEqual((await extent(toolbar)).bottom);
    expect(bottom).toBeLessThanOrEqual((await extent(foot(page))).top);
  };
  for (const line of [1, 30, 60]) {
    await text(page).getByText(`Line ${line}`, { exact: true }).tap();
    await page.keyboard.type("More ");
    expect(await shown(toolbar)).toBeGreaterThanOrEqual(44);
    await inBetween();
  }
  await page.keyboard.press("End");
  for (let i = 0; i < 20; i++) await page.keyboard.press("Enter");
  await inBetween();
});

/** Shows all tools, uses one, and puts them away again; on a page whose text has the focus. */
async function unfold(page: Page, press: (target: Locator) => Promise<void>, code = true): Promise<void> {
  const few = await inSight(page);
  expect(few.length).toBeLessThan(22);
  expect(few).toContain("More tools");
  await press(more(page));
  await expect.poll(() => more(page).getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => inSight(page)).toHaveLength(32);
  await press(tool(page, "Code Block"));
  await page.keyboard.type("x = 1");
  await expect.poll(async () => (await written(page)).includes("x = 1</pre>")).toBe(code);
  await press(more(page));
  await expect.poll(() => inSight(page)).toEqual(few);
}

test("the toolbar shows all of its tools by mouse and by keyboard, and brings the one with the focus into sight", async ({
  dashboard,
}) => {
  const page = await dashboard.open("tab=articles", { viewport: phone.viewport });
  await text(page).click();
  await page.keyboard.press("Alt+F10");
  await focused(tool(page, "Header"));
  await page.keyboard.press("End");
  await focused(more(page));
  for (const name of ["Clean", "Find and replace", "Footnote"]) {
    await page.keyboard.press("ArrowLeft");
    await focused(tool(page, name));
    expect(await inSight(page)).toContain(name);
  }
  await page.keyboard.press("Home");
  expect(await inSight(page)).toContain("Header");
  await page.keyboard.press("Tab");
  await focused(text(page));

  await text(page).click();
  await unfold(page, (target) => target.click());
  // The same tool takes the format away.
  await unfold(page, (target) => target.press("Enter"), false);

  // Where all of them fit there is no such button.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => inSight(page)).toHaveLength(31);
});

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().tap();
const selectAll = (page: Page) => page.getByText("Select all", { exact: true }).tap();
/** By the query of its tab: what is pressed before the screen is looked at; it closes what was pressed before. */
const screens: [query: string, press: ((page: Page) => Promise<void>)[]][] = [
  ["tab=home", [button("Enroll Now"), button(/^Publish status/), button("Tabs")]],
  ["tab=sections", [button("Add Section")]],
  ["tab=articles", [button("Header"), button("Color"), button("More tools"), button(/^Delete /), selectAll]],
  ["tab=videos", []],
  ["tab=psi", []],
  ["tab=pages", []],
  ["tab=enrollments", [button("Lead 55")]],
  ["tab=mentorship", []],
  ["tab=contacts", []],
  ["tab=notifications", []],
  ["tab=social", [button(/^Edit /)]],
  ["tab=settings", []],
  ...["account", "publishing", "team", "tokens", "audit", "privacy"].map((view): [string, []] => [settings(view), []]),
];

test("a finger hits what it presses, on every screen, and finds Logout by its word", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  await fillLeads(editor, 5);
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "A lecture", category: "Polity" })) form.set(name, value);
  form.set("file", file("two-minutes.webm"));
  await editor.send("/api/videos", form);
  await editor.live();
  // A session of its own, which it ends.
  const page = await new Dashboard(product, await Editor.enter(product), visitor).page(phone);
  const check = async (page: Page, what: string) => {
    await settled(page);
    expect(await tooLow(page), what).toEqual([]);
    expect(await scrollsSideways(page), what).toBe(false);
  };
  for (const [place, [query, presses]] of screens.entries()) {
    const [former] = screens[place - 1] ?? [];
    // In an article something is written.
    if (former && former !== "tab=articles") await turnTo(page, query);
    else await page.goto(dashboard.address(query));
    await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
    await settled(page);
    if (query === "tab=articles") {
      await text(page).tap();
      await unfold(page, (target) => target.tap());
    }
    if (presses.length === 0 || query === "tab=home" || query === "tab=enrollments") await check(page, query);
    for (const [at, press] of presses.entries()) {
      if (at > 0) await page.keyboard.press("Escape");
      await press(page);
      await check(page, `${query}, press ${at + 1}`);
    }
  }
  // The last tab of a strip that is wider than the screen.
  const { x, width } = await page.getByRole("tab", { name: "Privacy" }).evaluate((tab) => tab.getBoundingClientRect());
  expect(x + width).toBeLessThanOrEqual(390);

  await page.goto(dashboard.address("tab=home"));
  const logout = page.getByRole("button", { name: "Logout", exact: true });
  expect(await logout.innerText()).toBe("Logout");
  await page.getByRole("region", { name: "Latest leads" }).waitFor();
  await rested(page);
  await logout.tap();
  await page.waitForURL((url) => url.pathname === "/");
  const outside = await visitor.page(phone);
  for (const address of [
    "/auth",
    "/auth?mode=phone",
    "/auth?invitation=x",
    "/forgot-password",
    "/reset-password?token=x",
  ]) {
    await outside.goto(product.url + address);
    await outside.getByRole("heading").first().waitFor();
    expect(await tooLow(outside), address).toEqual([]);
  }
});

/** They slide in by the browser's own clock, which does not stand still. */
async function still(page: Page): Promise<void> {
  await page.clock.runFor(500);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

test("messages stand at the top right, 356 px wide and 14 px apart, cover no button of the header, and fit on a phone", async ({
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/ERR_FAILED/);
  const page = await dashboard.open("tab=enrollments");
  await page.route("**/export", (route) => route.abort());
  const csv = page.getByRole("button", { name: "Export CSV" });
  await csv.waitFor();
  await freeze(page);
  await csv.press("Enter");
  await until(toasts(page), 1);
  await still(page);
  // From here on they are held: one of them has the focus.
  await page.keyboard.press("Alt+t");
  const takesClicks = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  for (const name of ["Export CSV", /^Publish status/, "Logout"]) {
    expect(await page.getByRole("button", { name }).evaluate(takesClicks), `${name}`).toBe(true);
  }
  for (const wanted of [2, 3]) {
    await csv.evaluate((element) => (element as HTMLElement).click());
    await until(toasts(page), wanted);
  }
  await still(page);
  const boxes = await Promise.all((await toasts(page).all()).map((one) => one.boundingBox()));
  const sorted = boxes.map((box) => box as NonNullable<typeof box>).sort((a, b) => a.y - b.y);
  expect(sorted.map(({ width }) => width)).toEqual([356, 356, 356]);
  const [first, second, third] = sorted as [DOMRect, DOMRect, DOMRect];
  expect(second.y - (first.y + first.height)).toBeCloseTo(14, 0);
  expect(third.y - (second.y + second.height)).toBeCloseTo(14, 0);
  expect(first.x + first.width).toBeGreaterThan(1280 - 60);
  expect(first.y).toBeLessThan(100);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const one of await toasts(page).all()) {
    const box = await one.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  // The names of the header's buttons are whole on narrow screens.
  for (const width of [800, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    const cut = await page
      .getByRole("banner")
      .locator(".mantine-Button-label")
      .evaluateAll((labels) => labels.filter((l) => l.scrollWidth > l.clientWidth).map((l) => l.textContent));
    expect(cut, `${width} px`).toEqual([]);
  }
});
