import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { violations, violationsInBothThemes, violationsOfColours } from "../src/axe";
import { awake } from "../src/browser";
import type { Dashboard } from "../src/dashboard";
import { focused, told } from "../src/dashboard";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { listed } from "../src/pages";
import { desktop, phone } from "../src/site";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Pages that editors make of blocks, from the first press in the dashboard to what visitors see.

interface OwnPage {
  id: string;
}

const view = "tab=pages";
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const field = (scope: Page | Locator, name: string) => scope.locator(`[name="${name}"]`);
const blocks = (page: Page) => page.locator('fieldset[name="blocks"] > div > .entries > li > [role="group"]');
/** The blocks of a name; lists within them may have it too. */
const block = (page: Page, name: string) => blocks(page).and(page.getByRole("group", { name, exact: true }));
const names = (page: Page) => blocks(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
const status = async (address: string) => (await fetch(address, { redirect: "manual" })).status;

/** Nothing is wider than the screen. */
async function fits(page: Page) {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, "the width of what scrolls").toBeLessThanOrEqual(width);
}

/**
 * Blocks that are written in different ways (a text with formats, a list, a link), in the order in which they are added:
 * the heading and the other texts that are written into each.
 */
const stack: [name: string, heading: string, texts: Record<string, string>][] = [
  ["Hero", "Crash course for KAS", {}],
  ["Text", "What it is", { text: "Ten weeks of tests and talks." }],
  ["Steps", "How to join", { "steps[0].title": "Call us", "steps[0].text": "We set a date." }],
  ["Call to action", "Begin today", { button_text: "Write to us", button_link: "/contact-us" }],
  ["Notice", "A new date", { text: "We begin on Monday." }],
];

/** Of these, one for each way to write. */
const few = stack.filter(([name]) => ["Text", "Steps", "Notice"].includes(name));

/** Every kind of thing that a block holds. */
const everyKind = [
  { type: "hero", values: { heading: "Crash course for KAS" } },
  { type: "text", values: { heading: "What it is", text: "<p>Ten weeks of tests and talks.</p>" } },
  { type: "cards", values: { heading: "What you get", cards: [{ title: "Sunday tests", text: "Marked by Monday." }] } },
  { type: "numbers", values: { heading: "In numbers", numbers: [{ value: "40", label: "mock tests" }] } },
  { type: "steps", values: { heading: "How to join", steps: [{ title: "Call us", text: "We set a date." }] } },
  {
    type: "questions",
    values: { heading: "Asked often", questions: [{ question: "Is it online?", answer: "<p>Both.</p>" }] },
  },
  {
    type: "call-to-action",
    values: { heading: "Begin today", button_text: "Write to us", button_link: "/contact-us" },
  },
  { type: "notice", values: { heading: "A new date", text: "<p>We begin on Monday.</p>" } },
];

/** Writes into one field of a block, whose list gets the entry that it needs. */
async function fill(hands: Hands, group: Locator, name: string, text: string) {
  const control = field(group, name);
  if ((await control.count()) === 0) await hands.press(button(group, "Add entry"));
  const formatted = (await control.getAttribute("type")) === "hidden";
  const target = formatted ? control.locator("xpath=..").locator("[contenteditable=true]") : control;
  await hands.write(target, text);
  await eventually(`${name} is written`, async () => (await control.inputValue()).includes(text));
  // What a link offers would lie over the button below it.
  if (!formatted) await target.press("Escape");
}

async function addBlock(hands: Hands, page: Page, [name, heading, texts]: (typeof stack)[number]) {
  const before = (await names(page)).length;
  await hands.press(button(page, "Add block"));
  await hands.choose(page, name);
  await eventually(`${name} is there`, async () => (await names(page)).length === before + 1);
  for (const [key, text] of Object.entries({ heading, ...texts })) await fill(hands, block(page, name), key, text);
}

/** Begins a page, with all that stands above its blocks. */
async function begin(hands: Hands, dashboard: Dashboard, title: string, options = {}): Promise<Page> {
  const page = await dashboard.open(view, options);
  await hands.press(button(page, "New Page"));
  await field(page, "title").waitFor();
  await hands.write(field(page, "title"), title);
  await hands.write(field(page, "description"), "Ten weeks before the exam.");
  return page;
}

async function save(hands: Hands, page: Page) {
  await hands.press(button(page, "Save Page"));
  await told(page, "Page saved");
}

