import type { Article, Editor } from "../../src/api";
import { expect, test } from "../../src/test";
import { file } from "../../src/upload";
import { mixture, names, random, scripts, shapes } from "../../src/words";

// Whatever people write, into whatever field, the next edit goes live as always.
// Other words: WORDS_SEED=7 npx vitest run tests/verify/words.test.ts

const seed = Number(process.env.WORDS_SEED || 1);

interface Property {
  type?: string | string[];
  items?: { type?: string };
  /** How many characters a text may have. */
  "x-characters"?: number;
  maxLength?: number;
  enum?: unknown[];
}

interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: { $ref: string } }> } }>>;
  components: { schemas: Record<string, { properties: Record<string, Property> }> };
}

interface Refusal {
  errors?: { location: string }[];
}

/** For fields that take no word: in their place when the API says so. */
const proper: Record<string, unknown> = {
  url: "https://example.org/",
  platform: "YouTube",
  type: "section-of-its-own",
  title: "Title",
  name: "Name",
};

/** Calls that make or change one thing that the site shows, with what must be as it is. */
const writes: [method: "POST" | "PUT", path: string, fixed: Record<string, unknown>][] = [
  ["POST", "/admin/programs", {}],
  ["POST", "/admin/features", {}],
  ["POST", "/admin/differentiators", {}],
  ["POST", "/admin/sections", {}],
  ["POST", "/admin/social-media", {}],
  ["POST", "/admin/page-content", {}],
  ["POST", "/admin/page-content", { page: "home" }],
  ["POST", "/admin/page-content", { page: "home", section: "hero" }],
  ["POST", "/admin/page-content", { page: "about", section: "" }],
  ["POST", "/admin/page-content", { page: "adhva-vibes-psi", section: "" }],
];

const cut = (word: string, { maxLength = 10_000, "x-characters": most = maxLength }: Property) =>
  [...word].slice(0, most).join("");

