import { readFileSync } from "node:fs";
import path from "node:path";
import { devices, type Locator, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { answer, focused, settings, text, toast } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What Delete takes away can be had back: at once by Undo, later from the trash. Hide, Unpublish and Restore are undone likewise.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("button", { name, exact: true });
const trash = (page: Page) => page.getByRole("dialog", { name: "Trash", exact: true });
const row = (scope: Page | Locator, title: string) => scope.getByRole("listitem").filter({ hasText: title });
const draft = (editor: Editor, title: string, fields: object = {}) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>", ...fields });
const statusOf = (editor: Editor, { id }: Article) =>
  editor
    .request("GET", `/api/articles/${id}`)
    .then(async (answer) => answer.ok && ((await answer.json()) as Article).status);

async function deleteArticle(page: Page, title: string): Promise<void> {
  await button(page, `Delete ${title}`).click();
  await answer(page, "Are you sure you want to delete this article?", "Delete");
  await toast(page, "Article deleted").waitFor();
}

describe("Undo", () => {
  test("has a deleted article back with its address, by keyboard", async ({ product, editor, dashboard }) => {
    const article = await draft(editor, "Deleted in haste", { status: "published" });
    const page = await dashboard.open("tab=articles");
    await deleteArticle(page, article.title);
    await button(page, `Edit ${article.title}`).waitFor({ state: "detached" });
    await page.keyboard.press("Alt+t");
    await page.keyboard.press("Tab");
    await focused(button(page, "Undo"));
    await page.keyboard.press("Enter");
    await toast(page, "Undone").waitFor();
    await button(page, `Edit ${article.title}`).waitFor();
    expect(await statusOf(editor, article)).toBe("published");
    await editor.live();
    expect((await fetch(`${product.url}/blog/${article.slug}`)).status).toBe(200);
  });

  test("publishes what was just taken off the site, with all that was changed with it", async ({
    editor,
    dashboard,
  }) => {
    const article = await draft(editor, "Taken off in haste", { status: "published" });
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    await text(page).getByText("Text").waitFor();
    await page.getByRole("textbox", { name: "Excerpt" }).fill("In haste.");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Draft");
    await button(page, "Update Article").click();
    await button(toast(page, "Article updated successfully"), "Undo").click();
    await toast(page, "Undone").waitFor();
    expect(await editor.call("GET", `/api/articles/${article.id}`)).toMatchObject({ status: "published", excerpt: "" });
  });

  test("says who has changed it since, and changes nothing", async ({ editor, dashboard, people, visitor }) => {
    visitor.expected.push(/412/, /404/);
    const article = await draft(editor, "Two at once", { status: "published" });
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    const ravi = await people.join("Ravi", "ravi@academy.test", `tab=articles&edit=${article.id}`);
    await text(page).getByText("Text").waitFor();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Archived");
    await button(page, "Update Article").click();
    const undo = button(toast(page, "Article updated successfully"), "Undo");
    await undo.hover();
    await ravi.reload();
    await text(ravi).getByText("Text").waitFor();
    await ravi.getByRole("textbox", { name: "Category" }).fill("Polity");
    await button(ravi, "Update Article").click();
    await toast(ravi, "Article updated successfully").waitFor();
    await undo.click();
    await toast(page, "Not undone: Ravi changed it since").waitFor();
    expect(await statusOf(editor, article)).toBe("archived");

    await page.mouse.move(10, 400);
    await deleteArticle(page, article.title);
    const back = button(toast(page, "Article deleted"), "Undo");
    await back.hover();
    await editor.call("POST", `/api/admin/trash/articles/${article.id}/restore`);
    await back.click();
    await toast(page, "Not undone: Test Editor had it back already").waitFor();
  });

  test("shows a hidden section again, and has a deleted one back", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections");
    await button(page, "Visible: Hero").click();
    await button(toast(page, "Section hidden"), "Undo").click();
    await button(page, "Visible: Hero").waitFor();
    await editor.call("POST", "/api/admin/sections", { name: "Toppers", type: "toppers", is_visible: true });
    await page.reload();
    await button(page, "Delete Toppers").click();
    await answer(page, 'Are you sure you want to delete "Toppers"?', "Delete");
    await button(toast(page, "Section deleted"), "Undo").click();
    await button(page, "Delete Toppers").waitFor();
  });

  test("of social links, pages and entries of lists", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=social");
    await button(page, "Edit Telegram").click();
    const form = page.getByRole("form", { name: "Edit Telegram" });
    await form.getByRole("checkbox", { name: "Active" }).click();
    await button(form, "Save").click();
    await button(toast(page, "Social media link updated successfully"), "Undo").click();
    await row(page, "Telegram").getByText("active", { exact: true }).waitFor();
    await button(page, "Delete Telegram").click();
    await answer(page, "Are you sure you want to delete this social media link?", "Delete");
    await button(toast(page, "Social media link deleted successfully"), "Undo").click();
    await button(page, "Delete Telegram").waitFor();

    await editor.call("POST", "/api/admin/pages", { path: "/fees", title: "Fees", status: "published" });
    await page.goto(dashboard.address(settings("pages")));
    await button(page, "Delete Fees").click();
    await answer(page, "Delete the page “Fees”?", "Delete");
    await button(toast(page, "Page deleted"), "Undo").click();
    await button(page, "Edit Fees").click();
    await page.getByRole("combobox", { name: "Status" }).selectOption("Draft");
    await button(page, "Save Page").click();
    await button(toast(page, "Page saved"), "Undo").click();
    await toast(page, "Undone").waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Status" }).inputValue()).toBe("published");

    await page.goto(dashboard.address(settings("lists")));
    await button(page, "Remove PSI").click();
    await answer(page, "Delete “PSI”?", "Delete");
    await button(toast(page, "Programme deleted"), "Undo").click();
    await button(page, "Remove PSI").waitFor();
  });

  test("shows a page of the site again that the settings have hidden", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=settings");
    const hidden = page.getByRole("switch", { name: "PSI page is hidden" });
    await hidden.check({ force: true });
    await page.getByRole("textbox", { name: "Contact phone" }).fill("+91 80 3333 3333");
    await button(page, "Save Settings").click();
    await button(toast(page, "Settings updated successfully"), "Undo").click();
    await toast(page, "Undone").waitFor();
    await expect.poll(() => hidden.isChecked()).toBe(false);
    const { adhva_vibes_psi_hidden, contact_phone } = await editor.call<Record<string, unknown>>(
      "GET",
      "/api/settings",
    );
    expect(adhva_vibes_psi_hidden).toBe(false);
    expect(contact_phone).not.toContain("3333");
  });

  test("stands in no other message, and goes with its own", async ({ editor, dashboard }) => {
    const article = await draft(editor, "Saved only", { status: "published" });
    const page = await dashboard.open(`tab=articles&edit=${article.id}`);
    await text(page).getByText("Text").waitFor();
    await page.getByRole("textbox", { name: "Excerpt" }).fill("Short.");
    await button(page, "Update Article").click();
    await toast(page, "Article updated successfully").waitFor();
    expect(await button(page, "Undo").count()).toBe(0);
    await deleteArticle(page, article.title);
    await button(page, "Undo").waitFor();
    await button(toast(page, "Article deleted"), "Dismiss").click();
    await eventually("it is gone", async () => (await button(page, "Undo").count()) === 0);
  });
});

