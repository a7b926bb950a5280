import type { Page } from "playwright-core";
import { describe } from "vitest";
import { type Article, administrator, type Editor } from "../src/api";
import { answer, focused, text, toast } from "../src/dashboard";
import { expect, test } from "../src/test";

// Where the keyboard goes on when what had the focus is busy, gives way to something else, or is gone.

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const draft = (editor: Editor, title: string) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>" });

test("a busy button keeps the focus, and takes no second press", async ({ dashboard }) => {
  const page = await dashboard.open("tab=settings");
  const save = button(page, "Save Settings");
  const title = page.getByRole("textbox", { name: "Site title" });
  let calls = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/settings", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    calls++;
    await held;
    await route.continue();
  });
  await title.fill("Adhva");
  await save.press("Enter");
  await page.locator("button[aria-disabled=true]", { hasText: "Save Settings" }).waitFor();
  await page.keyboard.press("Enter");
  await title.press("Enter");
  await save.focus();
  release();
  await toast(page, "Settings updated successfully").waitFor();
  await focused(save);
  expect(calls).toBe(1);
});

test("a form in a list opens at its first field, and closes where it was opened", async ({ dashboard, visitor }) => {
  visitor.expected.push(/Failed to load resource/);
  const page = await dashboard.open("tab=social");
  const form = page.getByRole("form", { name: "Edit Telegram" });
  const url = form.getByRole("textbox", { name: "URL" });
  await button(page, "Edit Telegram").press("Enter");
  await focused(url);
  await form.getByRole("button", { name: "Cancel" }).press("Enter");
  await focused(button(page, "Edit Telegram"));

  await page.keyboard.press("Enter");
  await url.fill("https://t.me/another");
  await page.route("**/api/admin/social-media/*", (route) => route.abort(), { times: 1 });
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await toast(page, "Failed to update social media link").waitFor();
  await focused(form.getByRole("button", { name: "Save" }));
  await page.keyboard.press("Enter");
  await toast(page, "Social media link updated successfully").waitFor();
  await focused(button(page, "Edit Telegram"));

  await page.goto(dashboard.address("tab=sections"));
  await button(page, "Add Section").press("Enter");
  await focused(page.getByRole("textbox", { name: "Section Name" }));
  await button(page, "Cancel").press("Enter");
  await focused(button(page, "Add Section"));
  await page.keyboard.press("Enter");
  await page.keyboard.type("Stories");
  await page.getByRole("combobox", { name: "Section Type" }).fill("stories");
  await page.keyboard.press("Enter");
  await focused(button(page, "Add Section"));
});

test("after a deletion comes the next entry", async ({ editor, dashboard }) => {
  const below = await draft(editor, "The one below");
  const gone = await draft(editor, "The one to go");
  const page = await dashboard.open("tab=articles");
  await button(page, `Delete ${gone.title}`).press("Enter");
  await answer(
    page,
    "Are you sure you want to delete this article?",
    "Delete",
    `“${gone.title}” by ${administrator.name}`,
  );
  await focused(button(page, `Delete ${below.title}`));

  await page.goto(dashboard.address("tab=sections"));
  await button(page, "Delete Why Choose Adhva").press("Enter");
  await answer(page, 'Are you sure you want to delete "Why Choose Adhva"?', "Delete");
  await focused(button(page, "Delete PSI Test Series"));

  await page.goto(dashboard.address("tab=social"));
  await button(page, "Delete Instagram").press("Enter");
  await answer(
    page,
    "Are you sure you want to delete this social media link?",
    "Delete",
    "Instagram: https://www.instagram.com/",
  );
  await focused(button(page, "Delete YouTube"));
});

describe("an article", () => {
  test("is read from its top when it comes into the form, and when it leaves it", async ({ editor, dashboard }) => {
    const { title } = await draft(editor, "Into the form");
    const page = await dashboard.open("tab=articles");
    await button(page, `Edit ${title}`).press("Enter");
    await page.getByRole("heading", { name: "Edit Article" }).waitFor();
    await focused(page.getByRole("tabpanel"));
    await button(page, "Cancel").press("Enter");
    await page.getByRole("heading", { name: "Create Article" }).waitFor();
    await focused(page.getByRole("tabpanel"));
  });

  test("that is refused leads to the wrong field; a cut call says what happened", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=articles");
    const tags = page.getByRole("textbox", { name: "Tags" });
    await page.getByRole("textbox", { name: "Title" }).fill("Refused");
    await tags.fill("t".repeat(61));
    await button(page, "Create Article").press("Enter");
    await focused(tags);
    await page.getByRole("tabpanel").getByText("A tag may have at most 60 characters.", { exact: true }).waitFor();

    await tags.fill("");
    await page.route("**/api/articles", (route) => route.abort(), { times: 1 });
    await button(page, "Create Article").press("Enter");
    await page.getByRole("tabpanel").getByText("Cannot connect to backend server").waitFor();
    await focused(button(page, "Create Article"));
  });

  test("whose picture is refused says why, above its text and in it", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=articles");
    const note = { name: "note.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
    const panel = page.getByRole("tabpanel");
    const why = panel.getByText(/^note\.png: The format is none that is known here\. Pictures are taken as PNG/);
    const banner = page.getByRole("textbox", { name: "Banner image" });
    await page.locator('input[name="banner_file"]').setInputFiles(note);
    await why.waitFor();
    expect(await banner.getAttribute("aria-invalid")).toBe("true");
    await banner.fill("one");
    await why.waitFor({ state: "detached" });

    await text(page).click();
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Image", exact: true }).click();
    await (await chosen).setFiles(note);
    await why.waitFor();
  });
});
