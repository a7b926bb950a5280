import { devices, type Locator, type Page } from "playwright-core";
import type { Article } from "../src/api";
import { violations, violationsInBothThemes } from "../src/axe";
import { answer, focused, keepMessages, text, toast } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { expect, test } from "../src/test";

// The ways back, of what was saved and of what was deleted, as people see and press them. What they do is in
// admin/src/history/*.screen.test.tsx; by mouse, keyboard and finger admin-journey.test.ts goes them.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("button", { name, exact: true });

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
