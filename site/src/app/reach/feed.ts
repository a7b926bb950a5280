import type { Article } from "@/content/types";
import { cdata, escapeXml } from "./xml";

export interface Feed {
  siteUrl: string;
  site_title: string;
  title: string;
  description: string;
  /** Newest first, whole. */
  articles: Article[];
}

/** Article HTML for readers elsewhere: every address of this site written out. The server quotes attributes with ". */
export const absolute = (html: string, siteUrl: string) =>
  html.replace(/(\s(?:src|href)=")\/(?!\/)/g, (_, start: string) => `${start}${siteUrl}/`);

/** Footnotes as readers elsewhere can read them: in parentheses where they are referred to. */
export function withNotes(html: string): string {
  const notes: boolean[] = [];
  return html.replace(/<span\b[^>]*>|<\/span>/g, (tag) => {
    if (tag === "</span>") return notes.pop() ? ")</small>" : tag;
    const note = tag.startsWith('<span class="footnote"');
    notes.push(note);
    return note ? " <small>(" : tag;
  });
}

const date = (iso: string) => new Date(iso).toUTCString();

/** RSS 2.0 of the blog's newest articles with their full text, for those who read where the site is not open. */
export function feed({ siteUrl, site_title, title, description, articles }: Feed): string {
  const changed = articles.map((article) => article.updated_at).sort((a, b) => Date.parse(b) - Date.parse(a))[0];
  const channel = [
    `<title>${escapeXml(`${title} · ${site_title}`)}</title>`,
    `<link>${escapeXml(`${siteUrl}/blog`)}</link>`,
    `<description>${escapeXml(description)}</description>`,
    "<language>en-in</language>",
    ...(changed ? [`<lastBuildDate>${date(changed)}</lastBuildDate>`] : []),
    `<atom:link href="${escapeXml(`${siteUrl}/blog/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...articles.map((article) => item(article, siteUrl)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${channel.join("\n")}
</channel>
</rss>
`;
}

function item(article: Article, siteUrl: string): string {
  const address = escapeXml(`${siteUrl}/blog/${encodeURI(article.slug)}`);
  const parts = [
    `<title>${escapeXml(article.title)}</title>`,
    `<link>${address}</link>`,
    // Stays the same when a new title gives the article a new address.
    `<guid isPermaLink="false">${escapeXml(article.id)}</guid>`,
    `<pubDate>${date(article.publish_date ?? article.created_at)}</pubDate>`,
    `<dc:creator>${escapeXml(article.author)}</dc:creator>`,
    ...[article.category, ...article.tags].filter(Boolean).map((name) => `<category>${escapeXml(name)}</category>`),
    ...(article.excerpt ? [`<description>${escapeXml(article.excerpt)}</description>`] : []),
    `<content:encoded>${cdata(absolute(withNotes(article.content), siteUrl))}</content:encoded>`,
  ];
  return `<item>\n${parts.join("\n")}\n</item>`;
}
