import type { Schemas } from "@academy/shared/api/client";
import { type CardArticle, card } from "./card";
import { BUCKETS, type Content, type Key, PAGE_SIZE } from "./content";
import type { ArticleLink, ArticleSummary, EditorPage, Point, Redirect, Section, SiteConfig, Stored } from "./types";

/** An entry of a menu as it is shown: a link, or a group of them. */
export interface ShownEntry {
  label: string;
  /** "" for a group. */
  href: string;
  children?: ShownEntry[];
}

/**
 * The one door to the content: the inputs of routes read all content here. A reader records the keys that it was asked
 * for, so that after a change only the routes that have read a changed key are computed again.
 */
export class Reader {
  /** The keys read so far. */
  readonly keys = new Set<Key>();

  constructor(private readonly content: Content) {}

  config(): SiteConfig {
    return this.content.config;
  }

  settings(): Schemas["Settings"] {
    this.keys.add("settings");
    return this.content.parts.settings;
  }

  /** In display order. */
  sections(): Section[] {
    this.keys.add("sections");
    return this.content.parts.sections;
  }

  /** Only active ones, in order. */
  socialLinks(): Schemas["SocialLink"][] {
    this.keys.add("social_links");
    return this.content.parts.social_links;
  }

  programs(): Schemas["Program"][] {
    this.keys.add("programs");
    return this.content.parts.programs;
  }

  features(): Schemas["ListItem"][] {
    this.keys.add("features");
    return this.content.parts.features;
  }

  differentiators(): Schemas["ListItem"][] {
    this.keys.add("differentiators");
    return this.content.parts.differentiators;
  }

  videos(): Schemas["Video"][] {
    this.keys.add("videos");
    return this.content.parts.videos;
  }

  /** The stored texts of a page: section → key → text. The section of a page without sections is "". */
  pageContent(page: string): Readonly<Record<string, Readonly<Record<string, Stored>>>> {
    this.keys.add(`page_content:${page}`);
    // Sections and types have whatever names people gave them: "constructor" is one like any other.
    const sections: Record<string, Record<string, Stored>> = Object.create(null);
    for (const { section, type, content, empty } of this.content.pageContent(page)) {
      sections[section] ??= Object.create(null) as Record<string, Stored>;
      (sections[section] as Record<string, Stored>)[type] = { content, empty };
    }
    return sections;
  }

  /** The path of a link as it is stored: "article:{id}" and "page:{id}" become "" when they are not public. */
  address(link: string): string {
    const [, kind, id = ""] = /^(article|page):(.+)$/.exec(link) ?? [];
    if (!kind) return link;
    if (kind === "page") return this.pageById(id)?.path ?? "";
    const article = this.articleById(id);
    return article ? `/blog/${article.slug}` : "";
  }

  /**
   * The entries of a menu; `otherwise` while nothing is stored. No group is empty, and each entry has an address that
   * is public.
   */
  menu(place: string, otherwise: Schemas["MenuEntry"][]): ShownEntry[] {
    this.keys.add("menus");
    const shown = (entries: Schemas["MenuEntry"][]): ShownEntry[] =>
      entries
        .filter((entry) => !entry.hidden && entry.label)
        .map(({ label, href, children }) =>
          children?.length ? { label, href: "", children: shown(children) } : { label, href: this.address(href ?? "") },
        )
        .filter((entry) => entry.href || entry.children?.length);
    return shown(this.content.parts.menus?.[place] ?? otherwise);
  }

  /** The pages that editors made, by their paths. */
  pages(): EditorPage[] {
    this.keys.add("pages");
    return [...this.content.pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The paths of the pages that editors made. */
  pagePaths(): string[] {
    this.keys.add("paths");
    return [...this.content.pages.values()].map((page) => page.path);
  }

  /** The page that editors made at this path. */
  pageAt(path: string): EditorPage | null {
    this.keys.add("paths");
    const found = [...this.content.pages.values()].find((page) => page.path === path);
    return (found && this.pageById(found.id)) ?? null;
  }

  private pageById(id: string): EditorPage | undefined {
    this.keys.add(`page:${id}`);
    return this.content.pages.get(id);
  }

  /** The point of a picture that stays visible where it is cut; null for the middle. */
  focus(address: string): Point | null {
    if (!address) return null;
    this.keys.add(`focus:${address}`);
    return this.content.focus(address);
  }

  /** The redirects of editors, and those of moved pages and articles from their former paths. */
  redirects(): Redirect[] {
    this.keys.add("redirects");
    this.keys.add("moved_articles");
    const { redirects = [], moved_articles = [] } = this.content.parts;
    const path = (from: string) => (from.startsWith("/") ? from : `/blog/${from}`);
    return [...redirects, ...moved_articles.map(({ from, to }) => ({ from: path(from), to: `/blog/${to}` }))];
  }

  /** The card of an article; null when it is not public. */
  card(id: string): CardArticle | null {
    const article = this.articleById(id);
    return article ? card(article) : null;
  }

  private articleById(id: string): ArticleSummary | undefined {
    this.keys.add(`id:${id}`);
    return this.content.byId.get(id);
  }

  article(slug: string): ArticleSummary | null {
    this.keys.add(`article:${slug}`);
    return this.content.bySlug.get(slug) ?? null;
  }

  /** The article to read after another: the next older one; after the oldest, the newest. Null if there is no other. */
  next(slug: string): ArticleLink | null {
    this.keys.add(`older:${slug}`);
    const article = this.content.bySlug.get(slug);
    const next = article && (this.content.older(article) ?? this.articles(0, 1)[0]);
    return next && next !== article ? { slug: next.slug, title: next.title } : null;
  }

  /** Slugs of all public articles, newest first. */
  slugs(): string[] {
    this.keys.add("slugs");
    return this.content.list.map((a) => a.slug);
  }

  /** The articles in one of `count` equal parts of all slugs, by slug. `count` is a power of two up to 256. */
  articlesInPart(part: number, count: number): ArticleSummary[] {
    const size = BUCKETS / count;
    const articles: ArticleSummary[] = [];
    for (let n = part * size; n < (part + 1) * size; n++) {
      this.keys.add(`bucket:${n}`);
      articles.push(...this.content.bucket(n));
    }
    return articles.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  }

  articleCount(): number {
    this.keys.add("count");
    return this.content.list.length;
  }

  /** `count` articles of the newest-first list from position `start` on; fewer at its end. */
  articles(start: number, count: number): ArticleSummary[] {
    for (let n = Math.floor(start / PAGE_SIZE); n * PAGE_SIZE < start + count; n++) this.keys.add(`list:${n}`);
    return this.content.list.slice(start, start + count);
  }
}
