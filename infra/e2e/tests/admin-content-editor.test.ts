import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { Visitor } from "../src/browser";
import {
  answer,
  Dashboard,
  focused,
  type Look,
  lookOf,
  offer,
  type Theme,
  text,
  toast,
  tool,
  written,
} from "../src/dashboard";
import { FORMATS, type Format } from "../src/formats";
import { png } from "../src/png";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// The article editor on the running product: every format from the button or the keys to the page that visitors read.

const themes: readonly Theme[] = ["light", "dark"];

/** An empty article in the form, with the cursor in its text. */
async function write(dashboard: Dashboard, title: string): Promise<Page> {
  const page = await dashboard.open("tab=articles");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await text(page).click();
  return page;
}

/** Creates the article and reads it back. */
async function create(editor: Editor, page: Page, status: "Draft" | "Published" = "Published"): Promise<Article> {
  await page.getByRole("combobox", { name: "Status" }).selectOption({ label: status });
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/articles") && answer.status() === 201);
  await page.getByRole("button", { name: "Create Article" }).click();
  const { id } = (await (await saved).json()) as Article;
  // What is typed before the form has seen the answer is an edit of this article.
  await eventually("the form is for the next one", async () => {
    return (await page.getByRole("textbox", { name: "Title" }).inputValue()) === "";
  });
  return editor.call("GET", `/api/articles/${id}`);
}

/** What the stored HTML says, whichever of two ways to spell it the server has. */
const spelled = (html: string) => html.replaceAll("/>", ">").replaceAll("&#34;", '"').replaceAll("\u00a0", "&nbsp;");

async function applyByToolbar(page: Page, format: Format): Promise<void> {
  for (let i = 0; i < (format.times ?? 1); i++) await tool(page, format.tool).click();
  if (!format.choice) return enter(page, format);
  await page
    .getByRole("menuitemradio", { name: format.choice })
    .or(page.getByRole("button", { name: format.choice, exact: true }))
    .click();
}

async function applyByKeys(page: Page, format: Format): Promise<void> {
  for (let i = 0; i < (format.times ?? 1); i++) await page.keyboard.press(format.keys ?? "");
  await enter(page, format);
}

async function enter(page: Page, { input }: Format): Promise<void> {
  if (!input) return;
  await page.getByRole("textbox", { name: input[0] }).fill(input[1]);
  await page.keyboard.press("Enter");
}

const isWritten = (page: Page, html: string) =>
  eventually(`the form holds ${html}`, async () => {
    const now = await written(page);
    if (now !== html) throw new Error(`it holds ${now}`);
    return true;
  });

describe("every format, from the toolbar to the page", () => {
  let pages: Visitor;
  let form: Page;
  const inEditor = new Map<Format, Map<Theme, Look>>();

  test.beforeAll(async ({ product, contexts, editor }) => {
    pages = new Visitor(contexts);
    form = await new Dashboard(product, editor, pages).open("tab=articles");
  });
  test.afterAll(async () => {
    expect(await pages.close(false)).toEqual([]);
  });

  test.for(FORMATS)("$name", async (format, { editor }) => {
    await form.getByRole("textbox", { name: "Title" }).fill(`Format ${format.name}`);
    await text(form).click();
    await form.keyboard.insertText("Sample words");
    await form.keyboard.press("Control+a");
    await applyByToolbar(form, format);
    await isWritten(form, format.html);
    const looks = new Map<Theme, Look>();
    for (const theme of themes) {
      looks.set(theme, await lookOf(form, ".editor-text", "Sample words"));
      await form.getByRole("button", { name: /^Use the (dark|light) theme$/ }).click();
    }
    inEditor.set(format, looks);
    expect(spelled((await create(editor, form, "Draft")).content)).toBe(format.html);
  });

  test.for(themes)("all of them look on the page as in the editor, %s", async (theme, { product, editor, visitor }) => {
    // Of one width, so that none is the beginning of another.
    const words = new Map(FORMATS.map((format, i) => [format, `Sample words ${100 + i}`]));
    const content = FORMATS.map((format) => format.html.replace("Sample words", words.get(format) ?? ""));
    const title = `Every format, ${theme}`;
    const article = await editor.call<Article>("POST", "/api/articles", {
      title,
      content: content.join("<p>and</p>"),
      status: "published",
    });
    await editor.live();
    const page = await visitor.page();
    await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
    await page.goto(`${product.url}/blog/${article.slug}`);
    for (const format of FORMATS) {
      const look = await lookOf(page, ".prose", words.get(format) ?? "");
      expect(look, format.name).toEqual(inEditor.get(format)?.get(theme));
    }
  });
});

describe("every format that has keys, by keys alone", () => {
  test("stores the same as the toolbar", async ({ dashboard }) => {
    const page = await write(dashboard, "By keys");
    for (const format of FORMATS.filter(({ keys }) => keys)) {
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.keyboard.press("Control+Alt+0");
      await page.keyboard.insertText("Sample words");
      await page.keyboard.press("Control+a");
      await applyByKeys(page, format);
      await isWritten(page, format.html);
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+\\");
      await isWritten(page, "<p>Sample words</p>");
    }
  });
});

