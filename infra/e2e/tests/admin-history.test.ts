import { devices, type Locator, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { answer, focused, settings, text, toast, written } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { expect, test } from "../src/test";

// The former versions of what people edit: who made them, what differs, and the way back.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("button", { name, exact: true });
const history = (page: Page) => page.getByRole("dialog", { name: "History", exact: true });
const saves = (page: Page) => history(page).getByRole("list", { name: "Versions" }).getByRole("listitem");

/** A save in the list, by what it says of itself; the lists of rich text within it are none. */
const save = (page: Page, words: string) => history(page).locator(".version").filter({ hasText: words });

/** An article that two saves have changed since it was made. */
async function thrice(editor: Editor, title: string): Promise<Article> {
  const made = await editor.call<Article>("POST", "/api/articles", {
    title,
    content: "<p>Each June the <strong>wind</strong> turns.</p><p>It rains.</p>",
    excerpt: "Why it rains.",
  });
  const call = `/api/articles/${made.id}`;
  await editor.call("PUT", call, { excerpt: "Why it rains in June." });
  await editor.call("PUT", call, {
    content: "<p>Each July the <strong>wind</strong> turns.</p><ul><li>Heat</li></ul>",
  });
  return made;
}

const stored = (editor: Editor, { id }: Article) =>
  editor.call<Article & Record<string, string>>("GET", `/api/articles/${id}`);

async function openHistory(page: Page, hands: Hands = mouse): Promise<void> {
  await hands.press(button(page, "History"));
  await saves(page).first().waitFor();
}

describe("of an article", () => {
  test.for([
    ["by mouse", mouse, {}],
    ["by keyboard", keys, {}],
    ["with a finger", finger, phone],
  ] as const)("is read, compared and restored %s", async ([how, hands, options], { editor, dashboard }) => {
    const article = await thrice(editor, `Rains ${how}`);
    const page = await dashboard.open(`tab=articles&edit=${article.id}`, options);
    await text(page).getByText("July").waitFor();
    await openHistory(page, hands);
    expect(await saves(page).count()).toBe(3);
    await save(page, "Test Editor changed content").getByText("Now", { exact: true }).waitFor();
    const first = save(page, "Test Editor created it");

    await hands.press(button(first, /^Compare /));
    const content = first.getByRole("region", { name: "Content", exact: true });
    await content.waitFor();
    expect(await content.locator("del").allTextContents()).toEqual(["June", "It rains."]);
    expect(await content.locator("ins").allTextContents()).toEqual(["July", "Heat"]);
    expect(await content.locator("li > ins").count()).toBe(1);
    expect(await content.locator("strong").allTextContents()).toEqual(["wind"]);
    const excerpt = first.getByRole("region", { name: "Excerpt", exact: true });
    expect(await excerpt.locator("ins").allTextContents()).toEqual([" in June"]);

    await hands.press(button(excerpt, /^Restore Excerpt/));
    await toast(page, "Field restored").waitFor();
    await save(page, "Test Editor restored excerpt").waitFor();
    expect(await stored(editor, article)).toMatchObject({ excerpt: "Why it rains.", revision: 4 });
    await excerpt.waitFor({ state: "detached" });

    await hands.press(button(first, /^Restore \d/));
    await toast(page, "Version restored").waitFor();
    await page.keyboard.press("Escape");
    await history(page).waitFor({ state: "hidden" });
    await focused(button(page, "History"));
    await text(page).getByText("June").waitFor();
    expect(await page.getByRole("textbox", { name: "Excerpt" }).inputValue()).toBe("Why it rains.");
    expect((await stored(editor, article)).content).toContain("June");
  });

  test("any two versions are compared, and Restore can be undone", async ({ editor, dashboard }) => {
    const article = await thrice(editor, "Any two");
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    await openHistory(page);
    const first = save(page, "created it");
    await button(first, /^Compare /).click();
    await first.getByRole("region", { name: "Content", exact: true }).waitFor();
    const others = first.getByRole("combobox", { name: "Compare with" });
    const [, second] = await others.locator("option").allTextContents();
    await others.selectOption({ label: second ?? "" });
    await first.getByRole("region", { name: "Content", exact: true }).waitFor({ state: "detached" });
    await first.getByRole("region", { name: "Excerpt", exact: true }).waitFor();

    await button(first, /^Restore \d/).click();
    await button(toast(page, "Version restored"), "Undo").click();
    await toast(page, "Undone").waitFor();
    expect(await saves(page).count()).toBe(5);
    expect((await stored(editor, article)).content).toContain("July");
    await page.keyboard.press("Escape");
    await text(page).getByText("July").waitFor();
  });

  test("keeps what was typed and not saved, and notices who came in between", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/412/, /Failed to load resource/);
    const article = await thrice(editor, "In between");
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    // What is typed stays unsaved, however long the rest takes.
    await page.route("**/working-copy*", (route) =>
      route.request().method() === "PUT" ? route.abort() : route.continue(),
    );
    const title = page.getByRole("textbox", { name: "Title" });
    await text(page).getByText("July").waitFor();
    await title.fill("In between, typed");
    await openHistory(page);
    await editor.call("PUT", `/api/articles/${article.id}`, { category: "Polity" });
    await button(save(page, "created it"), /^Restore \d/).click();
    await toast(page, "Failed to restore").waitFor();
    await save(page, "Test Editor changed category").waitFor();
    expect(await stored(editor, article)).toMatchObject({ category: "Polity", revision: 4 });

    await button(save(page, "created it"), /^Restore \d/).click();
    await toast(page, "Version restored").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => title.inputValue()).toBe("In between");
    await button(page, "Put it back into the form").click();
    expect(await title.inputValue()).toBe("In between, typed");
    expect(await written(page)).toContain("July");
  });

  test("is shown in parts, and is forgotten by administrators only", async ({ editor, dashboard, people }) => {
    const { id } = await editor.call<Article>("POST", "/api/articles", { title: "0" });
    for (let n = 1; n < 25; n++) await editor.call("PUT", `/api/articles/${id}`, { category: `${n}` });
    const page = await dashboard.open(`tab=articles&edit=${id}`);
    await openHistory(page);
    await history(page).getByText("20 of 25 saves").waitFor();
    await button(history(page), "Show older").click();
    await history(page).getByText("25 saves", { exact: true }).waitFor();
    await save(page, "created it").waitFor();

    const ravi = await people.join("Ravi", "ravi@academy.test", `tab=articles&edit=${id}`);
    await openHistory(ravi);
    expect(await button(history(ravi), "Forget former versions").count()).toBe(0);

    await button(history(page), "Forget former versions").click();
    await answer(page, "Forget all former versions?", "Forget");
    await toast(page, "Former versions forgotten").waitFor();
    await history(page).getByText("1 save", { exact: true }).waitFor();
    expect(await button(history(page), /^Compare /).count()).toBe(0);
  });

  test("says why it cannot be read, and is tried again", async ({ editor, dashboard, visitor }) => {
    visitor.expected.push(/ERR_FAILED/);
    const article = await thrice(editor, "Cut");
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    const calls = "**/api/admin/history/**";
    await page.route(calls, (route) => route.abort());
    await button(page, "History").click();
    await history(page).getByText("The history could not be loaded").waitFor();
    await page.unroute(calls);
    await button(history(page), "Try again").click();
    await saves(page).first().waitFor();
    await page.route(calls, (route) => route.abort());
    await button(save(page, "created it"), /^Compare /).click();
    await history(page).getByText("The versions could not be loaded").waitFor();
    await page.unroute(calls);
    await button(history(page), "Try again").click();
    await history(page).locator("ins").first().waitFor();
  });

  test("can be seen and pressed by everybody", async ({ editor, dashboard }) => {
    const article = await thrice(editor, "For everybody");
    for (const options of [{}, phone]) {
      const page = await dashboard.open(`tab=articles&edit=${article.id}`, options);
      await openHistory(page);
      await button(save(page, "created it"), /^Compare /).click();
      await history(page).locator("ins").first().waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      if (options !== phone) continue;
      expect(await tooLow(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});

describe("of everything else that people edit", () => {
  test("the settings, field by field", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=settings");
    await openHistory(page);
    expect(await saves(page).allTextContents()).toEqual([expect.stringMatching(/^Came with the site/)]);
    await page.keyboard.press("Escape");
    await editor.call("PUT", "/api/settings", { contact_phone: "+91 80 1111 1111", videos_show_coming_soon: false });
    await editor.call("PUT", "/api/settings", { contact_phone: "+91 80 2222 2222", videos_show_coming_soon: true });
    await openHistory(page);
    const first = save(page, "Came with the site").locator("xpath=preceding-sibling::li[1]");
    await button(first, /^Compare /).click();
    const flag = first.getByRole("region", { name: "Videos show Coming Soon" });
    expect(await flag.locator("del").textContent()).toBe("LIVE");
    expect(await flag.locator("ins").textContent()).toBe("COMING SOON");
    await button(flag, /^Restore Videos show Coming Soon/).click();
    await toast(page, "Field restored").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("switch", { name: "Videos show Coming Soon", checked: false }).waitFor();
    expect(await page.getByRole("textbox", { name: "Contact phone" }).inputValue()).toBe("+91 80 2222 2222");
  });

  test("a menu, in whose form the former entries stand then", async ({ editor, dashboard }) => {
    const menu = "/api/admin/menus/main";
    await editor.call("PUT", menu, { items: [{ label: "Home", href: "/" }] });
    await editor.call("PUT", menu, { items: [{ label: "Courses", href: "/mentorship" }] });
    const page = await dashboard.open(settings("menus"));
    await button(page, "History: Top bar").click();
    await history(page).getByText("Nothing was changed yet").waitFor();
    await page.keyboard.press("Escape");
    await history(page).waitFor({ state: "hidden" });
    const open = button(page, /^History: Navigation/);
    await open.click();
    const first = saves(page).nth(1);
    await button(first, /^Compare /).click();
    await history(page).locator("ins").first().waitFor();
    expect(await history(page).locator("ins").allTextContents()).toContain("Courses");
    await button(first, /^Restore \d/).click();
    await toast(page, "Version restored").waitFor();
    await page.keyboard.press("Escape");
    const form = page.getByRole("form", { name: "Menu: Navigation" });
    await form.getByText("Home", { exact: true }).waitFor();

    // What the site has where nobody has saved one is a version, too.
    await open.click();
    await button(saves(page).last(), "Restore The beginning").click();
    await toast(page, "Version restored from the beginning").waitFor();
    const { main } = await editor.call<{ main: unknown[] }>("GET", "/api/menus");
    expect(main.length).toBeGreaterThan(1);
  });

  test("a page, block by block", async ({ editor, dashboard }) => {
    const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", {
      path: "/fees",
      title: "Fees",
      blocks: [{ id: "a", type: "text", values: { heading: "Fees of 2026" } }],
    });
    await editor.call("PUT", `/api/admin/pages/${id}`, {
      blocks: [
        { id: "a", type: "text", values: { heading: "Fees of 2027" } },
        { id: "b", type: "text", values: { heading: "Refunds" } },
      ],
    });
    const page = await dashboard.open(`${settings("pages")}&edit=${id}`);
    await openHistory(page);
    await button(saves(page).last(), /^Compare /).click();
    const blocks = saves(page).last().getByRole("region", { name: "Blocks" });
    await blocks.getByRole("heading", { name: /1: Heading$/ }).waitFor();
    expect(await blocks.locator("del").allTextContents()).toContain("2026");
    expect(await blocks.locator("ins").allTextContents()).toEqual(expect.arrayContaining(["2027", "Refunds"]));
    await button(blocks, /^Restore Blocks/).click();
    await toast(page, "Field restored").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Refunds").waitFor({ state: "detached" });
  });

  test.for([
    [
      "a social link",
      "tab=social",
      "Edit Telegram",
      "/api/admin/social-media",
      "Telegram",
      "url",
      "https://t.me/adhva",
    ],
    [
      "an entry of a list",
      settings("lists"),
      "Edit Mentorship",
      "/api/programs",
      "Mentorship",
      "description",
      "Eight months.",
    ],
  ] as const)(
    "%s, in whose open form it stands then",
    async ([, tab, edit, list, name, field, value], { editor, dashboard }) => {
      const all = await editor.call<(Record<string, string> & { id: string })[]>("GET", list);
      const one = all.find(({ platform, title }) => [platform, title].includes(name));
      const calls = list === "/api/programs" ? "/api/admin/programs" : list;
      await editor.call("PUT", `${calls}/${one?.id}`, { [field]: value });
      const page = await dashboard.open(tab);
      await button(page, edit).click();
      const form = page.getByRole("form", { name: edit });
      const control = form.locator(`[name="${field}"]`);
      expect(await control.inputValue()).toBe(value);
      await button(form, /^History/).click();
      await saves(page).last().getByText("Came with the site").waitFor();
      await button(saves(page).last(), /^Restore \d/).click();
      await toast(page, "Version restored").waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => control.inputValue()).toBe(one?.[field]);
    },
  );

  test("a section, beside its texts: Escape closes the history only", async ({ editor, dashboard }) => {
    const sections = await editor.call<{ id: string; name: string }[]>("GET", "/api/sections");
    const hero = sections.find(({ name }) => name === "Hero");
    await editor.call("PUT", `/api/admin/sections/${hero?.id}`, { is_visible: false });
    const page = await dashboard.open("tab=sections");
    await button(page, "Edit Hero").click();
    const form = page.getByRole("dialog", { name: "Edit Section Content: Hero" });
    await button(form, "History").click();
    await history(page).getByRole("combobox", { name: "Of" }).selectOption({ label: "Name, type and visibility" });
    const last = saves(page).first();
    await button(last, /^Compare /).click();
    await last.locator("ins").waitFor();
    expect(await last.locator("del, ins").allTextContents()).toEqual(["Visible", "Hidden"]);
    await button(last, /^Restore Visibility/).click();
    await toast(page, "Field restored").waitFor();
    await page.keyboard.press("Escape");
    await history(page).waitFor({ state: "hidden" });
    await form.locator('[name="heading"]').waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "hidden" });
    await button(page, "Visible: Hero").waitFor();
  });

  test("the texts of a section, in whose form they stand then", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections");
    await button(page, "Edit Hero").click();
    const form = page.getByRole("dialog", { name: "Edit Section Content: Hero" });
    const heading = form.locator('[name="heading"]');
    const before = await heading.inputValue();
    await heading.fill("Walk the whole path.");
    await button(form, "Save Changes").click();
    await form.waitFor({ state: "hidden" });
    await button(page, "Edit Hero").click();
    await button(form, "History").click();
    const saved = save(page, "Test Editor changed heading");
    await button(saved, /^Compare /).click();
    const changed = saved.getByRole("region", { name: "Heading", exact: true });
    await changed.waitFor();
    expect((await changed.locator("ins").allTextContents()).join("")).toContain("Walk");
    const first = saves(page).last();
    await button(first, /^Restore \d/).click();
    await button(toast(page, "Version restored"), "Undo").click();
    await toast(page, "Undone").waitFor();
    await button(first, /^Compare /).click();
    await button(first, /^Restore Heading/).click();
    await toast(page, "Field restored").waitFor();
    await page.keyboard.press("Escape");
    await history(page).waitFor({ state: "hidden" });
    await expect.poll(() => heading.inputValue()).toBe(before);
    const texts = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/hero");
    expect(texts.find(({ type }) => type === "heading")?.content).toBe(before);
  });

  test("the police page and the texts of any page, section by section", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=psi");
    const title = page.getByRole("textbox", { name: "Hero title" });
    const before = await title.inputValue();
    await title.fill("PSI 2027");
    await button(page, "Save PSI Content").click();
    await toast(page, "PSI page content updated").waitFor();
    await openHistory(page);
    await button(saves(page).last(), /^Restore \d/).click();
    await toast(page, "Version restored").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => title.inputValue()).toBe(before);

    await editor.call("POST", "/api/admin/page-content", {
      page: "contact-us",
      section: "form",
      type: "heading",
      content: "Write to us",
      order_index: 1,
    });
    await page.goto(dashboard.address(`${settings("pages")}&page=contact-us`));
    await button(page, "History").click();
    await history(page).getByRole("combobox", { name: "Of" }).selectOption({ label: "Form" });
    await saves(page).first().waitFor();
  });
});
