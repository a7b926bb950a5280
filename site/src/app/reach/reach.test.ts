import { expect, test } from "vitest";
import type { Article } from "@/content/types";
import { absolute, feed, withNotes } from "./feed";
import { sitemapCount } from "./inputs";
import { sitemap, sitemapIndex } from "./sitemap-xml";

const written: Article = {
  id: "1",
  slug: "a",
  title: "Tests & “marks” <soon>",
  excerpt: "",
  banner_image: "",
  author: "Asha",
  author_id: "7",
  category: "Planning",
  tags: ["notes"],
  publish_date: "2025-10-02T04:00:00Z",
  created_at: "2025-09-02T04:00:00Z",
  updated_at: "2025-10-05T04:00:00Z",
  status: "published",
  hash: "x",
  content: '<p>a ]]> b <a href="/blog/b">b</a> <img src="/media/x.webp"><a href="//elsewhere.example">c</a>\u0007</p>',
};
const channel = {
  siteUrl: "https://academy.example",
  site_title: "Adhva Academy",
  title: "Super Insight",
  description: "Long reads & notes",
};

test("addresses in the feed are whole, those of other sites stay", () => {
  expect(absolute(written.content, channel.siteUrl)).toContain(
    '<a href="https://academy.example/blog/b">b</a> <img src="https://academy.example/media/x.webp"><a href="//elsewhere.example">',
  );
});

test("the feed has footnotes in parentheses, and formulas as their sources", () => {
  const note = (inner: string) => `<span class="footnote" role="note">${inner}</span>`;
  const formula = '<span class="formula" data-formula="a &gt; b">a &gt; b</span>';
  const content = `<p>Rain${note(`IMD <span class="ql-color-red">2019</span> ${formula}`)}, ${formula}</p>`;
  expect(withNotes(content)).toBe(
    `<p>Rain <small>(IMD <span class="ql-color-red">2019</span> ${formula})</small>, ${formula}</p>`,
  );
  expect(feed({ ...channel, articles: [{ ...written, content }] })).toContain("Rain <small>(IMD ");
});

test("an item of the feed: title escaped, text whole, dates as RSS has them", () => {
  const xml = feed({ ...channel, articles: [written, { ...written, id: "2", updated_at: "2025-11-01T00:00:00Z" }] });
  expect(xml).toContain("<title>Super Insight · Adhva Academy</title>");
  expect(xml).toContain("<description>Long reads &amp; notes</description>");
  expect(xml).toContain("<title>Tests &amp; “marks” &lt;soon&gt;</title>");
  expect(xml).toContain("<pubDate>Thu, 02 Oct 2025 04:00:00 GMT</pubDate>");
  expect(xml).toContain("<lastBuildDate>Sat, 01 Nov 2025 00:00:00 GMT</lastBuildDate>");
  expect(xml).toContain('<atom:link href="https://academy.example/blog/feed.xml" rel="self"');
  expect(xml).toContain("a ]]]]><![CDATA[> b");
  expect(xml).not.toContain("\u0007");
  expect(xml.match(/<item>/g)).toHaveLength(2);
});

test("an empty feed has no date", () => expect(feed({ ...channel, articles: [] })).not.toContain("lastBuildDate"));

test("the sitemap gives whole addresses, and dates only where they are known", () => {
  const xml = sitemap(channel.siteUrl, [{ path: "/" }, { path: "/blog/a&b", lastmod: "2025-10-05T04:00:00Z" }]);
  expect(xml).toContain("<url><loc>https://academy.example</loc></url>");
  expect(xml).toContain(
    "<url><loc>https://academy.example/blog/a&amp;b</loc><lastmod>2025-10-05T04:00:00Z</lastmod></url>",
  );
  expect(sitemapIndex(channel.siteUrl, ["pages.xml"])).toContain(
    "<loc>https://academy.example/sitemaps/pages.xml</loc>",
  );
});

test("files of the sitemap stay small and change their number seldom", () => {
  expect([0, 10, 500, 501, 5_000, 10_000, 1_000_000].map(sitemapCount)).toEqual([1, 1, 1, 2, 16, 32, 256]);
});
