import { devices } from "playwright-core";
import { focused, keepMessages } from "../src/dashboard";
import { expect, test } from "../src/test";

// The ways through the dashboard: by keyboard over the browser's own shortcuts, and in a hand.

test("Ctrl+K is the palette's, but the link's in the text; a list is selected and published by keyboard", async ({
  editor,
  dashboard,
}) => {
  for (const number of [1, 2, 3]) {
    await editor.call("POST", "/api/articles", { title: `By keyboard ${number}`, content: "<p>Text</p>" });
  }
  const page = await dashboard.open("tab=home");
  await keepMessages(page);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search" });
  await focused(search);
  await search.pressSequentially("articles");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Create Article" }).waitFor();
  await focused(page.locator("#tab-panel"));

  const text = page.locator("[contenteditable=true]");
  await text.click();
  await page.keyboard.type("word");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Link address" }).waitFor();
  expect(await search.count()).toBe(0);
  await page.keyboard.press("Escape");

  const box = (number: number) => page.getByRole("checkbox", { name: `Select By keyboard ${number}` });
  await box(3).focus();
  await page.keyboard.press("Space");
  await box(1).focus();
  await page.keyboard.press("Shift+Space");
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const message = page.locator(".toast", { hasText: "3 articles published" });
  await message.waitFor();
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "Undone" }).waitFor();
  const drafts = await editor.call<unknown[]>("GET", "/api/articles?status=draft&q=keyboard");
  expect(drafts).toHaveLength(3);
});

test("on a phone the tabs are in a drawer, and a tap leads to one", async ({ dashboard }) => {
  const page = await dashboard.open("tab=home", { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Tabs" }).tap();
  await page.getByRole("dialog", { name: "Dashboard" }).getByRole("tab", { name: "Trash" }).tap();
  await page.getByRole("tabpanel", { name: "Trash" }).getByRole("heading", { name: "Trash" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
