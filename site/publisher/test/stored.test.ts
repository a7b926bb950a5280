import { afterAll, beforeAll, expect, test } from "vitest";
import { names, scripts, shapes } from "../../../infra/e2e/src/words";
import { seedParts } from "./changes";
import { Academy } from "./harness";

// What a database may hold, from before today's rules or put there by hand, is rendered, less what cannot be.

const refused = ["https://x:99999/a.png", "https://256.256.256.256/", "//x:99999/", "https://a<b/", "http://["];
const odd = [...refused, "%", "\u00ad", "__proto__", "constructor", "toString", "then", "toJSON"];
const texts = [...new Set([...odd, ...scripts, ...shapes, ...names])];

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#x27"};`);

let academy: Academy;
let tree: Map<string, Buffer>;
const page = (file: string) => tree.get(file)?.toString() ?? "";

beforeAll(async () => {
  academy = await Academy.open();
  const { cms } = academy;
  seedParts(cms);
  const { parts } = cms;
  for (const [i, text] of texts.entries()) {
    const own = { id: `stored-${i}`, title: text, description: text, icon: text, link: text, order_index: i };
    const item = (page: string, section: string, type: string) =>
      parts.page_content.push({ id: text, page, section, type, key: type, content: text, order_index: i });
    const title = text.trim() && !/^[%\u00ad]$/.test(text) ? text : `Article ${i}`;
    cms.write({
      slug: `article-${i}`,
      title,
      banner_image: odd.includes(text) ? text : "",
      category: text,
      tags: [text],
      author: text,
    });
    parts.programs.push({ ...own, details: text, features: [text], is_upcoming: false });
    parts.features.push(own);
    parts.differentiators.push(own);
    parts.social_links.push({ ...own, platform: text, url: text, color: text, active: true, visible: true });
    parts.videos.push({ ...own, category: text, duration: 1, file: text, created_at: "2025-01-01T00:00:00Z" });
    parts.sections.push({ id: own.id, name: text, type: text, is_visible: true, display_order: i });
    for (const [page, section] of [
      [text, text],
      ["home", text],
      ["home", "hero"],
      ["about", ""],
    ] as const)
      item(page, section, text);
  }
  const [address = ""] = refused;
  for (const [name, value] of Object.entries(parts.settings))
    if (typeof value === "string") Object.assign(parts.settings, { [name]: address });
  Object.assign(parts.settings, { current_affairs_redirect: true, hero_background_type: "video" });
  await academy.publish();
  tree = academy.tree;
});
afterAll(() => academy.close());

test("every page and every picture is there", async () => {
  expect(academy.cms.reports.filter((report) => report.state === "failed")).toEqual([]);
  expect(academy.manifest).toMatchObject({ fingerprint: academy.cms.whole().fingerprint, partial: false });
  for (const i of texts.keys()) {
    expect(page(`/blog/article-${i}.html`)).toContain("<h1");
    expect(tree.get(`/preview/blog/article-${i}.png`)?.toString("latin1", 1, 4)).toBe("PNG");
  }
  for (const text of texts) expect(page("/index.html")).toContain(`${escapeHtml(text)}</h3>`);
});

test("an article whose banner is no address is shown without it", () => {
  for (const i of refused.keys()) expect(page(`/blog/article-${i}.html`)).not.toContain("<img");
});

test("an article in Urdu says so, and is read from right to left", () => {
  const urdu = page(`/blog/article-${texts.findIndex((text) => text.startsWith("مقابلہ"))}.html`);
  expect(urdu).toMatch(/<article lang="ur"/);
  expect(urdu).toMatch(/<h1[^>]* dir="auto"[^>]*>مقابلہ/);
});
