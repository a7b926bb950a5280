import { png } from "@academy/shared/test/png";
import type { Page } from "playwright-core";
import { everyPage } from "../../src/pages";
import { expect, phone, test } from "../../src/site";

// No page is wider than the smallest phone, whatever its texts are.

interface Field {
  key: string;
  type: string;
  max?: number;
  options?: { value: string }[];
  fields?: Field[];
}

interface Model {
  blocks: { type: string; fields: Field[] }[];
}

const SMALL = { ...phone, viewport: { width: 320, height: 800 } };
const word = "preparation".repeat(28);

/** A value for a field of a block; texts are one word, as long as the field takes it. */
function sample({ type, max = 300, options = [], fields = [] }: Field, picture: string): unknown {
  const text = word.slice(0, Math.min(max, word.length));
  const values: Record<string, unknown> = {
    text,
    longtext: text,
    richtext: `<p>${text}</p>`,
    link: "/blog",
    file: "https://example.org/notes.pdf",
    image: { url: picture, alt: text },
    video: "https://www.youtube.com/watch?v=M7lc1UVf-VE",
    number: 1,
    boolean: true,
    date: "2027-08-01",
    choice: options[0]?.value,
    icon: options[0]?.value,
    list: [Object.fromEntries(fields.map((field) => [field.key, sample(field, picture)]))],
  };
  return values[type];
}

/** Opens what is folded, and puts the word in the place of every text; what stands in a menu has fewer letters. */
const lengthen = (page: Page) =>
  page.evaluate((long) => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || parent.closest("script, style")) continue;
      text.data = parent.closest("header") ? long.slice(0, 60) : long;
    }
  }, word);

/** The innermost elements that make the page wider than the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const scrolls = (element: Element) => getComputedStyle(element).overflowX !== "visible";
    const clipped = (element: Element): boolean =>
      element.parentElement !== null && (scrolls(element.parentElement) || clipped(element.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !clipped(element),
    );
    const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    return [`${scrollWidth} px`, ...inner.map((element) => element.outerHTML.slice(0, 160))];
  });

test("no page is wider than a phone of 320 px, however long its words are", async ({ site }) => {
  const { blocks } = await site.editor.call<Model>("GET", "/api/content-model");
  const form = new FormData();
  form.set("image", new File([Uint8Array.from(png(640, 360, [120, 80, 40]))], "a.png", { type: "image/png" }));
  const { url } = await site.editor.send<{ url: string }>("/api/upload/image", form);
  const add = async (collection: string, document: object) => {
    const { id } = await site.editor.call<{ id: string }>("POST", collection, document);
    site.later(() => site.editor.call("DELETE", `${collection}/${id}`));
  };
  await add("/api/admin/pages", {
    path: "/long-words",
    title: word.slice(0, 200),
    status: "published",
    blocks: blocks.map(({ type, fields }) => ({
      type,
      values: Object.fromEntries(fields.map((field) => [field.key, sample(field, url)])),
    })),
  });
  await add("/api/articles", { title: word.slice(0, 200), content: `<p>${word}</p>`, status: "published" });
  await site.editor.live();
  const found: Record<string, string[]> = {};
  const page = await site.visit("/long-words", { ...SMALL, javaScriptEnabled: false });
  for (const path of ["/long-words", ...everyPage]) {
    if (path !== "/long-words") await page.goto(site.url + path);
    const before = await tooWide(page);
    await lengthen(page);
    const after = await tooWide(page);
    if (before.length + after.length > 0) found[path] = [...before, ...after];
  }
  expect(found).toEqual({});
});
