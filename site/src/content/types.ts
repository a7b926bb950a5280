import type { Schemas } from "@academy/shared/api/client";

type Hashed = Pick<Schemas["SnapshotArticle"], "hash">;

/** An article without its body. Its hash, of the whole public article, stands for the body wherever inputs are compared. */
export type ArticleSummary = Schemas["ArticleSummary"] & Hashed;
export type Article = Schemas["Article"] & Hashed;

/** A link to an article. */
export type ArticleLink = Pick<Article, "slug" | "title">;

/** T with the members optional that an API of an earlier version does not send. */
type Younger<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

export type Section = Younger<Schemas["Section"], "block">;
export type PageContentItem = Younger<Schemas["PageContentItem"], "empty">;

/** A page that editors made, with the blocks that are shown. */
export type EditorPage = Pick<
  Schemas["Page"],
  "id" | "path" | "title" | "description" | "image" | "blocks" | "updated_at"
>;

/** A redirect: `status` is 301 where there is none, and `to` is "" where it is 410. */
export type Redirect = Schemas["RedirectLine"];

type Stated = Younger<
  Omit<Schemas["Snapshot"], "articles" | "sections" | "page_content" | "pages">,
  "menus" | "redirects" | "media_focus"
>;

/** A point of a picture, in per cent from the top left. */
export interface Point {
  x: number;
  y: number;
}

/** The public content, whole (base null) or as the difference to the snapshot named by `base`. */
export interface Snapshot<A extends ArticleSummary = ArticleSummary> extends Stated {
  /** Newest first. In a difference only those that were added or changed. */
  articles: A[];
  sections: Section[];
  page_content: PageContentItem[];
  pages?: EditorPage[];
}

/** The sections of a snapshot, without articles. */
export type Parts = Omit<Snapshot, "fingerprint" | "revision" | "base" | "articles" | "removed">;

/** One text of a page: `empty` says that a blank one is meant. */
export type Stored = Pick<PageContentItem, "content" | "empty">;

/** The configuration of the site, which does not come from the CMS. */
export interface SiteConfig {
  /** Origin of the public site, without a trailing slash: canonical addresses start with it. */
  siteUrl: string;
  /** The address of the API for browsers: "/api", or an absolute address without a trailing slash. */
  apiUrl: string;
  /** IANA zone in which dates are shown. */
  timezone: string;
}
