import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
import type { Schemas } from "@academy/shared/api/client";
import type { AxeResults } from "axe-core";
// @ts-expect-error: it comes without types.
import { JSDOM, VirtualConsole } from "jsdom";
import { expect, test } from "vitest";
import { declared } from "@/app/pages";
import { pages } from "@/app/pages.gen";
import { models } from "@/blocks/models.gen";
import type { PageContentItem } from "@/content/types";
import type { AnyBlock, Page } from "@/model/define";
import type { Field, Fields } from "@/model/field";
import { menus } from "@/model/menus";
import { seedSite } from "./changes";
import { ContractCMS } from "./cms";
import { rendered } from "./pages";

// Every word that a page says is content: when each field says something else, nothing of the defaults is left. And an
// editor may empty any text: what is pressed or named is still called something.

type Values = Record<string, unknown>;
type Entry = Schemas["MenuEntry"];

const blocks = Object.entries(models) as [string, AnyBlock][];
const sections = (pages as readonly { model: Page }[]).flatMap(({ model }) =>
  Object.entries(model.sections).map(([section, { fields }]) => ({ page: model.page, section, fields })),
);
const OWN = "/every-block";
const PICTURE = "/media/seed/psi-emblem_1200x1200_480_960.webp";
const FILE = "/media/seed/syllabus.pdf";
const VIDEO = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";

/** In an article, what the site adds words of its own to. */
const FORMATS = [
  ...["note", "tip", "warning", "exam"].map(
    (kind) => `<aside class="callout callout-${kind}"><p>of a kind</p></aside>`,
  ),
  '<p>law<span class="footnote" role="note">of a year</span></p>',
  '<figure class="table"><table><tbody><tr><td>cell</td></tr></tbody></table></figure>',
  `<p class="file"><a href="${FILE}" download="paper.pdf" data-bytes="48213">paper</a></p>`,
  '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"></iframe>',
  // As it stands for the video on paper.
  "<p>https://youtu.be/aqz-KE-bpKQ</p>",
].join("");

/** The academy's own first content, where each field has the value that is made of it. */
function site(valuesOf: (fields: Fields) => Values, heading: string): ContractCMS {
  const cms = new ContractCMS();
  seedSite(cms);
  cms.write({ slug: "formats", title: "Of all formats", content: FORMATS });
  const { parts } = cms;
  const home = parts.sections.map(({ type }) => ({
    page: "home",
    section: type,
    fields: models[type as "hero"].fields,
  }));
  parts.page_content = [...sections, ...home].flatMap(({ page, section, fields }) =>
    Object.entries(valuesOf(fields)).map(([type, value], i): PageContentItem => {
      const content = typeof value === "object" ? JSON.stringify(value) : String(value);
      const id = `${page}.${section}.${type}`;
      return { id, page, section, type, key: type, content, empty: content === "", order_index: i + 1 };
    }),
  );
  const filled = blocks.map(([type, { fields }]) => ({ id: type, type, anchor: "", values: valuesOf(fields) }));
  const page = { id: "own", path: OWN, image: "", updated_at: "2027-01-01T00:00:00Z" };
  parts.pages = [{ ...page, title: heading, description: heading, blocks: filled }];
  return cms;
}

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
      return { url: PICTURE, ...(value as object | undefined), alt: word() };
    case "list": {
      const entries = (value as Values[] | undefined)?.length ? (value as Values[]) : [{}];
      return entries.map((entry) => rewordedAll(field.fields ?? {}, entry));
    }
    // What is shown only with an address beside it.
    case "link":
      return value || "/contact-us";
    case "file":
      return value || FILE;
    case "video":
      return value || VIDEO;
    default:
      return value;
  }
}

const defined = (entries: (readonly [string, unknown])[]): Values =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

const rewordedAll = (fields: Fields, from: Values = {}): Values =>
  defined(Object.entries(fields).map(([key, field]) => [key, reworded(field, from[key] ?? field.default)]));

const renamed = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ href, children = [] }) => ({ label: word(), href, children: renamed(children) }));

/** The texts that stand in a default, those between the tags of formatted ones apart. */
function textsIn(fields: Fields): string[] {
  const of = (field: Field, value: unknown): string[] => {
    if (typeof value === "string" && ["text", "longtext"].includes(field.type)) return [value];
    if (typeof value === "string" && field.type === "richtext") return value.split(/<[^>]*>/);
    if (field.type === "image") return [(value as { alt?: string } | undefined)?.alt ?? ""];
    if (!Array.isArray(value)) return [];
    const inner = Object.entries(field.fields ?? {});
    return value.flatMap((entry: Values) => inner.flatMap(([key, one]) => of(one, entry[key])));
  };
  return Object.values(fields).flatMap((field) => [
    ...of(field, field.default),
    ...Object.values(field.fields ?? {}).flatMap((inner) => of(inner, inner.default)),
  ]);
}

const labelsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ label, children = [] }) => [label, ...labelsOf(children)]);

