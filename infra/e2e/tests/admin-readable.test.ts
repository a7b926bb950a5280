import { png } from "@academy/shared/test/png";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Article } from "../src/api";
import { contrasts } from "../src/contrast";
import { addPicture, focused, previewed, type Theme, text, tool, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What a writer makes can be read by everybody: its colours, its pictures, its headings, its links.

const themes: readonly Theme[] = ["light", "dark"];
const COLOURS = ["red", "orange", "olive", "green", "teal", "blue", "purple", "pink"];
const GROUNDS = ["yellow", "orange", "red", "pink", "purple", "blue", "teal", "green"];
const picture = { name: "chart.png", mimeType: "image/png", buffer: png(64, 36, [40, 90, 60]) };
/** What the colours were stored as before they had names, and what a writer may mix. */
const FORMER = ["#cf4b31", "#b5620f", "#688020", "#2d875a", "#1d80a5", "#4b73d2", "#8f62c3", "#c34c87"];
const MIXED = ["#000000", "#ffffff", "#ffff00", "#0000ff", "#00ff00", "#ff0000", "#808080", "rgba(0, 0, 0, 0.3)"];

const span = (attribute: string, words: string) => `<span ${attribute}>${words}</span>`;
const words = [
  ...COLOURS.map((name) => span(`class="ql-color-${name}"`, name)),
  ...[...FORMER, ...MIXED].map((value) => span(`style="color: ${value}"`, value)),
];
const grounds = [
  ...GROUNDS.map((name) => `class="ql-bg-${name}"`),
  ...MIXED.map((value) => `style="background-color: ${value}"`),
];
const everyColour = [
  `<p>${words.join(" ")}</p>`,
  `<blockquote>${words.join(" ")} <span class="ql-bg-yellow">plain</span></blockquote>`,
  `<h6>${words.join(" ")}</h6>`,
  `<ul><li>${words.join(" ")}</li></ul>`,
  `<p><code>${words.join(" ")}</code></p>`,
  `<pre class="ql-syntax">${words.join(" ")}</pre>`,
  ...grounds.map((ground) => `<p>${span(ground, `<a href="/">plain</a> ${words.join(" ")}`)}</p>`),
].join("");

describe("colours", () => {
  test("of every kind can be read on every ground, in both themes", async ({ product, editor, visitor }) => {
    const { slug } = await editor.call<Article>("POST", "/api/articles", {
      title: "Every colour",
      content: everyColour,
      status: "published",
    });
    await editor.live();
    const page = await visitor.page();
    await page.goto(`${product.url}/blog/${slug}`);
    for (const theme of themes) {
      await page.evaluate((value) => localStorage.setItem("theme", value), theme);
      await page.reload();
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      const shown = await contrasts(page, ".prose");
      expect(shown.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      // And they are colours: of eight names, eight.
      const inParagraph = shown.slice(0, words.length);
      expect(new Set(inParagraph.slice(0, COLOURS.length).map(({ color }) => color)).size).toBe(COLOURS.length);
      expect(new Set(shown.map(({ ground }) => ground)).size).toBeGreaterThan(GROUNDS.length);
    }
  });

  test("that are mixed are stored as they are, and the writer sees what readers will", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    await page.getByRole("textbox", { name: "Title" }).fill("Black on black");
    await text(page).click();
    await page.keyboard.insertText("Black words");
    await page.keyboard.press("Control+a");
    await tool(page, "Color").press("Enter");
    await page.getByRole("textbox", { name: "Other colour" }).fill("#000000");
    await page.keyboard.press("Enter");
    await eventually("the colour is stored", async () =>
      (await written(page)).includes('<span style="color: #000000">Black words</span>'),
    );
    for (const theme of themes) {
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      const [shown] = await contrasts(page, ".editor-text");
      expect(shown?.contrast).toBeGreaterThanOrEqual(4.5);
      await page.getByRole("button", { name: "Preview" }).click();
      await previewed(page).getByText("Black words").waitFor();
      const [preview] = await contrasts(page.frame({ url: /\/preview\/pages\// }) ?? page, ".prose");
      expect(preview?.color).toBe(shown?.color);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByRole("region", { name: "Preview" }).waitFor({ state: "hidden" });
      await page.getByRole("button", { name: /^Use the (dark|light) theme$/ }).click();
    }
  });
});

test("what describes a picture has an end, and keeps < and >, from the form to the page", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const page = await dashboard.open("tab=articles");
  await page.getByRole("textbox", { name: "Title" }).fill("Less and more");
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Published" });
  await text(page).click();
  await addPicture(page, picture);
  await text(page).locator("img").click();
  const field = page.getByRole("textbox", { name: "Description (alt text)" });
  await field.fill("x".repeat(499));
  await field.pressSequentially("yz");
  await page.getByText("Give at most 500 characters; these are 501.").waitFor();
  expect(await field.inputValue()).toBe(`${"x".repeat(499)}yz`);

  const alt = 'GDP "2019" < 2021 > 2020 & falling';
  await field.fill(alt);
  await page.keyboard.press("Enter");
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/articles") && answer.status() === 201);
  await page.getByRole("button", { name: "Create Article" }).click();
  const { slug } = (await (await saved).json()) as Article;
  await editor.live();
  const site = await visitor.page();
  await site.goto(`${product.url}/blog/${slug}`);
  await site.locator(".prose").getByRole("img", { name: alt, exact: true }).waitFor();
});

describe("headings", () => {
  const advice = (page: Page) => page.locator(".text-advice");
  const caretIn = (page: Page) =>
    page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest("h1, h2, h3, h4, p")?.textContent);

  test("out of order are named beside the text, lead to their place, and do not hold the article up", async ({
    dashboard,
  }) => {
    const page = await dashboard.open("tab=articles");
    await page.getByRole("textbox", { name: "Title" }).fill("Order");
    await text(page).click();
    const status = advice(page).getByRole("status");
    expect(await status.textContent()).toBe("");
    const write = async (level: number, words: string) => {
      await page.keyboard.press(`Control+Alt+${level}`);
      await page.keyboard.insertText(words);
      await page.keyboard.press("Enter");
    };
    await write(2, "Rivers");
    await write(4, "Ganga");
    await status.getByText("One heading is out of order.").waitFor();
    await advice(page).getByText("“Ganga” is Heading 4 right below Heading 2. Make it Heading 3.").waitFor();
    for (let line = 0; line < 20; line++) await page.keyboard.press("Enter");
    await write(1, "Mountains");
    await status.getByText("2 headings are out of order.").waitFor();
    await advice(page).getByText("“Mountains” is Heading 1, as the title is. Make it Heading 2.").waitFor();

    // By mouse.
    await advice(page).getByRole("button", { name: "“Ganga”" }).click();
    await focused(text(page));
    await eventually("the caret is in it", async () => (await caretIn(page)) === "Ganga");
    await eventually("it is in view", () =>
      text(page)
        .getByText("Ganga")
        .evaluate((heading) => {
          const page = heading.closest(".editor-page")?.getBoundingClientRect();
          const { top, bottom } = heading.getBoundingClientRect();
          return page !== undefined && top >= page.top && bottom <= page.bottom;
        }),
    );
    await page.keyboard.press("Control+Alt+3");
    await status.getByText("One heading is out of order.").waitFor();

    // By keyboard, past the count of words.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await focused(advice(page).getByRole("button", { name: "“Mountains”" }));
    await page.keyboard.press("Enter");
    await focused(text(page));
    await eventually("the caret is in it", async () => (await caretIn(page)) === "Mountains");
    await page.keyboard.press("Control+Alt+2");
    await eventually("nothing is left to say", async () => (await advice(page).textContent()) === "");

    // They do not hold the article up.
    await page.keyboard.press("Control+Alt+5");
    await advice(page).getByText("“Mountains” is Heading 5 right below Heading 3. Make it Heading 4.").waitFor();
    // Nor is an address stored that no browser opens: it is refused where it is typed.
    await page.keyboard.press("Shift+Home");
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Link address" }).fill("https://example.org:99999/");
    await page.keyboard.press("Enter");
    await page.getByText("No browser opens this address. Look for a typing error in it.").waitFor();
    expect(await written(page)).not.toContain("<a ");
    await page.keyboard.press("Escape");
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && /articles$/.test(answer.url()),
    );
    await page.getByRole("button", { name: "Create Article" }).click();
    expect((await saved).status()).toBe(201);
  });
});
