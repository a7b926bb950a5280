import { isAddress } from "@academy/shared/url";
import { homeBlocks, pageBlocks } from "@/blocks/fill";
import { type CardArticle, card } from "@/content/card";
import { PAGE_SIZE } from "@/content/content";
import type { Reader } from "@/content/reader";
import type { ArticleSummary, EditorPage } from "@/content/types";
import type { Page, TextsOf } from "@/model/define";
import { contact, prose } from "@/model/inputs";
import layout from "@/model/layout";
import { menus } from "@/model/menus";
import site from "@/model/site";
import { pageTexts } from "@/model/values";
import { previewName, previewNameOfEditors } from "@/preview/address";
import article from "./blog/[slug]/model";
import blog from "./blog/model";
import notFound from "./not-found.model";
import { declared, metaOf, pagePaths } from "./pages";
import type { pages } from "./pages.gen";
import { articlePreviewInputs, feedInputs, previewInputs, type SitemapEntry, sitemaps } from "./reach/inputs";
import resources from "./resources/model";
import { type Topic, topics } from "./resources/topics";

/**
 * One route of the site.
 * `inputs` is a pure function: what it returns (plain JSON) is all that the page may depend on, so that equal
 * inputs mean equal bytes. A summary named `article`, or in a list named `articles`, gets its `content` added when the
 * page is rendered; its `hash` stands for the body until then.
 */
export interface Route<I extends object = object> {
  /** Parameter values of every instance; left out for a route without parameters. */
  params?: (reader: Reader) => string[];
  inputs: (reader: Reader, param: string) => I;
  /**
   * When changed instances go live: at once (0), with a later release (1: files that nobody opens first), or with the
   * last one (2: files that no page shows). The first release of a site does not wait for those.
   */
  wave?: 0 | 1 | 2;
  /** True for a file without the layout around it: what the layout shows does not belong to its inputs. */
  bare?: boolean;
}

const route = <I extends object>(definition: Route<I>) => definition;

/**
 * The site's identity: what every page's own metadata and facts may use. It belongs to the inputs of every page, so
 * keep it small: a change of it renders the whole site again.
 */
export function identity(reader: Reader) {
  const { site_title, site_description } = reader.settings();
  const { "": words, dates } = pageTexts(site, reader);
  const feed_title = pageTexts(blog, reader).feed.title;
  return { config: reader.config(), site_title, site_description, home: words.home, feed_title, dates };
}

/**
 * The inputs of the layout around every page. A page itself sees only the identity. So when anything else changes here,
 * no page is rendered: all pages change alike (see publisher/patcher.ts). A page that shows some of it has it in its
 * own inputs. The texts of the page for missing addresses belong to the layout, because Next puts them into every page.
 */
export function chrome(reader: Reader) {
  const { community_url, logo, accent_light, accent_dark } = reader.settings();
  const menu = (place: keyof typeof menus) => reader.menu(place, menus[place].default);
  return {
    ...identity(reader),
    ...contact(reader),
    ...prose(reader),
    community_url,
    logo: logo && isAddress(logo) ? logo : "",
    accent: { light: colour(accent_light), dark: colour(accent_dark) },
    social_links: reader.socialLinks(),
    menus: { top: menu("top"), main: menu("main"), footer: menu("footer") },
    words: pageTexts(layout, reader),
    not_found: { texts: pageTexts(notFound, reader), article: pageTexts(article, reader) },
  };
}

