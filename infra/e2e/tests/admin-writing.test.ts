import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { focused, text, toast, tool, written } from "../src/dashboard";
import { png } from "../src/png";
import { expect, test } from "../src/test";
import { file } from "../src/upload";
import { eventually } from "../src/wait";

// Writing: what waits for what, what saving does, and what becomes of pictures.

const picture = { name: "picture.png", mimeType: "image/png", buffer: png(20, 20, [200, 120, 30]) };
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const make = (editor: Editor, fields: object) =>
  editor.call<Article>("POST", "/api/articles", { content: "<p>Text</p>", ...fields });

describe("a picture", () => {
  test.for(["banner_file", "image"])(
    "on its way (%s) is waited for by who saves, and is in what is saved once",
    async (input, { dashboard, editor }) => {
      const page = await dashboard.open("tab=articles");
      await title(page).fill(`Waits for ${input}`);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/api/upload/image", async (route) => {
        await held;
        await route.continue();
      });
      let saved = 0;
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/api/articles")) saved++;
      });
      const sent = page.waitForRequest("**/api/upload/image");
      await page.locator(`input[name="${input}"]`).setInputFiles(picture);
      await sent;
      await button(page, "Create Article").press("Enter");
      const waiting = button(page, "Waiting for the picture…");
      await waiting.press("Enter");
      await title(page).press("Control+s");
      expect(saved).toBe(0);
      release();
      await toast(page, "Article created successfully").waitFor();
      expect(saved).toBe(1);
      const [stored] = await editor.call<(Article & { banner_image: string })[]>(
        "GET",
        "/api/articles?sort=-updated_at",
      );
      const { content, banner_image } = await editor.call<typeof stored & object>("GET", `/api/articles/${stored?.id}`);
      expect(input === "image" ? content : banner_image).toContain("/media/");
    },
  );

  test("that is refused is named, in its format; the next form knows nothing of it", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=articles");
    await title(page).fill("Refused pictures");
    const choose = (name: string, mimeType: string) =>
      page.locator('input[name="banner_file"]').setInputFiles({ name, mimeType, buffer: Buffer.from("no picture") });
    await choose("notes.png", "image/png");
    const failed = toast(page, "Failed to upload image");
    await failed.getByText(/^notes\.png: The format is none that is known here/).waitFor();
    await choose("IMG_0042.HEIC", "");
    await page
      .locator(".toast")
      .getByText(/^IMG_0042\.HEIC: This is a HEIC picture.* Export it as JPEG/)
      .waitFor();
    const panel = page.getByRole("tabpanel");
    await panel.getByText(/IMG_0042\.HEIC/).waitFor();
    await button(page, "Create Article").press("Enter");
    await toast(page, "Article created successfully").waitFor();
    await eventually("a blank form", async () => (await title(page).inputValue()) === "");
    expect(await panel.getByText(/IMG_0042\.HEIC/).count()).toBe(0);
  });

  test("in AVIF is taken", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    const buffer = Buffer.from(await file("picture.avif", "image/avif").arrayBuffer());
    await page
      .locator('input[name="banner_file"]')
      .setInputFiles({ name: "picture.avif", mimeType: "image/avif", buffer });
    const address = page.getByRole("textbox", { name: "Banner image" });
    await eventually("it is stored", async () => (await address.inputValue()).startsWith("/media/"));
    const width = () => page.locator(".banner-image").evaluate((image: HTMLImageElement) => image.naturalWidth);
    await eventually("it is shown in its size", async () => (await width()) === 48);
  });
});