test("a picture from the picker gets words, and a link of both video hosts becomes an embed", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const page = await write(dashboard, "Picture and videos");
  await page.keyboard.type("See ");
  const choosing = page.waitForEvent("filechooser");
  await tool(page, "Image").click();
  await (await choosing).setFiles({ name: "map.png", mimeType: "image/png", buffer: png(64, 36, [40, 90, 60]) });
  await text(page).locator("img").click();
  await page.getByRole("textbox", { name: "Description (alt text)" }).fill("A map of the rivers");
  await page.keyboard.press("Enter");
  for (const link of ["https://youtu.be/abcdefghijk", "https://vimeo.com/123456789"]) {
    await page.keyboard.press("Control+End");
    await tool(page, "Video").click();
    await page.getByRole("textbox", { name: "Video link" }).fill(link);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Video link" }).waitFor({ state: "hidden" });
  }
  await text(page).locator("iframe").nth(1).waitFor();
  const article = await create(editor, page);
  const html = spelled(article.content);
  expect(html).toMatch(/<p>See <img src="\/media\/[^"]+" alt="A map of the rivers" width="64" height="36"><\/p>/);
  expect(html).toContain('<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk"');
  expect(html).toContain('<iframe class="ql-video" src="https://player.vimeo.com/video/123456789"');

  await editor.live();
  const site = await visitor.page();
  await site.goto(`${product.url}/blog/${article.slug}`);
  await site.getByRole("heading", { level: 1, name: article.title }).waitFor();
  const picture = site.locator(".prose").getByRole("img", { name: "A map of the rivers" });
  const width = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth);
  expect(await picture.evaluate(width)).toBe(64);
  const frames = site.locator(".prose iframe");
  expect(await frames.count()).toBe(2);
  for (const frame of await frames.all()) {
    const box = await frame.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  }
});

/** Opens the panel of a link over a word; answers its field. */
async function linkPanel(page: Page): Promise<Locator> {
  await page.keyboard.type("Sample");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  return page.getByRole("textbox", { name: "Link address" });
}

test("a link takes http, https, mailto and tel, and nothing else", async ({ dashboard }) => {
  const page = await write(dashboard, "Links");
  const address = await linkPanel(page);
  for (const refused of ["javascript:alert(1)", "ftp://example.org/", "data:text/html,x"]) {
    await address.fill(refused);
    await page.keyboard.press("Enter");
    await page.getByText("Enter an address that starts with http, https, mailto or tel.").waitFor();
  }
  for (const taken of ["http://example.org/", "https://example.org/", "mailto:a@example.org", "tel:+911234567890"]) {
    await address.fill(taken);
    await page.keyboard.press("Enter");
    await address.waitFor({ state: "hidden" });
    await eventually(`a link to ${taken}`, async () => (await written(page)).includes(`href="${taken}"`));
    await page.keyboard.press("Control+k");
  }
});

test("a panel that goes leaves the focus to the text, also when its focus trap acts late", async ({ dashboard }) => {
  const page = await write(dashboard, "Late focus");
  const address = await linkPanel(page);
  await address.fill("https://example.org/");
  await address.evaluate((input) =>
    input.addEventListener("keydown", () => setTimeout(() => (input as HTMLElement).focus())),
  );
  await page.keyboard.press("Enter");
  await address.waitFor({ state: "hidden" });
  await focused(text(page));
});

describe("undo", () => {
  test("takes changes within a second as one, and keeps at most 100 steps", async ({ dashboard }) => {
    const page = await dashboard.page();
    await page.clock.install();
    await page.goto(dashboard.address("tab=articles"));
    await text(page).click();
    // A machine that stands still while words are typed would part them.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type("one");
    await page.clock.fastForward(1_100);
    await page.keyboard.type(" two");
    await page.keyboard.press("Control+z");
    await isWritten(page, "<p>one</p>");
    await page.keyboard.press("Control+y");
    await isWritten(page, "<p>one two</p>");

    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    const letters = "abcdefghij".repeat(12);
    for (const letter of letters) {
      await page.clock.fastForward(1_100);
      await page.keyboard.press(letter);
    }
    await isWritten(page, `<p>${letters}</p>`);
    for (let step = 0; step < 130; step++) await page.keyboard.press("Control+z");
    await isWritten(page, `<p>${letters.slice(0, 20)}</p>`);
  });
});

