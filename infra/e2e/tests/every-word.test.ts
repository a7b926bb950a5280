import type { Page } from "playwright-core";
import type { Editor } from "../src/api";
import { awake } from "../src/browser";
import { everyPage } from "../src/pages";
import { expect, test } from "../src/test";

// Every word that a page says is content: when each field says something else, nothing of the defaults is left.

interface Field {
  key: string;
  type: string;
  format?: string;
  default?: unknown;
  fields?: Field[];
}

interface Menu {
  place: string;
  items: Entry[];
}

interface Entry {
  label: string;
  href: string;
  children?: Entry[];
}

interface Model {
  blocks: { type: string; fields: Field[] }[];
  pages: { page: string; sections: { section: string; fields: Field[] }[] }[];
  menus: { place: string; default: Entry[] }[];
}

type Values = Record<string, unknown>;

const picture = "/media/seed/psi-emblem_1200x1200_480_960.webp";

/** A sign that no default has. Every new text begins with it, and has the four characters that any field takes. */
const SIGN = "ø";
let last = 0;
const word = () => SIGN + (++last).toString(36).padStart(3, "0");

/** Other words for a field; the rest of its value stays as it is. Undefined where it has no words. */
function reworded(field: Field, value: unknown): unknown {
  switch (field.type) {
    case "text":
    case "longtext":
      return word();
    case "richtext":
      return field.format === "inline" ? word() : `<p>${word()}</p>`;
    case "image":
      return { url: picture, ...(value as object | undefined), alt: word() };
    case "list": {
      const entries = (value as Values[] | undefined)?.length ? (value as Values[]) : [{}];
      return entries.map((entry) => values(field.fields ?? [], entry));
    }
    // What is shown only with an address beside it.
    case "link":
      return value || "/contact-us";
    case "file":
      return value || "/media/seed/syllabus.pdf";
    case "video":
      return value || "https://www.youtube.com/watch?v=aqz-KE-bpKQ";
    default:
      return value;
  }
}

function values(fields: Field[], from: Values = {}): Values {
  const all = fields.map((field) => [field.key, reworded(field, from[field.key] ?? field.default)]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Values;
}

const asContent = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Gives every field of a section other words, by the calls of page content. */
async function rewordSection(editor: Editor, page: string, section: string, fields: Field[]) {
  const address = `/api/page-content/${page}${section && `/${section}`}`;
  const items = await editor.call<{ id: string; section: string; type: string }[]>("GET", address);
  for (const [type, value] of Object.entries(values(fields))) {
    const content = asContent(value);
    const item = items.find((one) => one.section === section && one.type === type);
    if (item) await editor.call("PUT", `/api/admin/page-content/${item.id}`, { content });
    else await editor.call("POST", "/api/admin/page-content", { page, section, type, content });
  }
}

const renamed = (entries: Entry[]): Entry[] =>
  entries.map(({ href, children = [] }) => ({ label: word(), href, children: renamed(children) }));

/** Other words in every document of a collection. */
async function rewordAll(editor: Editor, collection: string, words: () => object) {
  for (const { id } of await editor.call<{ id: string }[]>("GET", `/api/${collection}`)) {
    await editor.call("PUT", `/api/admin/${collection}/${id}`, words());
  }
}

/** Other words in everything that has a form in the dashboard and is no article. */
async function reword(editor: Editor, model: Model) {
  for (const { page, sections } of model.pages) {
    for (const { section, fields } of sections) await rewordSection(editor, page, section, fields);
  }
  const sections = await editor.call<{ type: string; block?: string }[]>("GET", "/api/sections");
  for (const { type, block } of sections) {
    const known = model.blocks.find((one) => one.type === (block || type));
    await rewordSection(editor, "home", type, known?.fields ?? []);
  }
  for (const { place } of model.menus) {
    const { items } = await editor.call<Menu>("GET", `/api/admin/menus/${place}`);
    const entries = items.length > 0 ? items : [{ label: "", href: "/blog" }];
    await editor.call("PUT", `/api/admin/menus/${place}`, { items: renamed(entries) });
  }
  const item = () => ({ title: word(), description: word() });
  await rewordAll(editor, "programs", () => ({ ...item(), details: word(), features: [word(), word()] }));
  await rewordAll(editor, "features", item);
  await rewordAll(editor, "differentiators", item);
  const settings = { site_title: word(), site_description: word(), contact_address: word() };
  await editor.call("PUT", "/api/settings", settings);
}

/** The texts that stand in a default, those between the tags of formatted ones apart. */
function textsIn(fields: Field[]): string[] {
  const of = (field: Field, value: unknown): string[] => {
    if (typeof value === "string" && ["text", "longtext"].includes(field.type)) return [value];
    if (typeof value === "string" && field.type === "richtext") return value.split(/<[^>]*>/);
    if (field.type === "image") return [(value as { alt?: string } | undefined)?.alt ?? ""];
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry: Values) => (field.fields ?? []).flatMap((inner) => of(inner, entry[inner.key])));
  };
  return fields.flatMap((field) => [
    ...of(field, field.default),
    ...(field.fields ?? []).flatMap((inner) => of(inner, inner.default)),
  ]);
}

