import { png } from "@academy/shared/test/png";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { type Article, administrator, Editor } from "../src/api";
import type { Visitor } from "../src/browser";
import { addPicture } from "../src/dashboard";
import type { Product } from "../src/product";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// The thin line through the whole product, walked once from an empty machine. Each test goes on where the one before
// has ended.

const title = "How to read a newspaper for the exam";
const address = "/blog/how-to-read-a-newspaper-for-the-exam";

/** Signs in and goes to the articles tab. */
async function articlesTab(product: Product, visitor: Visitor): Promise<Page> {
  const page = await visitor.page();
  await page.goto(`${product.url}/auth`);
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(administrator.email);
  await password(page).fill(administrator.password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL("**/admin/dashboard**");
  await page.goto(`${product.url}/admin/dashboard?tab=articles`);
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  return page;
}

// Not by label: "Show password" is a control of the same field.
const password = (page: Page) => page.locator('input[name="password"]');
const editorOf = (page: Page) => page.locator('[contenteditable="true"]');
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

const chooseStatus = (page: Page, label: "Draft" | "Published" | "Archived") =>
  page.getByRole("combobox", { name: "Status" }).selectOption({ label });

/** Opens the article in the form. */
async function edit(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  await page.getByRole("button", { name: "Update Article" }).waitFor();
  await editorOf(page).getByText("Before you begin").waitFor();
}

/** Saves the form and checks the API's answer. */
async function save(page: Page, button: "Create Article" | "Update Article", status: number): Promise<void> {
  const method = button === "Create Article" ? "POST" : "PUT";
  const saved = page.waitForResponse(
    (answer) => /\/api\/articles(\/[^/]+)?$/.test(answer.url()) && answer.request().method() === method,
  );
  await page.getByRole("button", { name: button }).click();
  expect((await saved).status()).toBe(status);
}

/** The public page without JavaScript, once its status and text are as wanted. */
async function publicPage(
  product: Product,
  visitor: Visitor,
  path: string,
  wanted: { status: number; text?: string },
): Promise<Page> {
  await eventually(
    `${path} answers ${wanted.status}${wanted.text ? ` with "${wanted.text}"` : ""}`,
    async () => {
      const answer = await fetch(product.url + path);
      const html = await answer.text();
      return answer.status === wanted.status && (!wanted.text || html.includes(wanted.text));
    },
    20_000,
  );
  const page = await visitor.page({ javaScriptEnabled: false });
  await page.goto(product.url + path);
  return page;
}

describe("in this order", { shuffle: false }, () => {
  test("the first account is registered in the browser", async ({ product, visitor }) => {
    const page = await visitor.page();
    await page.goto(`${product.url}/auth`);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create Account" }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill(administrator.name);
    await page.getByRole("textbox", { name: "Email" }).fill(administrator.email);
    await password(page).fill(administrator.password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL("**/admin/dashboard**");
    await page.getByText(administrator.name).first().waitFor();
  });

  test("an article with headings, bold, a list and a picture is written and published", async ({
    product,
    visitor,
  }) => {
    const page = await articlesTab(product, visitor);
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByRole("textbox", { name: "Category" }).fill("Current Affairs");
    await page.getByRole("textbox", { name: "Tags" }).fill("newspaper, habits");
    const editor = editorOf(page);
    await editor.click();

    await tool(page, "Header").click();
    await page.getByRole("menuitemradio", { name: "Heading 2" }).click();
    await page.keyboard.insertText("Before you begin");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Read with a ");
    await tool(page, "Bold").click();
    await page.keyboard.insertText("syllabus");
    await tool(page, "Bold").click();
    await page.keyboard.insertText(" beside you.");
    await page.keyboard.press("Enter");
    await tool(page, "Bullet List").click();
    await page.keyboard.insertText("Editorials first");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Then the economy pages");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // leaves the list
    await addPicture(page, {
      name: "front-page.png",
      mimeType: "image/png",
      buffer: png(320, 180, [180, 60, 40]),
    });
    await editor.locator("img").waitFor(); // decorative, so it has no role

    await chooseStatus(page, "Published");
    await save(page, "Create Article", 201);
  });

  test("its page is live, complete without JavaScript", async ({ product, visitor }) => {
    const page = await publicPage(product, visitor, address, { status: 200, text: title });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    const article = page.locator(".prose");
    await article.getByRole("heading", { level: 2, name: "Before you begin" }).waitFor();
    expect(await article.locator("strong", { hasText: "syllabus" }).count()).toBe(1);
    expect(await article.getByRole("listitem").allTextContents()).toEqual([
      "Editorials first",
      "Then the economy pages",
    ]);
    const picture = article.locator("img");
    expect(await picture.getAttribute("src")).toMatch(/^\/media\//);
    await picture.scrollIntoViewIfNeeded();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await page.getByText("#newspaper").waitFor();

    const list = await publicPage(product, visitor, "/blog", { status: 200, text: title });
    await list
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .waitFor();
  });

  test("the admin says that it is live, and an edit changes the page", async ({ product, dashboard, visitor }) => {
    const page = await dashboard.open("tab=articles");
    await page.getByRole("button", { name: /^Publish status: live/i }).waitFor();
    await edit(page);
    await editorOf(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Write one line a day about what you read.");
    await save(page, "Update Article", 200);

    const live = await publicPage(product, visitor, address, { status: 200, text: "Write one line a day" });
    await live.getByText("Write one line a day about what you read.").waitFor();
    await live.getByRole("heading", { level: 2, name: "Before you begin" }).waitFor();
  });

  test("a visitor with JavaScript sees the site without an error", async ({ product, visitor }) => {
    const page = await visitor.page({ reducedMotion: "no-preference" });
    for (const path of ["/", "/blog", address]) {
      await page.goto(product.url + path, { waitUntil: "networkidle" });
      await page.getByRole("contentinfo").waitFor();
    }
  });

  test("a restart on the same data keeps everything", async ({ product, visitor }) => {
    const before = await (await fetch(product.url + address)).text();
    expect(await product.stop()).toBe(0);
    await product.startAgain();
    console.info(`second start: ready in ${(product.startedIn / 1000).toFixed(1)} s`);
    expect(await (await fetch(product.url + address)).text()).toBe(before);
    const editor = await Editor.enter(product);
    const articles = await editor.call<Article[]>("GET", "/api/articles");
    expect(articles.map((article) => article.title)).toContain(title);
    const page = await articlesTab(product, visitor);
    await page.getByText(title).first().waitFor();
  });

  test("an unpublished article is gone from its page and from the list", async ({ product, dashboard, visitor }) => {
    const page = await dashboard.open("tab=articles");
    await edit(page);
    await chooseStatus(page, "Draft");
    await save(page, "Update Article", 200);

    await publicPage(product, visitor, address, { status: 404 });
    await eventually(
      "the list is without it",
      async () => !(await (await fetch(`${product.url}/blog`)).text()).includes(title),
    );
    visitor.expected.push(/Failed to load resource.*404/);
    const missing = await visitor.page();
    await missing.goto(product.url + address);
    await missing.getByRole("heading", { name: "Article Not Found" }).waitFor();
  });
});