const PASTED: Record<string, [copied: string, stored: string]> = {
  Word: [
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm;font-family:Calibri}
     </style></head><body lang=EN-IN><!--StartFragment--><h2 style='color:#2F5496'>Federalism<o:p></o:p></h2>
     <p class=MsoNormal style='margin-bottom:8.0pt'><b><span style='font-family:"Calibri"'>Centre</span></b> and
     <i>states</i></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>
     Union list</p><!--EndFragment--></body></html>`,
    "<h2>Federalism</h2><p><strong>Centre</strong> and <em>states</em></p><ul><li>Union list</li></ul>",
  ],
  "Google Docs": [
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7"><h1 dir="ltr"><span style="font-size:20pt;
     font-family:Arial;color:#000000;font-weight:400">Budget</span></h1><ul><li dir="ltr" style="list-style-type:disc">
     <p dir="ltr" role="presentation"><span style="font-style:italic">Receipts</span></p></li></ul></b>`,
    "<h1>Budget</h1><ul><li><em>Receipts</em></li></ul>",
  ],
  "a web page": [
    `<div class="post" style="display:grid"><script>alert(1)</script><h3 onclick="x()">Monsoon</h3><p style="color:red">Rain in
     <a href="https://example.org/june" class="btn">June</a></p><table><tr><td>a</td></tr></table></div>`,
    '<h3>Monsoon</h3><p>Rain in <a href="https://example.org/june" target="_blank" rel="noreferrer noopener">June</a></p><p>a</p>',
  ],
};

describe("pasting", () => {
  test.for(Object.entries(PASTED))(
    "from %s comes out clean",
    async ([name, [copied, stored]], { editor, dashboard, visitor }) => {
      // The copied page's own handlers are refused while it is read, and the browser says so.
      visitor.expected.push(/Executing inline event handler violates/);
      const page = await write(dashboard, `Pasted from ${name}`);
      await offer(page, "paste", { html: copied, text: "plain" });
      await isWritten(page, stored);
      expect(spelled((await create(editor, page)).content)).toBe(stored);
    },
  );

  test("and dropping a picture store it", async ({ dashboard }) => {
    const page = await write(dashboard, "Pictures from elsewhere");
    await page.keyboard.type("Words");
    await offer(page, "paste", { image: png(20, 20, [200, 120, 30]) });
    await text(page).locator("img[src^='/media/']").waitFor();
    await offer(page, "drop", { image: png(30, 20, [30, 120, 200]) });
    await text(page).locator("img[src^='/media/']").nth(1).waitFor();
    await offer(page, "paste", {
      html: '<img src="https://elsewhere.example/a.png">',
      image: png(40, 20, [90, 20, 200]),
    });
    await text(page).locator("img[src^='/media/']").nth(2).waitFor();
    expect(await written(page)).not.toContain("elsewhere");
  });

  test("a picture that cannot be stored says so and leaves the text alone", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await write(dashboard, "No picture");
    await page.keyboard.type("Words");
    await page.route("**/api/upload/image", (route) => route.abort());
    await offer(page, "paste", { image: png(20, 20, [200, 120, 30]) });
    await toast(page, "Failed to upload image").waitFor();
    await isWritten(page, "<p>Words</p>");
  });
});

test("what was typed survives a closed tab, also before the server has it", async ({ dashboard, visitor }) => {
  visitor.expected.push(/Failed to load resource/);
  const page = await dashboard.open("tab=articles");
  // The server has not got it, whatever the tab still sends while it is closed.
  await page
    .context()
    .route("**/new/working-copy*", (route) =>
      route.request().method() === "GET" ? route.fulfill({ status: 204 }) : route.abort(),
    );
  await page.getByRole("textbox", { name: "Title" }).fill("Half an idea");
  await text(page).click();
  await page.keyboard.type("Not finished");
  await page.getByText("Unsaved changes, kept on this device").waitFor();
  const again = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await again.goto(dashboard.address("tab=articles"));
  await again.getByText(/Unsaved changes from .* were kept on this device and are back/).waitFor();
  expect(await again.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Half an idea");
  await text(again).getByText("Not finished").waitFor();
  const discard = again.getByRole("button", { name: "Discard them" });
  const question = "Discard the changes that are not saved?";
  await discard.press("Enter");
  await answer(again, question, "Keep them");
  await text(again).getByText("Not finished").waitFor();
  await discard.press("Enter");
  await answer(again, question, "Discard changes");
  await isWritten(again, "");
  await focused(again.getByRole("textbox", { name: "Title" }));
});

test("the same HTML in, the same HTML out", async ({ editor, dashboard }) => {
  const content = FORMATS.map(({ html }) => `${html}<p>and</p>`).join("");
  const made = await editor.call<Article>("POST", "/api/articles", { title: "Everything", content, status: "draft" });
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await text(page).getByText("Sample words").first().waitFor();
  expect(await written(page)).toBe(made.content);
  await page.getByRole("textbox", { name: "Excerpt" }).fill("Changed here only");
  const saved = page.waitForResponse((answer) => answer.url().endsWith(`/api/articles/${made.id}`));
  await page.getByRole("button", { name: "Update Article" }).click();
  expect(((await (await saved).json()) as Article).content).toBe(made.content);
});