const labelsOf = (entries: Entry[]): string[] =>
  entries.flatMap(({ label, children = [] }) => [label, ...labelsOf(children)]);

/** Matches a default, whatever stands in the place of its {names}. */
const pattern = (text: string) =>
  text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".+");

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** All that a page says: texts, and the attributes that are read, read out, or shown elsewhere. */
async function said(page: Page): Promise<string[]> {
  const all = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (!textContent || parentElement?.closest("script, style")) continue;
      // To a browser with scripts the content of <noscript> is one text.
      found.push(...(parentElement?.closest("noscript") ? textContent.split(/<[^>]*>/) : [textContent]));
    }
    const attributes = ["aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder"];
    for (const name of attributes) {
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
    }
    const words = /^(description|(og|twitter):(title|description|site_name|image:alt))$/;
    for (const meta of document.querySelectorAll("meta[content]")) {
      const name = meta.getAttribute("name") ?? meta.getAttribute("property") ?? "";
      if (words.test(name)) found.push(meta.getAttribute("content") ?? "");
    }
    return found;
  });
  return all.map(plain);
}

const stringsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

/** What is data and no text of the site: the articles, the videos, and the ways to reach somebody. */
async function dataOf(editor: Editor): Promise<Set<string>> {
  const snapshot = await editor.call<Record<string, { id: string }[]>>("GET", "/api/snapshot");
  const { articles = [], videos, settings, social_links } = snapshot;
  const bodies = articles.map(({ id }) => editor.call<{ content: string }>("GET", `/api/articles/${id}`));
  const written = (await Promise.all(bodies)).flatMap(({ content }) => content.split(/<[^>]*>/));
  return new Set([...stringsIn([articles, videos, settings, social_links]), ...written].map(plain));
}

test("no default is left when every field says something else", async ({ product, editor, visitor }) => {
  const { url } = product;
  visitor.expected.push(/Failed to load resource.*404/);
  const model = await editor.call<Model>("GET", "/api/content-model");
  const defaults = [
    ...model.pages.flatMap(({ sections }) => sections.flatMap(({ fields }) => textsIn(fields))),
    ...model.blocks.flatMap(({ fields }) => textsIn(fields)),
    ...model.menus.flatMap((menu) => labelsOf(menu.default)),
  ].map(plain);
  const texts = [...new Set(defaults)].filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, "")));
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.filter((text) => text.includes(SIGN))).toEqual([]);

  await reword(editor, model);
  const blocks = model.blocks.map(({ type, fields }) => ({ type, values: values(fields) }));
  const own = { path: "/every-block", title: word(), description: word(), status: "published", blocks };
  await editor.call("POST", "/api/admin/pages", own);
  await editor.live(120_000);

  const known = await dataOf(editor);
  const data = [...known].join("\n");
  const old = new RegExp(`^(?:${texts.map(pattern).join("|")})$`, "u");
  const isOwn = (text: string) => text.includes(SIGN) && !old.test(text);
  const long = texts.filter((text) => /^[^{}"]+ [^{}"]+ [^{}"]+$/.test(text) && !data.includes(text));
  const page = await visitor.page();
  for (const path of [...everyPage, own.path, "/nowhere"]) {
    await page.goto(url + path);
    await awake(page);
    const all = (await said(page)).filter((text) => /\p{L}/u.test(text));
    expect(
      all.filter((text) => !isOwn(text) && !known.has(text)),
      path,
    ).toEqual([]);
    // What is said only later stands in the page's source.
    const source = await (await fetch(url + path)).text();
    expect(
      long.filter((text) => source.includes(text)),
      `the source of ${path}`,
    ).toEqual([]);
  }
});
