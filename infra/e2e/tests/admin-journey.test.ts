import { devices, type Locator, type Page } from "playwright-core";
import type { Article } from "../src/api";
import { violations, violationsInBothThemes } from "../src/axe";
import { answer, focused, keepMessages, previewed, text, toast, unpublished } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { expect, test } from "../src/test";

// One piece of work from the first word to the last, by whoever does it: written, compared, restored, given up,
// previewed, shown to somebody without an account, and not any more. What another browser, a colleague and that reader
// have of it is the same whatever somebody works with, and looked at once. And the ways back, of what was saved and of
// what was deleted, as people see and press them; what they do is in admin/src/history/*.screen.test.tsx.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("button", { name, exact: true });
const history = (page: Page) => page.getByRole("dialog", { name: "History", exact: true });
/** A preview calls nothing: what its page would ask for is refused, and the browser says so. */
const REFUSED = /Content Security Policy|violates the document's/;

const MANNERS: readonly [name: string, hands: Hands, options: object][] = [
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
];

test.for(MANNERS)("by %s", async ([manner, hands, options], { product, editor, dashboard, people, visitor }) => {
  visitor.expected.push(REFUSED);
  const made = await editor.call<Article>("POST", "/api/articles", {
    title: `Rain by ${manner}`,
    content: "<p>It rains in June.</p>",
    status: "published",
  });
  await editor.call("PUT", `/api/articles/${made.id}`, { content: "<p>It rains in July.</p>" });
  const query = `tab=articles&edit=${made.id}`;

  // Written.
  const first = await dashboard.open(query, options);
  await hands.write(text(first), "Each year. ");
  await hands.write(title(first), "Twice");
  const typed = await title(first).inputValue();
  const copy = () => editor.call<{ title?: string }>("GET", `/api/articles/${made.id}/working-copy`).catch(() => null);
  await expect.poll(async () => (await copy())?.title).toBe(typed);

  // Left, and gone on with elsewhere, while a colleague looks in.
  const goOn = async () => {
    await first.goto(`${product.url}/robots.txt`);
    const page = await dashboard.open(query, options);
    await expect.poll(() => title(page).inputValue()).toBe(typed);
    await text(page).getByText("Each year.").waitFor();
    const colleague = await people.join(`Ravi ${manner}`, `ravi.${manner}@academy.test`, query);
    await colleague.getByText(/^Test Editor has had this open since \d\d:\d\d\.$/).waitFor();
    return page;
  };
  const page = hands === mouse ? await goOn() : first;

  // Compared, and restored.
  await hands.press(button(page, "History"));
  const oldest = history(page).locator(".version").last();
  await hands.press(button(oldest, /^Compare /));
  const content = oldest.getByRole("region", { name: "Content", exact: true });
  await content.waitFor();
  expect(await content.locator("del").allTextContents()).toEqual(["June"]);
  expect(await content.locator("ins").allTextContents()).toEqual(["July"]);
  await hands.press(button(oldest, /^Restore \d/));
  await toast(page, "Version restored").waitFor();
  await page.keyboard.press("Escape");
  await history(page).waitFor({ state: "hidden" });
  expect((await editor.call<Article>("GET", `/api/articles/${made.id}`)).content).toContain("June");

  // Given up: what is typed goes, what is public stays.
  await unpublished(page).waitFor();
  await hands.press(button(page, "Discard changes"));
  const question = page.getByRole("dialog", { name: "Discard unpublished changes?" });
  await hands.press(button(question, "Discard changes"));
  await expect.poll(() => title(page).inputValue()).toBe(made.title);
  await text(page).getByText("June").waitFor();

  // Shown to somebody without an account, and not any more.
  await hands.write(title(page), "For you");
  const shown = await title(page).inputValue();
  await hands.press(button(page, "Preview"));
  await previewed(page).getByRole("heading", { level: 1, name: shown, exact: true }).waitFor();
  const widths = [
    ["Desktop", 1280],
    ["Phone", 390],
  ] as const;
  for (const [width, pixels] of hands === mouse ? widths : widths.slice(1)) {
    await hands.press(button(page, width));
    await expect
      .poll(() =>
        previewed(page)
          .locator("html")
          .evaluate(() => window.innerWidth),
      )
      .toBe(pixels);
  }
  for (const theme of hands === mouse ? ["Dark", "Light"] : ["Dark"]) {
    await hands.press(button(page, theme));
    await previewed(page).locator(`html[data-theme="${theme.toLowerCase()}"]`).waitFor();
  }
  if (manner === "finger") await page.keyboard.press("Escape");
  await hands.press(button(page, "Share"));
  const dialog = page.getByRole("dialog", { name: "Share" });
  await hands.select(dialog.getByRole("combobox", { name: "Valid for" }), "1 hour");
  await hands.press(button(dialog, "Create link"));
  const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(address.startsWith(`${product.url}/api/preview/shared/`)).toBe(true);
  const reader = hands === mouse ? await visitor.page() : null;
  await reader?.goto(address);
  await reader?.getByRole("heading", { level: 1, name: shown, exact: true }).waitFor();
  await hands.press(button(dialog, /^Revoke /));
  await toast(page, "Link revoked").waitFor();
  expect(await button(dialog, /^Revoke/).count()).toBe(0);
  expect(await dialog.getByRole("textbox", { name: "Link" }).count()).toBe(0);
  expect((await fetch(address)).status).toBe(404);
  expect((await editor.call<Article>("GET", `/api/articles/${made.id}`)).title).toBe(made.title);
});