describe("a landing page", () => {
  describe.each([
    ["by mouse", mouse, "light", stack],
    ["by keyboard alone", keys, "dark", few],
  ] as const)("of blocks, $0, $2", (how, hands, theme, stack) => {
    const title = `KAS 2027 ${how}`;
    const path = `/kas-2027-${how.replaceAll(" ", "-")}`;

    test("is built, arranged and published", async ({ product, editor, dashboard, visitor }) => {
      const page = await begin(hands, dashboard, title, { theme });
      expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
      for (const one of stack) await addBlock(hands, page, one);

      // The notice goes up to the second place; the keyboard stays where it is pressed.
      const up = button(block(page, "Notice"), "Move up Notice");
      await hands.press(up);
      await focused(up);
      for (let step = 3; step < stack.length; step++) await hands.press(up);
      await focused(up);
      const order = [stack[0]?.[0], "Notice", ...stack.slice(1, -1).map(([name]) => name)];
      expect(await names(page)).toEqual(order);
      await hands.press(button(page, "Duplicate Text"));
      expect((await names(page)).filter((name) => name === "Text")).toHaveLength(2);
      await hands.press(button(block(page, "Text").last(), "Remove Text"));
      expect(await names(page)).toEqual(order);
      await hands.press(button(page, "Hide Steps"));
      await button(page, "Show Steps").waitFor();
      await save(hands, page);
      await eventually(
        "the path is made from the title",
        async () => (await field(page, "path").inputValue()) === path,
      );

      await editor.live();
      expect(await status(product.url + path), "a draft").toBe(404);
      await hands.select(field(page, "status"), "Published");
      await save(hands, page);
      await editor.live();
      if (hands === keys) {
        expect(await status(product.url + path)).toBe(200);
        return;
      }
      const visit = await visitor.page(desktop);
      await visit.goto(product.url + path);
      const shown = () => visit.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
      const all = ["A new date", ...stack.slice(1, -1).map(([, heading]) => heading)];
      expect(await visit.getByRole("heading", { level: 1 }).innerText()).toBe("Crash course for KAS");
      expect(await shown()).toEqual(all.filter((heading) => heading !== "How to join"));
      expect(await visit.title()).toContain(title);

      await hands.press(button(page, "Show Steps"));
      await save(hands, page);
      await editor.live();
      await visit.reload();
      expect(await shown()).toEqual(all);
      for (const details of await visit.locator("main summary").all()) await details.click();
      for (const [key, text] of stack.flatMap(([, , texts]) => Object.entries(texts))) {
        if (key !== "button_link") await visit.getByText(text, { exact: true }).waitFor();
      }
      expect(await visit.getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe("/contact-us");
      expect(await listed(product.url)).toContain(product.url + path);
    });
  });

  test("axe finds nothing on a page of every kind of block, in the dashboard and on the site, and phones show it whole", async ({
    product,
    editor,
    dashboard,
    visitor,
  }) => {
    const path = "/every-kind";
    const page = { path, title: "Every kind", status: "published", blocks: everyKind };
    const { id } = await editor.call<OwnPage>("POST", "/api/admin/pages", page);
    await editor.live();
    const form = await dashboard.open(`${view}&edit=${id}`, { ...desktop, theme: "light" });
    await blocks(form).first().waitFor();
    for (const one of await blocks(form).all())
      await one
        .getByRole("button", { name: /^Edit / })
        .first()
        .click();
    await fits(form);
    expect(await violationsInBothThemes(form, "main")).toEqual([]);
    await form.setViewportSize({ width: 390, height: 844 });
    await fits(form);
    const visit = await visitor.page(phone);
    await visit.goto(product.url + path);
    await awake(visit);
    await fits(visit);
    expect(await violations(visit, "main"), "light").toEqual([]);
    await visit.evaluate(() => {
      document.documentElement.dataset.theme = "dark";
    });
    expect(await violationsOfColours(visit, "main"), "dark").toEqual([]);
  });
});

test("such a page is made on a phone", async ({ product, editor, dashboard, visitor }) => {
  const page = await begin(finger, dashboard, "On a phone", phone);
  for (const one of few) await addBlock(finger, page, one);
  await fits(page);
  await finger.press(button(page, "Move up Steps"));
  await expect.poll(() => names(page)).toEqual(["Steps", "Text", "Notice"]);
  await finger.select(field(page, "status"), "Published");
  await save(finger, page);
  await editor.live();
  const visit = await visitor.page(phone);
  await visit.goto(`${product.url}/on-a-phone`);
  // The first block has the first heading of the page.
  const shown = (level: number) => visit.getByRole("main").getByRole("heading", { level }).allInnerTexts();
  expect([await shown(1), await shown(2)]).toEqual([["How to join"], ["What it is", "A new date"]]);
});

test("the list of blocks stays on a phone's screen while an editor loads and the keyboard comes", async ({
  dashboard,
}) => {
  const page = await dashboard.open(view, phone);
  let load = () => {};
  const wanted = new Promise<void>((done) => {
    load = done;
  });
  await page.route(/\/RichTextEditor[^/]*\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  const inSight = async () => {
    await focused(page.getByLabel("Search blocks"));
    const list = page.getByRole("listbox", { name: "Blocks" });
    await eventually("the list is on the screen", () =>
      list.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom - top > 200 && top >= 0 && bottom <= window.innerHeight;
      }),
    );
  };
  await button(page, "New Page").tap();
  await button(page, "Add block").tap();
  await page.getByRole("option", { name: "Text", exact: true }).tap();
  await page.getByText("Opening the editor…").waitFor();
  const above = () => button(page, "Add block").evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await above();
  await button(page, "Add block").tap();
  await inSight();
  load();
  await page.locator("[contenteditable=true]").waitFor();
  expect(await above(), "what stands below the editor").toBeCloseTo(before, 0);
  await inSight();
  await page.setViewportSize({ width: 390, height: 480 });
  await inSight();
  await page.getByRole("option", { name: "Hero", exact: true }).tap();
  await expect.poll(() => names(page)).toEqual(["Text", "Hero"]);
});