describe("saving", () => {
  test("by Ctrl+S stays in the article, a new one too, with the cursor where it was", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    const page = await dashboard.open("tab=articles");
    await title(page).fill("Written in one go");
    await text(page).click();
    await page.keyboard.type("First");
    await page.keyboard.press("Control+s");
    await toast(page, "Article created successfully").waitFor();
    await page.getByRole("heading", { name: "Edit Article" }).waitFor();
    await focused(text(page));
    await page.keyboard.type(" and second");
    await page.keyboard.press("Control+s");
    await toast(page, "Article updated successfully").waitFor();
    await focused(text(page));
    // On this device alone, else it would be saved as a draft by itself.
    visitor.expected.push(/ERR_FAILED.*working-copy/);
    await page.route("**/working-copy", (route) => route.abort());
    await page.keyboard.type(" and third");
    expect(await written(page)).toBe("<p>First and second and third</p>");
    const id = new URL(page.url()).searchParams.get("edit");
    expect((await editor.call<Article>("GET", `/api/articles/${id}`)).content).toBe("<p>First and second</p>");
    await page.getByText("Unsaved changes, kept on this device").waitFor();
    await page.unroute("**/working-copy");
    await button(page, "Update Article").click();
    await page.getByRole("heading", { name: "Create Article" }).waitFor();
    await eventually("a blank form", async () => (await title(page).inputValue()) === "");
    await page.reload();
    expect(await title(page).inputValue()).toBe("");
  });

  test("says what it will do, and offers a view of what visitors see", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    const status = page.getByRole("combobox", { name: "Status" });
    await title(page).fill("On the way");
    await page.getByText("Stays a draft.", { exact: true }).waitFor();
    await status.selectOption("published");
    await page.getByText("Goes live at once.", { exact: true }).waitFor();
    await page.locator('[name="publish_date"]').fill("2036-08-01T06:00");
    await page.getByText(/^Goes live on 1 Aug 2036, 06:00\.$/).waitFor();
    await button(page, "Create Article").press("Enter");
    const created = toast(page, "Article created successfully");
    await created.waitFor();
    expect(await created.getByRole("link").count()).toBe(0);
    const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "On the way" }) });
    await row.getByText("scheduled", { exact: true }).waitFor();

    await row.getByRole("button", { name: "Edit On the way" }).press("Enter");
    await page.getByText("/blog/on-the-way", { exact: true }).waitFor();
    await page.locator('[name="publish_date"]').fill("");
    await button(page, "Update Article").press("Enter");
    const view = toast(page, "Article updated successfully").getByRole("link", { name: "View it" });
    expect(await view.getAttribute("href")).toBe("/blog/on-the-way");
    await row.getByText("published", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Edit On the way" }).press("Enter");
    await page.getByText("The changes go live at once.", { exact: true }).waitFor();
    await status.selectOption("archived");
    await page.getByText("Takes it off the site.", { exact: true }).waitFor();
  });
});

describe("by keyboard", () => {
  test("Enter takes another colour", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    await text(page).click();
    await page.keyboard.type("Red");
    await page.keyboard.press("Control+a");
    await tool(page, "Color").click();
    await page.getByRole("textbox", { name: "Other colour" }).fill("#aa1122");
    await page.keyboard.press("Enter");
    await eventually("it is red", async () => (await written(page)).includes("#aa1122"));
  });

  test("Escape closes the words of a picture, from the picture and from its field", async ({ editor, dashboard }) => {
    const form = new FormData();
    form.set("image", new File([new Uint8Array(picture.buffer)], picture.name, { type: picture.mimeType }));
    const { url } = await editor.send<{ url: string }>("/api/upload/image", form);
    const made = await make(editor, { title: "With a picture", content: `<p><img src="${url}" alt=""></p>` });
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const words = page.getByRole("textbox", { name: "Description (alt text)" });
    const image = text(page).locator("img");
    await image.click();
    await words.waitFor();
    await page.keyboard.press("Escape");
    await words.waitFor({ state: "hidden" });
    await focused(text(page));
    await image.click();
    await words.fill("A map");
    await page.keyboard.press("Escape");
    await words.waitFor({ state: "hidden" });
    expect(await written(page)).toContain('alt="A map"');
  });
});
