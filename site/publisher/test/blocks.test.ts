import { afterAll, beforeAll, expect, test } from "vitest";
import { models } from "@/blocks/models.gen";
import type { PageContentItem } from "@/content/types";
import type { AnyBlock } from "@/model/define";
import type { Field, Fields } from "@/model/field";
import layout from "@/model/layout";
import { Academy } from "./harness";

// Whatever blocks there are: every text of them and of the layout is replaced, and then that is on the page, and nothing
// of what stood there before. Then all of them are emptied.

const blocks = Object.entries(models) as [string, AnyBlock][];

let written = 0;
/** A word of no language. */
const word = () => `Zq${++written}z`;
/** Every other entry of a list has what a switch shows. */
let flag = false;
const WORD = /Zq\d+z/g;

const placeholders = (text: unknown) => (typeof text === "string" ? (text.match(/\{\w+\}/g) ?? []) : []);

/** Another value for a field, as a page stores it, made of words of no language. */
function other(field: Field): unknown {
  switch (field.type) {
    case "text":
      return field.max && field.max < 10 ? String(++written) : [word(), ...placeholders(field.default)].join(" ");
    case "longtext":
      return [word(), ...placeholders(field.default)].join(" ");
    case "richtext":
      return `<em>${word()}</em> ${word()}`;
    case "link":
      return "/videos";
    case "file":
      return `/media/${word()}.pdf`;
    case "video":
      // An identifier of a video on YouTube has eleven characters.
      return `https://youtu.be/${word().padEnd(11, "_")}`;
    case "image":
      return { url: `/media/${word()}.webp`, alt: word(), focus: null };
    case "number":
      return Math.min(field.max ?? 7, 7);
    case "boolean":
      flag = !flag;
      return flag;
    case "list":
      return [1, 2].map(() => others(field.fields ?? {}));
    default:
      return field.default;
  }
}

const others = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, other(field)]));

/** The words of a value, and which field has them. */
const wordsOf = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([key, value]) =>
    (JSON.stringify(value)?.match(WORD) ?? []).map((text) => [key, text]),
  );

/** The texts that fields show while nothing is stored. */
const builtIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => {
    const texts = JSON.stringify(field.default ?? "").match(/"[^"/][^"]{11,}"/g) ?? [];
    return ["text", "longtext", "richtext", "list"].includes(field.type) ? texts.map((text) => text.slice(1, -1)) : [];
  });

const page = { description: "", image: "", updated_at: "2027-01-01T00:00:00Z" };

/** What an empty block has: no text, no entry, no picture. */
const empty = ({ type }: Field) => (type === "list" ? [] : type === "image" || type === "number" ? null : "");

let academy: Academy;
const filled = blocks.map(([type, { fields }]) => ({ id: type, type, anchor: `a-${type}`, values: others(fields) }));
const chrome: PageContentItem[] = Object.entries(layout.sections).flatMap(([section, { fields }]) =>
  Object.entries(others(fields as Fields)).map(([key, content], i) => ({
    ...{
      id: `${section}${key}`,
      page: "chrome",
      section,
      type: key,
      key,
      content: String(content),
      order_index: i + 1,
    },
  })),
);

const menu = () => [
  { label: word(), href: "/videos" },
  { label: word(), href: "", children: [{ label: word(), href: "/blog" }] },
];
const menus = { top: menu().slice(0, 1), main: menu(), footer: menu() };

beforeAll(async () => {
  academy = await Academy.open();
  const { cms } = academy;
  // A category is seen in the title of the article that it chooses.
  const category = filled.map(({ values }) => values.category).find((value) => typeof value === "string");
  cms.write({ slug: "chosen", title: category, category });
  cms.write({ slug: "newer", title: "Of another category" });
  cms.parts.page_content = chrome;
  cms.parts.menus = menus;
  cms.parts.settings = {
    ...cms.parts.settings,
    contact_whatsapp: "919900000000",
    community_url: "https://example.org/",
  };
  cms.parts.pages = [
    { ...page, id: "1", path: "/filled", title: word(), blocks: filled },
    {
      ...{ ...page, id: "2", path: "/emptied", title: word() },
      blocks: blocks.map(([type, { fields }]) => ({
        ...{ id: type, type, anchor: `a-${type}` },
        values: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, empty(field)])),
      })),
    },
    // Once more, where the drawings stand that pictures take the place of.
    {
      ...{ ...page, id: "3", path: "/drawn", title: word() },
      blocks: filled.map((block) => ({
        ...block,
        values: Object.fromEntries(
          Object.entries(block.values).filter(([, value]) => !JSON.stringify(value)?.includes("/media/")),
        ),
      })),
    },
  ];
  await academy.publish();
});

afterAll(() => academy.close());

const read = (file: string) => academy.tree.get(file)?.toString() ?? "";

test("every text of every block and of the layout is on the page, and no built-in one", async () => {
  const html = read("/filled.html");
  const drawn = read("/drawn.html");
  const { parts } = academy.cms;
  parts.settings = { ...parts.settings, hero_background_type: "video", hero_video_url: "/media/a.mp4" };
  await academy.publish();
  const all = html + drawn + read("/filled.html");
  const missing = filled.flatMap(({ type, values }) =>
    wordsOf(values).flatMap(([key, text]) => (all.includes(text as string) ? [] : `${type} ${key}`)),
  );
  expect(missing).toEqual([]);
  expect(wordsOf(menus).filter(([, text]) => !html.includes(text as string))).toEqual([]);
  expect(chrome.filter(({ content }) => !(content.match(WORD) ?? []).every((text) => html.includes(text)))).toEqual([]);
  const fields = [...blocks.map(([, block]) => block.fields), ...Object.values(layout.sections).map((s) => s.fields)];
  const left = fields.flatMap((of) => builtIn(of as Fields)).filter((text) => html.includes(text));
  expect(left).toEqual([]);
});

test("an emptied block leaves nothing empty behind, and the page has its title", async () => {
  const html = read("/emptied.html");
  const main = /<main [^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  expect(main.match(/<h1/g)).toHaveLength(1);
  const elements = "h\\d|ul|ol|li|dl|dt|dd|table|tbody|tr|figcaption|p|a|button|summary|strong";
  expect(main.match(new RegExp(`<(${elements})\\b[^>]*>(<svg(?:(?!</svg>).)*</svg>)?</\\1>`, "g")) ?? []).toEqual([]);
  expect(main.match(/aria-label(ledby)?=""/g) ?? []).toEqual([]);
});

test("no element has a class that its style sheet lacks", async () => {
  const pages = [...academy.tree].filter(([file]) => file.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(0);
  const wrong = pages.filter(([, html]) => /class="[^"]*\bundefined\b/.test(html.toString()));
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test("each page has one h1", async () => {
  for (const file of ["/filled.html", "/emptied.html", "/drawn.html", "/index.html"]) {
    expect(read(file).match(/<h1/g), file).toHaveLength(1);
  }
});