/** A body with the word in every field that takes a text. */
function filled({ paths, components }: Description, method: "POST" | "PUT", path: string, word: string) {
  const { $ref } = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema ?? {
    $ref: "",
  };
  const properties = Object.entries(components.schemas[$ref.split("/").at(-1) ?? ""]?.properties ?? {});
  const fields = properties.flatMap(([name, property]) => {
    if (name === "$schema" || property.enum) return [];
    if (property.type === "string") return [[name, cut(word, property)]];
    return property.items?.type === "string" ? [[name, [cut(word, property)]]] : [];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

/** Sends the body, and again without what the API refuses in it, until it takes the rest or has nothing more to say. */
async function write(editor: Editor, method: "POST" | "PUT", path: string, body: Record<string, unknown>) {
  const left = { ...body };
  for (let tries = 0; ; tries++) {
    const answer = await editor.request(method, `/api${path}`, left);
    if (answer.status !== 422 || tries > 5) return answer;
    for (const { location } of ((await answer.json()) as Refusal).errors ?? []) {
      const [, name = ""] = /^body\.(\w+)/.exec(location) ?? [];
      if (Object.hasOwn(proper, name)) left[name] = proper[name];
      else delete left[name];
    }
  }
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#x27"};`);

/** That an article has all that an article has. */
async function whole(url: string, feed: string, { id, slug, title }: Article) {
  const page = await fetch(`${url}/blog/${slug}`);
  expect(page.status, title).toBe(200);
  expect(await page.text()).toContain(`>${escapeHtml(title)}</h1>`);
  const picture = await fetch(`${url}/preview/blog/${slug}.png`);
  expect([picture.status, picture.headers.get("content-type")], title).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(["PNG", 1200, 630]);
  expect(feed, title).toContain(`<guid isPermaLink="false">${id}</guid>`);
  expect(await (await fetch(`${url}/blog`)).text()).toContain(`href="/blog/${slug}"`);
}

/** An edit of another article, and that it is what one sees. */
async function edit(editor: Editor, url: string, article: Article, title: string) {
  await editor.call("PUT", `/api/articles/${article.id}`, { title });
  const status = await editor.live();
  expect(status).toMatchObject({ state: "live", error: null });
  expect(status.failures).toEqual([]);
  expect(await (await fetch(`${url}/blog/${article.slug}`)).text()).toContain(`>${title}</h1>`);
}

const described = async (url: string) => (await (await fetch(`${url}/api/openapi.json`)).json()) as Description;

const next = random(seed);
const mixtures = Array.from({ length: 12 }, () => mixture(next));
const batches = Object.entries({
  "in every script": scripts,
  "of every shape": shapes,
  "named like members of objects": names,
  [`of any letters (seed ${seed})`]: mixtures,
});

// First, while there is little to render again: settings belong to every page.
for (const [which, words] of batches) {
  const word = words[next(words.length)] as string;
  test(`settings take a text ${which} in any field or refuse it, and the next edit is live`, async ({
    product,
    editor,
  }) => {
    const { url } = product;
    const ordinary = await editor.call<Article>("POST", "/api/articles", { title: "Ordinary", status: "published" });
    const answer = await write(editor, "PUT", "/settings", filled(await described(url), "PUT", "/settings", word));
    expect(answer.status, word).toBe(200);
    const { site_title } = (await answer.json()) as { site_title: string };
    await edit(editor, url, ordinary, "Edited after the settings");
    for (const path of ["/", "/videos", "/adhva-vibes-psi", "/about-us"]) {
      const page = await fetch(url + path);
      expect(page.status, path).toBe(200);
      expect(await page.text(), path).toContain(escapeHtml(site_title));
    }
  });
}

for (const [which, words] of batches) {
  test(`texts ${which}: each article has its page, picture and place in the feed`, async ({ product, editor }) => {
    const { url } = product;
    const description = await described(url);
    const ordinary = await editor.call<Article>("POST", "/api/articles", { title: "Ordinary", status: "published" });
    const made: Article[] = [];
    for (const word of words) {
      const body = { ...filled(description, "POST", "/articles", word), slug: "", status: "published" };
      const answer = await write(editor, "POST", "/articles", body);
      expect(answer.status, word).toBe(201);
      made.push((await answer.json()) as Article);
    }
    expect(new Set(made.map((article) => article.slug)).size).toBe(words.length);
    await edit(editor, url, ordinary, "Edited after the others");
    const feed = await (await fetch(`${url}/blog/feed.xml`)).text();
    for (const article of made) await whole(url, feed, article);
  });

  test(`texts ${which}: any field takes them or refuses them, and the next edit is live`, async ({
    product,
    editor,
  }) => {
    const { url } = product;
    const description = await described(url);
    const ordinary = await editor.call<Article>("POST", "/api/articles", { title: "Ordinary", status: "published" });
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: "Video", category: "Polity", file: file("two-minutes.webm") }))
      form.set(name, value);
    const video = await editor.send<{ id: string }>("/api/videos", form);
    for (const word of words) {
      for (const [method, path, fixed] of writes) {
        const answer = await write(editor, method, path, { ...filled(description, method, path, word), ...fixed });
        // A text of a page is refused where its name is no word, or taken.
        const fits = path === "/admin/page-content" ? [201, 409, 422] : [201, 409];
        expect(fits, `${path} ${word}: ${answer.status}`).toContain(answer.status);
      }
      await editor.call("PUT", `/api/videos/${video.id}`, {
        title: word,
        description: word,
        category: cut(word, { "x-characters": 120 }),
      });
    }
    await edit(editor, url, ordinary, "Edited after every field");
  });
}

test("such texts work in a browser, and Urdu is read from right to left", async ({ product, editor, visitor }) => {
  const title = "مقابلہ جاتی امتحانات کی تیاری";
  await editor.call("POST", "/api/articles", { title, status: "published" });
  await editor.live();
  const page = await visitor.page();
  for (const address of ["/", "/videos", "/contact-us", "/blog"]) {
    await page.goto(product.url + address, { waitUntil: "networkidle" });
    await page.getByRole("heading").first().waitFor();
  }
  await page.getByRole("link", { name: title, exact: true }).click();
  const heading = page.getByRole("heading", { level: 1, name: title });
  await heading.waitFor();
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
  expect(await page.getByRole("article").getAttribute("lang")).toBe("ur");
});