const colour = (text = "") => (/^#[0-9a-f]{6}$/i.test(text) ? text : "");

/** Number of pages of the blog list; at least one. */
const blogPages = (reader: Reader) => Math.max(1, Math.ceil(reader.articleCount() / PAGE_SIZE));

function blogPage(reader: Reader, page: number) {
  return {
    texts: pageTexts(blog, reader),
    coming_soon: reader.settings().blog_show_coming_soon,
    page,
    pages: blogPages(reader),
    articles: reader.articles((page - 1) * PAGE_SIZE, PAGE_SIZE).map((article) => bannerCard(reader, article)),
  };
}

/** The card of an article, with the point of its banner that stays visible as the API has it: none for the middle. */
function bannerCard(reader: Reader, article: ArticleSummary): CardArticle {
  const focus = reader.focus(article.banner_image);
  return { ...card(article), ...(focus && { focus }) };
}

type Declared = Exclude<
  Extract<(typeof pages)[number], { route: string }>,
  { route: `${string}{${string}}${string}` | "/404" }
>;
type InputsOfModel<M> = (M extends Page<infer _, infer I> ? I : never) & { texts: TextsOf<M> };

/** The pages that a model beside page.tsx declares completely: their texts and other inputs. */
const modelled: Record<string, Route> = {};
for (const [path, model] of declared) {
  modelled[path] = { inputs: (reader) => ({ texts: pageTexts(model, reader), ...model.inputs?.(reader) }) };
}

/**
 * The routes of the site, by their patterns. A page that is not listed here is not built. A change of all pages renders
 * them in this order, the home page first.
 */
export const routes = {
  "/": route({
    inputs: (reader) => ({
      sections: reader.sections().map(({ type, is_visible, display_order }) => ({ type, is_visible, display_order })),
      blocks: homeBlocks(reader),
      contact: contact(reader),
      social_links: reader.socialLinks(),
    }),
  }),
  ...(modelled as { [D in Declared as D["route"]]: Route<InputsOfModel<D["model"]>> }),
  "/blog": route({ inputs: (reader) => blogPage(reader, 1) }),
  "/blog/page/[page]": route({
    wave: 1,
    params: (reader) => Array.from({ length: blogPages(reader) - 1 }, (_, i) => String(i + 2)),
    inputs: (reader, page) => blogPage(reader, Number(page)),
  }),
  "/blog/[slug]": route({
    params: (reader) => reader.slugs(),
    inputs: (reader, slug) => {
      const found = reader.article(slug);
      return {
        texts: pageTexts(article, reader),
        blog: metaOf(reader, "/blog").title,
        article: found,
        focus: found && reader.focus(found.banner_image),
        next: reader.next(slug),
        ...prose(reader),
      };
    },
  }),
  "/resources/[topic]": route({
    params: () => [...topics],
    inputs: (reader, slug) => {
      const texts = pageTexts(resources, reader);
      return { resources: texts.meta.title, page: texts.topic, topic: texts[slug as Topic] };
    },
  }),
  "/[...path]": route({
    params: (reader) =>
      reader
        .pagePaths()
        .filter((path) => !isTaken(path))
        .map((path) => path.slice(1)),
    inputs: (reader, param) => {
      const page = reader.pageAt(`/${param}`);
      if (!page) return { page: null, blocks: [] };
      const { path, title, description, image } = page;
      return { page: { path, title, description, image }, blocks: pageBlocks(reader, page) };
    },
  }),
  "/_not-found": route({ inputs: () => ({}) }),
  "/robots.txt": route({ bare: true, inputs: (reader) => ({ siteUrl: reader.config().siteUrl }) }),
  "/site.webmanifest": route({
    bare: true,
    inputs: (reader) => {
      const { site_title, site_description } = reader.settings();
      return { site_title, site_description };
    },
  }),
  "/sitemap.xml": route({
    bare: true,
    inputs: (reader) => ({ siteUrl: reader.config().siteUrl, files: sitemaps(reader) }),
  }),
  "/sitemaps/[file]": route({ bare: true, wave: 1, params: sitemaps, inputs: sitemapInputs }),
  "/_redirects": route({ bare: true, inputs: (reader) => ({ redirects: reader.redirects() }) }),
  "/blog/feed.xml": route({ bare: true, inputs: feedInputs }),
  "/preview/[page]": route({ bare: true, wave: 2, params: previewNames, inputs: previewInputs }),
  "/preview/blog/[article]": route({
    bare: true,
    wave: 2,
    params: (reader) => reader.slugs().map((slug) => `${slug}.png`),
    inputs: articlePreviewInputs,
  }),
};

export type Pattern = keyof typeof routes;
export type Identity = ReturnType<typeof identity>;
export type Chrome = ReturnType<typeof chrome>;

/** The parameter of a pattern such as "/blog/[slug]" or "/[...path]", which has several segments; null without one. */
export function paramOf(pattern: string): { name: string; segments: boolean } | null {
  const [, dots, name] = /\[(\.\.\.)?([^\]]+)\]/.exec(pattern) ?? [];
  return name ? { name, segments: dots !== undefined } : null;
}

/** The address of one instance of a route. */
export function pathOf(pattern: string, param: string): string {
  return pattern.replace(/\[[^\]]+\]/, param);
}

/** Matches the addresses of a route's instances. */
export function addressesOf(pattern: string): RegExp {
  const segments = pattern.split("/").map((segment) => {
    if (segment.startsWith("[...")) return "[a-z0-9-]+(?:/[a-z0-9-]+)*";
    return segment.startsWith("[") ? "[^/]+" : segment.replaceAll(".", "\\.");
  });
  return new RegExp(`^${segments.join("/")}$`);
}

/**
 * Whether the site has a route of its own at this path, or at the path of a file of a page here: it takes precedence
 * over a page that editors made.
 */
export function isTaken(path: string): boolean {
  if (path === "/index" || path === "/404") return true;
  const own = Object.keys(routes).filter((pattern) => !paramOf(pattern)?.segments);
  return own.some((pattern) => addressesOf(pattern).test(path) || addressesOf(pattern).test(`${path}.txt`));
}

/** The entries of one file of the sitemap. */
function sitemapInputs(reader: Reader, name: string): { siteUrl: string; entries: SitemapEntry[] } {
  const { siteUrl } = reader.config();
  const [, part, count] = /^articles-(\d+)-of-(\d+)\.xml$/.exec(name) ?? [];
  if (!part || !count) return { siteUrl, entries: pageEntries(reader) };
  const articles = reader.articlesInPart(Number(part) - 1, Number(count));
  return {
    siteUrl,
    entries: articles.map(({ slug, updated_at }) => ({ path: `/blog/${slug}`, lastmod: updated_at })),
  };
}

/** The pages that editors made, except those at a path that the site itself has. */
const editorsPages = (reader: Reader): EditorPage[] => reader.pages().filter(({ path }) => !isTaken(path));

function pageEntries(reader: Reader): SitemapEntry[] {
  const { current_affairs_redirect, adhva_vibes_psi_hidden } = reader.settings();
  const elsewhere = new Set<string>();
  // These redirect to another site, or have no content yet.
  if (current_affairs_redirect) elsewhere.add("/current-affairs");
  if (adhva_vibes_psi_hidden) elsewhere.add("/adhva-vibes-psi");
  const listed = ["/", ...pagePaths].filter((path) => !elsewhere.has(path));
  const later = Math.max(0, Math.ceil(reader.articleCount() / PAGE_SIZE) - 1);
  const own = [...listed, ...Array.from({ length: later }, (_, i) => `/blog/page/${i + 2}`)];
  const made = editorsPages(reader).map(({ path, updated_at }) => ({ path, lastmod: updated_at }));
  return [...own.map((path) => ({ path })), ...made];
}

/** The preview pictures of all pages that have no picture of their own. */
function previewNames(reader: Reader): string[] {
  const made = editorsPages(reader).flatMap(({ path, image }) => (image ? [] : previewNameOfEditors(path)));
  return [...["/", ...pagePaths].map(previewName), ...made];
}