describe("the trash", () => {
  test("of articles has back, and deletes for good when an administrator says so", async ({
    editor,
    dashboard,
    people,
    visitor,
  }) => {
    visitor.expected.push(/404/);
    const articles = await Promise.all(["Trash one", "Trash two", "Trash three"].map((title) => draft(editor, title)));
    for (const { id } of articles) await editor.call("DELETE", `/api/articles/${id}`);
    const page = await dashboard.open("tab=articles");
    await button(page, "Trash").press("Enter");
    for (const { title } of articles)
      await row(trash(page), title)
        .getByText(/^Deleted .* by Test Editor$/)
        .waitFor();
    await row(trash(page), "Trash two")
      .getByText(/^Kept until \d+ \w+ \d{4}$/)
      .waitFor();

    await button(trash(page), "Restore Trash two").press("Enter");
    const undo = button(toast(page, "Article restored"), "Undo");
    await undo.hover();
    await row(trash(page), "Trash two").waitFor({ state: "detached" });
    await focused(
      trash(page)
        .getByRole("button", { name: /^Restore Trash (one|three)$/ })
        .last(),
    );
    expect(await statusOf(editor, articles[1] as Article)).toBe("draft");
    await undo.click();
    await row(trash(page), "Trash two").waitFor();
    expect(await statusOf(editor, articles[1] as Article)).toBe(false);

    const question = "Delete “Trash one” for good?";
    await button(trash(page), "Delete for good Trash one").click();
    await answer(page, question, "Cancel");
    await button(trash(page), "Delete for good Trash one").click();
    await answer(page, question, "Delete for good");
    await toast(page, "Article deleted for good").waitFor();
    await row(trash(page), "Trash one").waitFor({ state: "detached" });
    const path = `/api/admin/trash/articles/${articles[0]?.id}/restore`;
    expect((await editor.request("POST", path)).status).toBe(404);

    const ravi = await people.join("Ravi", "ravi.trash@academy.test", "tab=articles");
    await button(ravi, "Trash").click();
    await row(trash(ravi), "Trash three").waitFor();
    expect(await button(trash(ravi), /^Delete for good/).count()).toBe(0);
    await button(trash(ravi), "Restore Trash three").click();
    await toast(ravi, "Article restored").waitFor();
  });

  test("of everything stands in the settings, and is narrowed", async ({ editor, dashboard, visitor }) => {
    visitor.expected.push(/ERR_FAILED/);
    const article = await draft(editor, "Among others");
    await editor.call("DELETE", `/api/articles/${article.id}`);
    const feature = await editor.call<{ id: string }>("POST", "/api/admin/features", { title: "A way in" });
    await editor.call("DELETE", `/api/admin/features/${feature.id}`);
    const page = await dashboard.open(settings("trash"));
    await row(page, "Among others").getByText("Article", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Quick access" });
    await row(page, "Among others").waitFor({ state: "detached" });
    await row(page, "A way in").waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Page" });
    await page.getByText("The trash is empty").waitFor();
    await page.route("**/api/admin/trash?*", (route) => route.abort());
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Video" });
    await page.getByText("The trash could not be loaded").waitFor();
  });

  test("keeps a video's file until it is deleted for good", async ({ product, editor, dashboard }) => {
    const form = new FormData();
    form.append("title", "A lecture");
    form.append("category", "Polity");
    const file = path.resolve(
      import.meta.dirname,
      "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
    );
    form.append("file", new File([readFileSync(file)], "lecture.webm", { type: "video/webm" }));
    const video = await editor.send<{ id: string; file: string }>("/api/videos", form);
    await editor.call("PUT", `/api/videos/${video.id}`, { title: "A longer lecture" });
    const page = await dashboard.open("tab=videos");
    await button(page, "Edit A longer lecture").click();
    const dialog = page.getByRole("dialog", { name: "Edit video" });
    await button(dialog, "History").click();
    const history = page.getByRole("dialog", { name: "History", exact: true });
    await button(history, /^Restore \d/).click();
    await toast(page, "Version restored").waitFor();
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "hidden" });
    await expect.poll(() => dialog.getByRole("textbox", { name: "Title" }).inputValue()).toBe("A lecture");
    await page.keyboard.press("Escape");

    await button(page, "Delete A lecture").click();
    await answer(page, "Are you sure you want to delete this video?", "Delete");
    await toast(page, "Video deleted").waitFor();
    const served = async () => (await fetch(product.url + video.file)).status;
    expect(await served()).toBe(200);
    await button(page, "Trash").click();
    await button(trash(page), "Delete for good A lecture").click();
    await answer(page, "Delete “A lecture” for good?", "Delete for good");
    await trash(page).getByText("The trash is empty").waitFor();
  });

  test("can be seen and pressed by everybody", async ({ editor, dashboard }) => {
    const article = await draft(editor, "For everybody");
    await editor.call("DELETE", `/api/articles/${article.id}`);
    for (const options of [{}, phone]) {
      const page = await dashboard.open("tab=articles", options);
      await button(page, "Trash").click();
      await row(trash(page), "For everybody").waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      if (options === phone) expect(await tooLow(page)).toEqual([]);
    }
  });
});
