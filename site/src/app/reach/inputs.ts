import { PAGE_SIZE } from "@/content/content";
import type { Reader } from "@/content/reader";
import site from "@/model/site";
import { pageTexts } from "@/model/values";
import { previewName } from "@/preview/address";
import blog from "../blog/model";
import { metaOf, pagePaths } from "../pages";

/** The least number of articles of one file of the sitemap; it has up to twice as many. */
const ARTICLES_PER_SITEMAP = 250;
const MOST_SITEMAPS = 256;

/**
 * Returns how many files of the sitemap list articles: a power of two, so that it seldom changes. The file of an
 * article depends on its slug alone, so that an edit, a new article and a deletion change one file.
 */
export function sitemapCount(articles: number): number {
  let count = 1;
  while (count < MOST_SITEMAPS && count * ARTICLES_PER_SITEMAP * 2 < articles) count *= 2;
  return count;
}

const articleSitemaps = (reader: Reader) => {
  const count = sitemapCount(reader.articleCount());
  return Array.from({ length: count }, (_, i) => `articles-${i + 1}-of-${count}.xml`);
};

/** Names of all files of the sitemap. */
export const sitemaps = (reader: Reader) => ["pages.xml", ...articleSitemaps(reader)];

export interface SitemapEntry {
  path: string;
  /** Only where it is known when the page last changed. */
  lastmod?: string;
}

/** The newest articles for the feed; none while the blog is not open. */
export function feedInputs(reader: Reader) {
  const { site_title, blog_show_coming_soon } = reader.settings();
  return {
    siteUrl: reader.config().siteUrl,
    site_title,
    ...pageTexts(blog, reader).feed,
    articles: blog_show_coming_soon ? [] : reader.articles(0, PAGE_SIZE),
  };
}

export function previewInputs(reader: Reader, name: string) {
  const { site_title } = reader.settings();
  const [, made] = /^page(\..+)\.png$/.exec(name) ?? [];
  if (made) return { site_title, title: reader.pageAt(made.replaceAll(".", "/"))?.title ?? site_title, label: "" };
  const path = pagePaths.find((candidate) => previewName(candidate) === name);
  // The academy's name stands above every title; the home page says what it is instead.
  if (!path) return { site_title, title: pageTexts(site, reader)[""].preview, label: "" };
  const { title, label } = metaOf(reader, path);
  return { site_title, title, label };
}

export function articlePreviewInputs(reader: Reader, name: string) {
  const { site_title } = reader.settings();
  const article = reader.article(name.replace(/\.png$/, ""));
  return { site_title, title: article?.title ?? site_title, label: article?.category ?? "" };
}
