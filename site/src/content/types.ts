import type { Schemas } from "@academy/shared/api/client";

type Hashed = Pick<Schemas["SnapshotArticle"], "hash">;

/** An article without its body. Its hash, of the whole public article, stands for the body wherever inputs are compared. */
export type ArticleSummary = Schemas["ArticleSummary"] & Hashed;
export type Article = Schemas["Article"] & Hashed;

/** What a link to an article says. */
export type ArticleLink = Pick<Article, "slug" | "title">;

/** What an API of an earlier version does not send is optional. */
type Younger<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

export type Section = Younger<Schemas["Section"], "block">;
export type PageContentItem = Younger<Schemas["PageContentItem"], "empty">;

/** A page that editors made, with the blocks that are shown. */
export type EditorPage = Pick<
  Schemas["Page"],
  "id" | "path" | "title" | "description" | "image" | "blocks" | "updated_at"
>;

type Stated = Younger<
  Omit<Schemas["Snapshot"], "articles" | "sections" | "page_content" | "pages">,
  "menus" | "redirects"
>;

/** The public content, whole (base null) or as the difference to the snapshot named by `base`. */
export interface Snapshot<A extends ArticleSummary = ArticleSummary> extends Stated {
  /** Newest first. In a difference only those that were added or changed. */
  articles: A[];
  sections: Section[];
  page_content: PageContentItem[];
  pages?: EditorPage[];
}

/** What the small collections of a snapshot hold. */
export type Parts = Omit<Snapshot, "fingerprint" | "revision" | "base" | "articles" | "removed">;

/** One text of a page: `empty` says that a blank one is meant. */
export type Stored = Pick<PageContentItem, "content" | "empty">;

/** What does not come from the CMS but from how the site is run. */
export interface SiteConfig {
  /** Origin of the public site, without a trailing slash: canonical addresses start with it. */
  siteUrl: string;
  /** Where browsers reach the API: "/api" on the same origin, or an absolute address without a trailing slash. */
  apiUrl: string;
  /** IANA zone in which dates are shown. */
  timezone: string;
}
