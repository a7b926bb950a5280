import { describe, expect, test } from "vitest";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import type { Stored } from "@/content/types";
import { page, section } from "./define";
import {
  article,
  boolean,
  choice,
  color,
  date,
  type Field,
  icon,
  image,
  label,
  link,
  list,
  longtext,
  number,
  richtext,
  text,
  video,
} from "./field";
import { pageTexts, textsOf, valuesOf } from "./values";

const config = siteConfig({ NODE_ENV: "test" });
const article1 = {
  id: "a1",
  slug: "first",
  title: "First",
  excerpt: "",
  banner_image: "",
  author: "",
  author_id: "",
  category: "",
  tags: [],
  publish_date: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  status: "published" as const,
  hash: "1",
};
const page1 = { id: "p1", path: "/kas-2027", title: "KAS", description: "", image: "", updated_at: "", blocks: [] };
const reader = (parts: object = {}) =>
  new Reader(new Content(config, { ...emptySnapshot(), articles: [article1], pages: [page1], ...parts }));

/** The value that a component gets for one stored value; undefined for a field that is not stored. */
const shown = (field: Field, value?: unknown) =>
  valuesOf({ field }, value === undefined ? {} : { field: value }, reader()).field;
/** The same of page content. */
const shownText = (field: Field, stored?: string | Stored) => {
  const item = typeof stored === "string" ? { content: stored } : stored;
  return textsOf({ field }, item ? { field: item } : {}, reader()).field;
};

const picture = { url: "/media/a.webp", alt: "A", focus: { x: 10, y: 90 } };
const entries = list("List", { title: text("Title", { default: "Untitled" }), link: link("Link") }, { max: 2 });

describe("without a stored value a field shows its default, or nothing", () => {
  test.each([
    [text("Text", { default: "Hello" }), "Hello"],
    [text("Text"), ""],
    [longtext("Text"), ""],
    [richtext("Text", { default: "<p>Hello</p>" }), "<p>Hello</p>"],
    [number("Number", { default: 2.5 }), 2.5],
    [number("Number"), null],
    [boolean("Boolean", { default: true }), true],
    [boolean("Boolean"), false],
    [choice("Choice", { a: "A", b: "B" }), "a"],
    [choice("Choice", { a: "A", b: "B" }, { default: "b" }), "b"],
    [image("Image", { default: picture }), picture],
    [image("Image"), null],
    [article("Article"), null],
    [entries, []],
    [
      list("List", { title: text("Title", { default: "Untitled" }) }, { max: 2, default: [{}] }),
      [{ title: "Untitled" }],
    ],
  ])("%#", (field: Field, expected) => {
    expect(shown(field)).toEqual(expected);
    expect(shownText(field)).toEqual(expected);
    expect(shownText(field, " \n")).toEqual(expected);
  });
});

test("what is meant to be empty shows nothing: in page content where it says so, in a page's block as it is", () => {
  const empty = { content: "", empty: true };
  expect(shownText(text("Text", { default: "Hello" }), empty)).toBe("");
  expect(shownText(number("Number", { default: 2 }), empty)).toBeNull();
  expect(shownText(image("Image", { default: picture }), empty)).toBeNull();
  expect(shownText(list("List", {}, { max: 2, default: [{}] }), empty)).toEqual([]);
  expect(shown(text("Text", { default: "Hello" }), "")).toBe("");
  expect(shown(list("List", {}, { max: 2, default: [{}] }), [])).toEqual([]);
  expect(shown(image("Image", { default: picture }), null)).toBeNull();
});

test("what something is called shows its default while it is blank, meant or not", () => {
  const name = label("Play button", { default: "Play" });
  for (const blank of ["", "  "]) expect(shown(name, blank)).toBe("Play");
  expect(shownText(name, { content: "", empty: true })).toBe("Play");
  expect(shown(name, "Start")).toBe("Start");
  expect(shown(text("Title", { required: true }), "")).toBe("");
});

describe("page content is text, and each type is read from it", () => {
  test.each([
    [text("Text"), " Hello ", " Hello "],
    [number("Number"), "12.5", 12.5],
    [boolean("Boolean", { default: true }), "false", false],
    [date("Date"), "2027-08-01", "2027-08-01"],
    [color("Colour"), "#aabbcc", "#aabbcc"],
    [image("Image"), "/media/a.webp", { url: "/media/a.webp", alt: "", focus: null }],
    [image("Image"), JSON.stringify(picture), picture],
    [entries, `[{"title":"One","link":"/one"}]`, [{ title: "One", link: "/one" }]],
  ])("%#", (field: Field, content, expected) => expect(shownText(field, content)).toEqual(expected));
});

