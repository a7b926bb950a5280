import type { SitemapEntry } from "./inputs";
import { escapeXml } from "./xml";

export const XML = { headers: { "content-type": "application/xml; charset=utf-8" } };

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The list of the sitemap's files. It gives no dates: it would have to change with every article. */
export function sitemapIndex(siteUrl: string, files: string[]): string {
  const rows = files.map((file) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemaps/${file}`)}</loc></sitemap>\n`);
  return `${HEAD}<sitemapindex ${SPACE}>\n${rows.join("")}</sitemapindex>\n`;
}

/** One file of the sitemap. */
export function sitemap(siteUrl: string, entries: SitemapEntry[]): string {
  const rows = entries.map(({ path, lastmod }) => {
    const address = path === "/" ? siteUrl : siteUrl + encodeURI(path);
    return `<url><loc>${escapeXml(address)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ""}</url>\n`;
  });
  return `${HEAD}<urlset ${SPACE}>\n${rows.join("")}</urlset>\n`;
}
