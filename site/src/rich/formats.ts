import { type IconName, paths } from "@academy/shared/icons";
import { pictureOf } from "@academy/shared/picture";
import { sizeOf } from "@academy/shared/text/size";
import { fill } from "@/lib/fill";
import { languageOfWords } from "@/lib/language";
import { heading } from "./headings";
import type { Format, Page } from "./page";
import { table } from "./table";
import { classesOf, type Element, escaped, isElement, plain, wordsOf, write } from "./tree";
import { video } from "./video";

const icon = (name: IconName) =>
  `<svg width="20" height="20" viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="${paths[name]}"/></svg>`;

/** How wide pictures are shown, by which browsers choose a copy. */
const SIZES: [around: string, sizes: string][] = [
  ["div.pictures", "(min-width: 720px) 21rem, (min-width: 600px) 46vw, 92vw"],
  ["figure.picture-half", "(min-width: 720px) 21rem, 92vw"],
  ["figure.picture-wide", "(min-width: 900px) 54rem, 92vw"],
  ["", "(min-width: 720px) 42rem, 92vw"],
];

/**
 * A picture with what makes it load well: its copies for narrow screens, its size, so that nothing moves when it comes, and
 * loading only when it is near. Each has a description, if an empty one.
 */
function image(element: Element, page: Page): string {
  const given = element.attributes;
  const { width, height, srcSet } = pictureOf(given.get("src") ?? "");
  const attributes = new Map([
    ["loading", "lazy"],
    ["decoding", "async"],
  ]);
  // A width alone is the editor's choice; with the height it keeps the place.
  if (width && height && !given.has("width") && !given.has("height")) {
    attributes.set("width", String(width)).set("height", String(height));
  }
  // A picture without a description is decoration; without the attribute its file name would be read out.
  if (!given.has("alt")) attributes.set("alt", "");
  if (srcSet) {
    const [, sizes = ""] = SIZES.find(([around]) => !around || page.isIn(around)) ?? [];
    attributes.set("srcset", srcSet).set("sizes", sizes);
  }
  return write({ tag: "img", attributes: new Map([...attributes, ...given]) }, "");
}

/** A caption in a box of its own, which stays in view while the table is scrolled. */
const caption = (element: Element, page: Page) =>
  write(element, `<span class="caption">${page.write(element.children)}</span>`);

/** The characters in a line from which a formula or code may be wider than a phone, and scrolls: by the keyboard too. */
const WIDE = { formula: 18, code: 30 };
const STOP = ' tabindex="0"';

function formula(element: Element, page: Page): string {
  const source = plain(element.attributes.get("data-formula") ?? "") || wordsOf(element.children);
  const block = element.tag === "div";
  const mathml = page.mathml(source, block);
  const seen = mathml?.replace(/<annotation.*|<[^>]*>/gs, "") ?? "";
  const wide = seen.length > WIDE.formula;
  const shown = mathml ?? `<code>${escaped(source)}</code>`;
  const tag = element.tag;
  return `<${tag} class="formula${wide && !block ? " formula-long" : ""}"${wide ? STOP : ""}>${shown}</${tag}>`;
}

const CALLOUTS = { note: "pin", tip: "check", warning: "target", exam: "edit" } as const satisfies Record<
  string,
  IconName
>;

function callout(element: Element, page: Page): string {
  const kinds = Object.keys(CALLOUTS) as (keyof typeof CALLOUTS)[];
  const kind = kinds.find((name) => classesOf(element).includes(`callout-${name}`)) ?? "note";
  const word = page.words[kind];
  const name = `<p class="callout-name" lang="${languageOfWords(word)}">${icon(CALLOUTS[kind])}${escaped(word)}</p>`;
  const attributes = new Map(element.attributes).set("role", "note").set("aria-label", escaped(word));
  return write({ tag: "aside", attributes }, name + page.write(element.children));
}

/** A file with its kind and size in the link. */
function file(element: Element, page: Page): string {
  const at = element.children.findIndex((node) => isElement(node, "a"));
  const link = element.children[at];
  if (!isElement(link, "a")) return write(element, page.write(element.children));
  const address = link.attributes.get("download") || link.attributes.get("href") || "";
  const type = /\.([a-z0-9]{2,5})$/i.exec(address)?.[1]?.toUpperCase() ?? "";
  const size = sizeInWords(Number(link.attributes.get("data-bytes")), page);
  const facts = type && size ? fill(page.words.file, { type, size }) : type || size;
  const attributes = new Map(link.attributes);
  attributes.delete("data-bytes");
  const name = `<span class="file-name">${page.write(link.children)}</span>`;
  const more = facts && ` <span class="file-facts" lang="${languageOfWords(facts)}">${escaped(facts)}</span>`;
  const whole = write({ tag: "a", attributes }, icon("download") + name + more);
  return write(element, page.write(element.children.slice(0, at)) + whole + page.write(element.children.slice(at + 1)));
}

function sizeInWords(bytes: number, { words }: Page): string {
  if (!(bytes > 0)) return "";
  const { size, unit } = sizeOf(bytes);
  return fill(unit === "KB" ? words.kilobytes : words.megabytes, { size });
}

/** A number that leads to the footnote; within a link, where no other can be, the number alone. */
function footnote(element: Element, page: Page): string {
  // A note in a note is a part of it.
  if (page.isIn("span.footnote")) return ` (${page.write(element.children)})`;
  const number = page.note(page.write(element.children));
  const reference = page.words.reference;
  const name = escaped(fill(reference, { number }));
  const lang = languageOfWords(reference);
  const link = page.isIn("a")
    ? String(number)
    : `<a href="#${page.idOf("note", number)}" role="doc-noteref" aria-label="${name}" lang="${lang}">${number}</a>`;
  return `<sup class="footnote-number" id="${page.idOf("ref", number)}">${link}</sup>`;
}

/** Languages whose names are more than their short names with a capital letter. */
const LANGUAGES: Record<string, string> = {
  c: "C",
  clike: "C",
  cpp: "C++",
  css: "CSS",
  html: "HTML",
  javascript: "JavaScript",
  js: "JavaScript",
  json: "JSON",
  objc: "Objective-C",
  php: "PHP",
  sql: "SQL",
  typescript: "TypeScript",
  xml: "XML",
};

function code(element: Element, page: Page): string {
  const language = plain(element.attributes.get("data-language") ?? "");
  const inside = page.write(element.children);
  const lines = inside.replace(/<[^>]*>|&#?\w+(?=;)/g, "").split("\n");
  const wide = lines.some((line) => line.length > WIDE.code);
  const attributes = wide ? new Map(element.attributes).set("tabindex", "0") : element.attributes;
  const html = write({ tag: "pre", attributes }, inside);
  if (!language || language === "plain") return html;
  const name = Object.hasOwn(LANGUAGES, language)
    ? LANGUAGES[language]
    : language.replace(/^./, (c) => c.toUpperCase());
  return `<figure class="code"><figcaption lang="en">${escaped(name ?? "")}</figcaption>${html}</figure>`;
}

/** By tag, or by tag and class. */
export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["aside.callout", callout],
  ["caption", caption],
  ["div.formula", formula],
  ["figure.table", table],
  ["h1", heading],
  ["h2", heading],
  ["h3", heading],
  ["h4", heading],
  ["h5", heading],
  ["h6", heading],
  ["iframe", video],
  ["img", image],
  ["p.file", file],
  ["pre", code],
  ["span.footnote", footnote],
  ["span.formula", formula],
  ["table", table],
]);