test.for([
  ["a wide screen", {}],
  ["a phone", phone],
] as const)(
  "history and trash can be seen and pressed by everybody, on %s",
  async ([screen, options], { editor, dashboard }) => {
    const { id } = await editor.call<Article>("POST", "/api/articles", {
      title: "For everybody",
      content: "<p>Each June the <strong>wind</strong> turns.</p><p>It rains.</p>",
    });
    await editor.call("PUT", `/api/articles/${id}`, { content: "<p>Each July the <strong>wind</strong> turns.</p>" });
    const thrown = `Thrown away on ${screen}`;
    const gone = await editor.call<Article>("POST", "/api/articles", { title: thrown, content: "<p>Text</p>" });
    await editor.call("DELETE", `/api/articles/${gone.id}`);
    const page = await dashboard.open(`tab=articles&edit=${id}`, options);
    const check = async () => {
      // On a phone what is seen has the same colours.
      const look = options === phone ? violations : violationsInBothThemes;
      expect(await look(page, "[role=dialog]")).toEqual([]);
      if (options !== phone) return;
      expect(await tooLow(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    };
    await text(page).getByText("July").waitFor();
    await button(page, "History").click();
    const history = page.getByRole("dialog", { name: "History", exact: true });
    await button(history.locator(".version").last(), /^Compare /).click();
    await history.locator("ins").first().waitFor();
    await check();
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "hidden" });
    await button(page, "Trash").click();
    await page.getByRole("dialog", { name: "Trash", exact: true }).getByText(thrown, { exact: true }).waitFor();
    await check();
  },
);

test("a deleted article is had back with its address by keyboard, from the message", async ({
  product,
  editor,
  dashboard,
}) => {
  const article = await editor.call<Article>("POST", "/api/articles", {
    title: "Deleted in haste",
    content: "<p>Text</p>",
    status: "published",
  });
  const page = await dashboard.open("tab=articles");
  await keepMessages(page);
  await button(page, "Delete Deleted in haste").press("Enter");
  await answer(page, "Are you sure you want to delete this article?", "Delete");
  await toast(page, "Article deleted").waitFor();
  await button(page, "Edit Deleted in haste").waitFor({ state: "detached" });
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await focused(button(page, "Undo"));
  await page.keyboard.press("Enter");
  await toast(page, "Undone").waitFor();
  await button(page, "Edit Deleted in haste").waitFor();
  await editor.live();
  expect((await fetch(`${product.url}/blog/${article.slug}`)).status).toBe(200);
});