describe("a stored value that does not fit shows the default", () => {
  test.each([
    [text("Text", { default: "Hello", max: 3 }), "four"],
    [text("Text", { default: "Hello", min: 3 }), "ab"],
    [text("Text", { default: "Hello" }), 7],
    [number("Number", { default: 1, max: 5 }), 6],
    [number("Number", { default: 1 }), "6"],
    [boolean("Boolean", { default: true }), "false"],
    [choice("Choice", { a: "A" }), "gone"],
    [choice("Choice", { a: "A" }), "constructor"],
    [icon("Icon", { default: "book" }), "__proto__"],
    [color("Colour", { default: "#000000" }), "red"],
    [date("Date", { default: "2027-08-01" }), "1.8.2027"],
    [image("Image", { default: picture }), { url: 1 }],
    [image("Image", { default: picture }), { url: "/media/a.webp", focus: { x: "10" } }],
    [image("Image", { default: picture }), "/media/a.webp"],
    [video("Video", { default: "https://youtu.be/O96fE1E-rf8" }), []],
    [list("List", { title: text("Title") }, { max: 1, default: [{ title: "One" }] }), [{}, {}]],
    [list("List", { title: text("Title") }, { max: 1, default: [{ title: "One" }] }), "[]"],
    [list("List", { title: text("Title") }, { max: 1, default: [{ title: "One" }] }), [[]]],
  ])("%#", (field: Field, value) => expect(shown(field, value)).toEqual(shown(field)));

  test("in page content too", () => {
    expect(shownText(number("Number", { default: 1 }), "many")).toBe(1);
    expect(shownText(number("Number", { default: 1 }), "1e999")).toBe(1);
    expect(shownText(boolean("Boolean", { default: true }), "yes")).toBe(true);
    expect(shownText(list("List", {}, { max: 1, default: [{}] }), "[{")).toEqual([{}]);
    expect(shownText(image("Image", { default: picture }), "{")).toEqual(picture);
  });

  test("an entry of a list keeps what fits", () => {
    expect(shown(entries, [{ title: 3, link: "/x", gone: 1 }])).toEqual([{ title: "Untitled", link: "/x" }]);
  });
});

test("a renamed field is read under its former names, the present one first", () => {
  const field = text("Text", { default: "Hello", was: ["title", "caption"] });
  expect(valuesOf({ field }, { caption: "c", title: "t" }, reader()).field).toBe("t");
  expect(valuesOf({ field }, { field: "", title: "t" }, reader()).field).toBe("");
  expect(textsOf({ field }, { caption: { content: "c" } }, reader()).field).toBe("c");
});

test("links and articles are what is public now, and are read as such", () => {
  const from = reader();
  const values = (value: string) =>
    valuesOf({ link: link("Link"), article: article("Article") }, { link: value, article: value.slice(8) }, from);
  expect(values("article:a1")).toMatchObject({ link: "/blog/first", article: { title: "First" } });
  expect(values("article:a2")).toEqual({ link: "", article: null });
  expect(values("page:p1").link).toBe("/kas-2027");
  expect(values("page:p2").link).toBe("");
  expect(values("/videos").link).toBe("/videos");
  expect([...from.keys]).toEqual(expect.arrayContaining(["id:a1", "id:a2", "page:p1", "page:p2"]));
});

// Names that people type are no members of JavaScript's objects.
const names = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "keys",
];

test.each(names)("a section or a key named %s is one like any other", (name) => {
  const model = page("home", "Home", { hero: section("Hero", { heading: text("Heading", { default: "Hello" }) }) });
  for (const [place, key] of [
    [name, name],
    ["hero", name],
    [name, "heading"],
  ] as [string, string][]) {
    const item = { id: "1", page: "home", section: place, type: key, key, content: "managed", order_index: 1 };
    expect(pageTexts(model, reader({ page_content: [item] }))).toEqual({ hero: { heading: "Hello" } });
  }
  expect(({} as Record<string, unknown>).managed).toBeUndefined();
  const declared = page("home", "Home", { [name]: section("Any", { [name]: text("Any") }) });
  const item = { id: "1", page: "home", section: name, type: name, key: name, content: "managed", order_index: 1 };
  if (name === "__proto__") return;
  expect(JSON.stringify(pageTexts(declared, reader({ page_content: [item] })))).toBe(
    `{"${name}":{"${name}":"managed"}}`,
  );
});
