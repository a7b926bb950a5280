import { FORMATS, type Format } from "@academy/shared/test/formats";
import { png } from "@academy/shared/test/png";
import type { Page } from "playwright-core";
import type { Article, Editor } from "../src/api";
import {
  addPicture,
  type Dashboard,
  focused,
  type Look,
  looksOf,
  offer,
  type Theme,
  text,
  toast,
  tool,
  uploadTo,
  written,
} from "../src/dashboard";
import { expect, test } from "../src/test";
import { file } from "../src/upload";
import { eventually } from "../src/wait";

// What only a browser shows of the article editor: typing, keys, the pointer, pasting, and that a page looks as the text
// did. What each tool writes is in admin/src/editor/RichTextEditor.test.tsx.

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
  await page.getByRole("button", { name: "New Article" }).click();
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

/** Takes the text away, and begins with a paragraph anew. */
async function clear(page: Page): Promise<void> {
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+Alt+0");
}

test("every format looks on the page as in the editor, in both themes", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  // Of one width, so that none is the beginning of another.
  const words = Object.fromEntries(FORMATS.map(({ name }, i) => [name, `Sample words ${100 + i}`]));
  const content = FORMATS.map(({ name, html }) => html.replace("Sample words", words[name] ?? ""));
  const article = await editor.call<Article>("POST", "/api/articles", {
    title: "Every format",
    content: content.join("<p>and</p>"),
    status: "published",
  });
  const form = await dashboard.open(`tab=articles&edit=${article.id}`, { theme: "light" });
  await text(form).getByText("Sample words 100").waitFor();
  const inEditor = new Map<Theme, Record<string, Look>>();
  for (const theme of themes) {
    inEditor.set(theme, await looksOf(form, ".editor-text", words));
    await form.getByRole("button", { name: /^Use the (dark|light) theme$/ }).click();
  }
  expect(inEditor.get("dark")).not.toEqual(inEditor.get("light"));
  await editor.live();
  const page = await visitor.page();
  await page.goto(`${product.url}/blog/${article.slug}`);
  for (const theme of themes) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    await page.reload();
    expect(await looksOf(page, ".prose", words), theme).toEqual(inEditor.get(theme));
  }
});

test("tools are used by mouse, and formats by keys that the browser has uses for too", async ({
  editor,
  dashboard,
}) => {
  const page = await write(dashboard, "By mouse and by keys");
  // A button, a menu, a palette and a panel: none takes the selection from the text.
  const named = (name: string) => FORMATS.find((format) => format.name === name) as Format;
  for (const format of ["bold", "header 2", "colour", "link"].map(named)) {
    await clear(page);
    await page.keyboard.insertText("Sample words");
    await page.keyboard.press("Control+a");
    await applyByToolbar(page, format);
    await isWritten(page, format.html);
    await focused(text(page));
  }
  // All others: admin/src/editor/keys.test.tsx.
  for (const format of ["underline", "header 2", "ordered list", "link"].map(named)) {
    await clear(page);
    await page.keyboard.insertText("Sample words");
    await page.keyboard.press("Control+a");
    await applyByKeys(page, format);
    await isWritten(page, format.html);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+\\");
    await isWritten(page, "<p>Sample words</p>");
  }
  await page.keyboard.press("Control+b");
  await isWritten(page, "<p><strong>Sample words</strong></p>");
  await page.keyboard.press("Control+z");
  await isWritten(page, "<p>Sample words</p>");
  await page.keyboard.press("Control+y");
  expect(spelled((await create(editor, page, "Draft")).content)).toBe("<p><strong>Sample words</strong></p>");
});

test("what is typed is saved by Ctrl+S, with the cursor where it was", async ({ dashboard }) => {
  const page = await write(dashboard, "Written in one go");
  await page.keyboard.type("First");
  await page.keyboard.press("Control+s");
  await toast(page, "Article created successfully").waitFor();
  await page.getByRole("heading", { name: "Edit Article" }).waitFor();
  await focused(text(page));
  await page.keyboard.type(" and second");
  await page.keyboard.press("Control+s");
  await toast(page, "Article updated successfully").waitFor();
  await focused(text(page));
  await page.keyboard.type(" and third");
  await isWritten(page, "<p>First and second and third</p>");
});

test("pictures are chosen, pasted, dropped and described, and a link of both video hosts becomes an embed", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const page = await write(dashboard, "Picture and videos");
  await page.keyboard.type("See ");
  await addPicture(page, { name: "map.png", mimeType: "image/png", buffer: png(64, 36, [40, 90, 60]) });
  const pictures = text(page).locator("img[src^='/media/']");
  const description = page.getByRole("textbox", { name: "Description (alt text)" });
  await pictures.click();
  await description.waitFor();
  await page.keyboard.press("Escape");
  await description.waitFor({ state: "hidden" });
  await focused(text(page));
  await pictures.click();
  await description.fill("A map");
  await page.keyboard.press("Escape");
  await description.waitFor({ state: "hidden" });
  await expect.poll(() => written(page)).toContain('alt="A map"');
  await pictures.click();
  await description.fill("A map of the rivers");
  await page.keyboard.press("Enter");
  for (const link of ["https://youtu.be/abcdefghijk", "https://vimeo.com/123456789"]) {
    await page.keyboard.press("Control+End");
    await tool(page, "Video").click();
    await page.getByRole("textbox", { name: "Video link" }).fill(link);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Video link" }).waitFor({ state: "hidden" });
  }
  await text(page).locator("iframe").nth(1).waitFor();
  // What the browser can read and the server does not take is converted.
  const avif = Buffer.from(await file("picture.avif", "image/avif").arrayBuffer());
  await uploadTo(page, "Banner image", { name: "picture.avif", mimeType: "image/avif", buffer: avif });
  const shown = page.locator(".banner-image");
  await eventually("it is shown in its size", async () => {
    return (await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)) === 48;
  });
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

  await text(page).click();
  await page.keyboard.type("Words");
  await offer(page, "paste", { image: png(20, 20, [200, 120, 30]) });
  await pictures.waitFor();
  await offer(page, "drop", { image: png(30, 20, [30, 120, 200]) });
  await pictures.nth(1).waitFor();
  const elsewhere = '<img src="https://elsewhere.example/a.png">';
  await offer(page, "paste", { html: elsewhere, image: png(40, 20, [90, 20, 200]) });
  await pictures.nth(2).waitFor();
  expect(await written(page)).not.toContain("elsewhere");
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

test("what is pasted from Word, Google Docs and a web page comes out clean", async ({ editor, dashboard, visitor }) => {
  // The copied page's own handlers are refused while it is read, and the browser says so.
  visitor.expected.push(/Executing inline event handler violates/);
  const page = await write(dashboard, "Pasted");
  for (const [copied, stored] of Object.values(PASTED)) {
    await clear(page);
    await offer(page, "paste", { html: copied, text: "plain" });
    await isWritten(page, stored);
  }
  // What is written is what is stored, and the server has nothing to take away.
  await page.keyboard.press("Control+s");
  const last = Object.values(PASTED).at(-1)?.[1];
  await eventually("it is stored", async () => {
    const [newest] = await editor.call<[Article]>("GET", "/api/articles?sort=-updated_at");
    return spelled((await editor.call<Article>("GET", `/api/articles/${newest.id}`)).content) === last;
  });
});
