import { afterAll, beforeAll, expect, test } from "vitest";
import { pagePaths } from "@/app/pages";
import { pages } from "@/app/pages.gen";
import { routes } from "@/app/routes";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { siteConfig } from "@/content/source";
import type { PageContentItem } from "@/content/types";
import type { Page } from "@/model/define";
import type { Field } from "@/model/field";
import { previewName } from "@/preview/address";
import { Academy } from "./harness";

// Every text of every page is replaced by one that stands nowhere else: all of them are on the site then, and no word is
// that no editor wrote.

let academy: Academy;
let written = 0;

/** A word of no language. */
const word = () => `Zq${++written}z`;
const WORD = /Zq\d+z/g;

const placeholders = (text: unknown) => (typeof text === "string" ? (text.match(/\{\w+\}/g) ?? []) : []);

/** Another value for a field, as a page stores it, made of words of no language. */
function other(field: Field): unknown {
  switch (field.type) {
    case "text":
    case "longtext":
      return [word(), ...placeholders(field.default)].join(" ");
    case "richtext":
      return `<em>${word()}</em> ${word()}`;
    case "link":
      return `/${word()}`;
    case "image":
      return { url: `/media/${word()}.webp`, alt: word(), focus: null };
    case "number":
      return Math.min(field.max ?? 7, 7);
    case "list":
      return [1, 2].map(() =>
        Object.fromEntries(Object.entries(field.fields ?? {}).map(([key, inner]) => [key, other(inner)])),
      );
    default:
      return field.default;
  }
}

const models = (pages as readonly { model: Page }[]).map(({ model }) => model).filter(({ page }) => page !== "chrome");

/** All texts of all pages, as page content. */
const items: PageContentItem[] = models.flatMap(({ page, sections }) =>
  Object.entries(sections).flatMap(([section, { fields }]) =>
    Object.entries(fields).flatMap(([key, field], i) => {
      // Twelve, of which one is shown at a time.
      const value = key === "months" && page === "site" ? Array(12).fill(word()).join(",") : other(field);
      const content = typeof value === "string" ? value : JSON.stringify(value);
      return { id: word(), page, section, type: key, key, content, order_index: i + 1 };
    }),
  ),
);

/** Everything that is on the site: its pages, its feed, and what is drawn on the pictures of its pages. */
async function site(): Promise<Map<string, string>> {
  await academy.publish();
  const files = [...academy.tree].filter(([file]) => /\.(html|xml)$/.test(file));
  const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), academy.cms.whole()));
  const drawn = ["/", ...pagePaths].map((path) => routes["/preview/[page]"].inputs(reader, previewName(path)));
  return new Map([
    ...files.map(([file, content]) => [file, content.toString()] as const),
    ["drawn", JSON.stringify(drawn)],
  ]);
}

let shown: Map<string, string>;

beforeAll(async () => {
  academy = await Academy.open();
  const { cms } = academy;
  cms.parts.page_content = items;
  cms.parts.settings = {
    ...cms.parts.settings,
    site_title: word(),
    site_description: word(),
    contact_phone: "+91 98765 43210",
    contact_whatsapp: "+91 98765 43210",
    contact_email: word(),
    contact_address: word(),
    current_affairs_redirect: true,
    current_affairs_url: "https://elsewhere.example/",
  };
  cms.parts.videos = [
    {
      id: "1",
      title: word(),
      description: word(),
      category: word(),
      duration: 60,
      file: "/media/a.mp4",
      created_at: "",
    },
  ];
  for (let i = 0; i < 30; i++) {
    const content = `<h2>${word()}</h2><h2>${word()}</h2><h2>${word()}</h2><p>${`${word()} `.repeat(400)}</p><iframe src="/x"></iframe>`;
    const [title, excerpt, author, category] = [word(), word(), word(), word()];
    cms.write({ slug: `a-${i}`, title, excerpt, author, category, tags: [word()], content });
  }
  shown = await site();
});

afterAll(() => academy.close());

test("every text that is stored is shown", async () => {
  // Without its picture the about page shows a word.
  academy.cms.parts.page_content = items.filter((item) => item.type !== "image_url");
  academy.cms.parts.settings = { ...academy.cms.parts.settings, current_affairs_redirect: false };
  const all = [...shown.values(), ...(await site()).values()].join("\n");
  const missing = items.filter(({ content }) => (content.match(WORD) ?? []).some((text) => !all.includes(text)));
  expect(missing.map(({ page, section, type }) => `${page} ${section} ${type}`)).toEqual([]);
});

/** What is read or read out of a page, without what the layout around it says. */
function said(html: string): string[] {
  const main = /<main [^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const body = main.replace(/<script.*?<\/script>|<style.*?<\/style>/gs, " ");
  const attributes = [...body.matchAll(/\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text ?? "",
  );
  const head = [...html.matchAll(/<title>(.*?)<\/title>|<meta name="description" content="(.*?)"/g)].map(
    ([, title, description]) => title ?? description ?? "",
  );
  return [...head, ...attributes, ...body.replace(/<[^>]*>/g, "\n").split("\n")];
}

test("no page says a word that nobody wrote", () => {
  const own = [...shown].filter(([file]) => file.endsWith(".html") && file !== "/index.html");
  expect(own.length).toBeGreaterThan(pagePaths.length + 30);
  const words = own.flatMap(([file, html]) =>
    said(html)
      .map((text) => text.replace(WORD, "").replace(/&#?\w+;/g, ""))
      .filter((text) => /\p{L}/u.test(text))
      .map((text) => `${file}: ${text.trim()}`),
  );
  expect(words).toEqual([]);
});
