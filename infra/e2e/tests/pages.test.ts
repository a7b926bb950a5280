import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { violations, violationsInBothThemes, violationsOfColours } from "../src/axe";
import { awake } from "../src/browser";
import type { Dashboard } from "../src/dashboard";
import { answer, focused, toast, told } from "../src/dashboard";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { listed } from "../src/pages";
import { desktop, phone, screens } from "../src/site";
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
    ["by mouse", mouse, "light"],
    ["by keyboard alone", keys, "dark"],
  ] as const)("of blocks, $0, $2", (how, hands, theme) => {
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
      const order = ["Hero", "Notice", ...stack.slice(1, -1).map(([name]) => name)];
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

  for (const [name, screen] of Object.entries(screens)) {
    test(`axe finds nothing on a page of every kind of block, in the dashboard and on the site, ${name}`, async ({
      product,
      editor,
      dashboard,
      visitor,
    }) => {
      const path = `/every-kind-${name}`;
      const page = { path, title: "Every kind", status: "published", blocks: everyKind };
      const { id } = await editor.call<OwnPage>("POST", "/api/admin/pages", page);
      await editor.live();
      const form = await dashboard.open(`${view}&edit=${id}`, { ...screen, theme: "light" });
      await blocks(form).first().waitFor();
      for (const one of await blocks(form).all())
        await one
          .getByRole("button", { name: /^Edit / })
          .first()
          .click();
      await fits(form);
      // On both screens what is seen has the same colours.
      const look = screen === phone ? violations : violationsInBothThemes;
      expect(await look(form, "main")).toEqual([]);
      const visit = await visitor.page(screen);
      await visit.goto(product.url + path);
      await awake(visit);
      await fits(visit);
      expect(await violations(visit, "main"), "light").toEqual([]);
      if (screen === phone) return;
      await visit.evaluate(() => {
        document.documentElement.dataset.theme = "dark";
      });
      expect(await violationsOfColours(visit, "main"), "dark").toEqual([]);
    });
  }
});

test("such a page is made on a phone", async ({ product, editor, dashboard, visitor }) => {
  const page = await begin(finger, dashboard, "On a phone", phone);
  for (const one of stack) await addBlock(finger, page, one);
  await fits(page);
  await finger.press(button(page, "Move up Steps"));
  const order = ["Hero", "Steps", "Text", ...stack.slice(3).map(([name]) => name)];
  expect(await names(page)).toEqual(order);
  await finger.select(field(page, "status"), "Published");
  await save(finger, page);
  await editor.live();
  const visit = await visitor.page(phone);
  await visit.goto(`${product.url}/on-a-phone`);
  expect(await visit.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    "How to join",
    "What it is",
    ...stack.slice(3).map(([, heading]) => heading),
  ]);
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
  expect(await names(page)).toEqual(["Text", "Hero"]);
});

test("who follows the old path of a page is sent to the new one", async ({ product, editor, dashboard }) => {
  const { id } = await editor.call<OwnPage>("POST", "/api/admin/pages", {
    path: "/fees",
    title: "Fees",
    status: "published",
    blocks: [],
  });
  await editor.live();
  expect(await status(`${product.url}/fees`)).toBe(200);
  const page = await dashboard.open(`${view}&edit=${id}`);
  await field(page, "path").fill("/courses/fees");
  await page.getByText("Links to /fees lead to the new path if the page was published.").waitFor();
  await save(mouse, page);
  await editor.live();
  const old = await fetch(`${product.url}/fees`, { redirect: "manual" });
  expect([old.status, new URL(old.headers.get("location") ?? "", product.url).pathname]).toEqual([
    301,
    "/courses/fees",
  ]);
  expect(await status(`${product.url}/courses/fees`)).toBe(200);
});

test("who saves over a colleague's version can go on writing, and overwrites only when told to", async ({
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/Failed to load resource.*412/);
  const blocks = (heading: string) => [{ type: "text", values: { heading } }];
  const { id } = await editor.call<OwnPage>("POST", "/api/admin/pages", {
    path: "/overwritten",
    title: "Fees",
    blocks: blocks("What it costs"),
  });
  const heading = async () =>
    (await editor.call<{ blocks: { values: { heading: string } }[] }>("GET", `/api/admin/pages/${id}`)).blocks[0]
      ?.values.heading;
  const page = await dashboard.open(`${view}&edit=${id}`);
  await field(page, "heading").fill("Mine");
  await editor.call("PUT", `/api/admin/pages/${id}`, { blocks: blocks("Theirs") });
  await button(page, "Save Page").click();
  const conflict = page.getByRole("dialog", { name: "Someone else saved this page" });
  await conflict.waitFor();
  await page.keyboard.press("Escape");
  await conflict.waitFor({ state: "hidden" });
  expect(await field(page, "heading").inputValue()).toBe("Mine");
  expect(await heading()).toBe("Theirs");
  await button(page, "Save Page").click();
  await button(conflict, "Overwrite").click();
  await toast(page, "Page saved").waitFor();
  expect(await heading()).toBe("Mine");
});

test("changes of a page's texts are not given up unasked", async ({ dashboard }) => {
  const page = await dashboard.open(`${view}&page=about`);
  const title = page.getByRole("group", { name: "Top of the page", exact: true }).locator('[name="title"]');
  await title.fill("Who we are");
  await button(page, "Cancel").click();
  await answer(page, "Discard your changes to these texts?", "Keep editing", "About");
  expect(await title.inputValue()).toBe("Who we are");
  await focused(button(page, "Cancel"));
  await button(page, "Cancel").click();
  await answer(page, "Discard your changes to these texts?", "Discard changes", "About");
  await button(page, "New Page").waitFor();
});

test("a text of the site's own page that is refused says so at its field, also in a folded entry", async ({
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/Failed to load resource.*422/);
  const page = await dashboard.open(`${view}&page=foundation-test-series`);
  const section = page.getByRole("group", { name: "Syllabus", exact: true });
  await field(section, "heading").fill("What is asked");
  await section
    .getByRole("button", { name: /^Edit / })
    .nth(2)
    .click();
  const title = field(section, "subjects[2].title");
  const name = await title.inputValue();
  await title.fill("x".repeat(600));
  await section.getByRole("button", { name: /^Close x/ }).click();
  await title.waitFor({ state: "hidden" });
  await button(page, "Save Texts").click();
  await focused(title);
  expect(await title.getAttribute("aria-invalid")).toBe("true");
  const described = page.locator(`[id="${await title.getAttribute("aria-describedby")}"]`);
  expect(await described.textContent()).toBe("Give at most 500 characters; these are 600.");
  const texts = async () => {
    const items = await editor.call<{ type: string; content: string }[]>(
      "GET",
      "/api/page-content/foundation-test-series/syllabus",
    );
    return Object.fromEntries(items.map(({ type, content }) => [type, content]));
  };
  // A section is one save: all of it, or nothing.
  expect(await texts()).toEqual({});
  await title.fill(`${name} and more`);
  await button(page, "Save Texts").click();
  await toast(page, "Texts saved").waitFor();
  const { heading, subjects } = await texts();
  expect(heading).toBe("What is asked");
  expect(JSON.parse(subjects ?? "")[2]).toMatchObject({ title: `${name} and more` });
});