/** Matches a default, whatever stands in the place of its {names}. */
const pattern = (text: string) =>
  text
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".+");

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** All that a page says: texts, and the attributes that are read, read out, or shown elsewhere. */
function said(html: string): string[] {
  const { document, NodeFilter } = new JSDOM(html).window;
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const found: (string | null)[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest("script, style")) found.push(node.textContent);
  for (const name of ["aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  const words = /^(description|(og|twitter):(title|description|site_name|image:alt))$/;
  for (const meta of document.querySelectorAll("meta[content]"))
    if (words.test(meta.getAttribute("name") ?? meta.getAttribute("property") ?? ""))
      found.push(meta.getAttribute("content"));
  return found.map((text) => plain(text ?? ""));
}

const stringsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

/** What is data and no text of the site: the articles, and the ways to reach somebody. */
function dataOf({ articles, parts }: ContractCMS): Set<string> {
  const { settings, social_links } = parts;
  const all = [...articles.values()];
  const written = all.flatMap(({ content }) => new JSDOM(content.replaceAll(/<[^>]*>/g, "<br>")).window.document.body);
  const texts = written.flatMap((body) => [...body.childNodes].map(({ textContent }) => textContent ?? ""));
  return new Set([...stringsIn([all, settings, social_links]), ...texts].map(plain));
}

test("no default is left when every field says something else", async () => {
  const defaults = [
    ...sections.flatMap(({ fields }) => textsIn(fields)),
    ...blocks.flatMap(([, { fields }]) => textsIn(fields)),
    ...Object.values(menus).flatMap((menu) => labelsOf(menu.default)),
  ].map(plain);
  const texts = [...new Set(defaults)].filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, "")));
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.filter((text) => text.includes(SIGN))).toEqual([]);

  const cms = site(rewordedAll, word());
  const { parts } = cms;
  const item = () => ({ title: word(), description: word() });
  parts.programs = parts.programs.map((one) => ({ ...one, ...item(), details: word(), features: [word(), word()] }));
  parts.features = parts.features.map((one) => ({ ...one, ...item() }));
  parts.differentiators = parts.differentiators.map((one) => ({ ...one, ...item() }));
  const stored = Object.entries(menus).map(([place, menu]) => [
    place,
    renamed(menu.default.length > 0 ? menu.default : [{ label: "", href: "/blog" }]),
  ]);
  parts.menus = Object.fromEntries(stored);
  const settings = { site_title: word(), site_description: word(), contact_address: word() };
  parts.settings = { ...parts.settings, ...settings };

  const known = dataOf(cms);
  const data = [...known].join("\n");
  const old = new RegExp(`^(?:${texts.map(pattern).join("|")})$`, "u");
  const isOwn = (text: string) => text.includes(SIGN) && !old.test(text);
  const long = texts.filter((text) => /^[^{}"]+ [^{}"]+ [^{}"]+$/.test(text) && !data.includes(text));
  const shown = await rendered(cms);
  expect(shown.size).toBeGreaterThan(20);
  const labels = labelsOf(Object.values(parts.menus ?? {}).flatMap((entries) => entries ?? []));
  for (const [route, html] of shown) {
    const all = said(html).filter((text) => /\p{L}/u.test(text));
    expect(
      all.filter((text) => !isOwn(text) && !known.has(text)),
      route,
    ).toEqual([]);
    // What is said only later stands in the page's source.
    expect(
      long.filter((text) => html.includes(text)),
      `the source of ${route}`,
    ).toEqual([]);
    expect(
      labels.filter((label) => !all.includes(label)),
      `menus of ${route}`,
    ).toEqual([]);
  }
});

const isText = ({ type }: Field) => ["text", "longtext", "richtext"].includes(type);

/** What leaves a block without words, as far as it may be published so; undefined for what stays as it is. */
function emptied(field: Field): unknown {
  if (isText(field)) return field.required && field.default === undefined ? "x" : "";
  switch (field.type) {
    case "link":
      return "/contact-us";
    case "file":
      return FILE;
    case "video":
      return VIDEO;
    case "image":
      return { url: PICTURE, alt: "" };
    case "number":
      return field.required ? 1 : undefined;
    case "list":
      return [emptiedAll(field.fields ?? {})];
    default:
      return undefined;
  }
}

const emptiedAll = (fields: Fields): Values =>
  defined(Object.entries(fields).map(([key, field]) => [key, emptied(field)]));

const axe = new Script(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));

/** What is wrong with a page by WCAG 2.2 AA, of what can be seen without a layout. */
async function violations(html: string): Promise<string[]> {
  // It says that it draws no letters, by which axe would know those that are pictures.
  const dom = new JSDOM(html, { runScripts: "outside-only", virtualConsole: new VirtualConsole() });
  const { window } = dom;
  axe.runInContext(dom.getInternalVMContext());
  // Axe asks for the style of an element dozens of times, and jsdom computes it each time; nothing here changes it.
  const { getComputedStyle } = window;
  const styles = new WeakMap<Element, CSSStyleDeclaration>();
  window.getComputedStyle = (element: Element, pseudo?: string) => {
    const known = pseudo ? undefined : styles.get(element);
    const style = known ?? getComputedStyle(element, pseudo);
    if (!pseudo) styles.set(element, style);
    return style;
  };
  const { axe: run } = window as unknown as {
    axe: { run: (context: Document, options: object) => Promise<AxeResults> };
  };
  const found = await run.run(window.document, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
    resultTypes: ["violations"],
    iframes: false,
  });
  window.close();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test("axe finds nothing on any page whose texts are all emptied", async () => {
  const cms = site(emptiedAll, "Every block");
  cms.parts.settings = { ...cms.parts.settings, hero_background_type: "video", hero_video_url: VIDEO };
  const kinds = [
    "/",
    ...declared.keys(),
    "/resources/strategy",
    "/blog/reading-ncerts-with-a-plan",
    OWN,
    "/_not-found",
  ];
  const shown = await rendered(cms, kinds);
  const found: string[] = [];
  for (const [route, html] of shown)
    found.push(...(await violations(html)).map((violation) => `${route}: ${violation}`));
  expect(found).toEqual([]);
  expect(shown.get("/")).toContain("Play the background video");
  expect(shown.get(OWN)).toMatch(/Play: x/);
});
