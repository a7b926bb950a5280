/** The public content as GET /api/snapshot gives it. Field names are the API's. */

import type { MenuEntry } from "@/model/define";

export interface Settings {
  site_title: string;
  site_description: string;
  contact_phone: string;
  contact_email: string;
  contact_whatsapp: string;
  contact_address: string;
  enrollment_form_url: string;
  community_url: string;
  sample_test_url: string;
  current_affairs_url: string;
  current_affairs_redirect: boolean;
  blog_show_coming_soon: boolean;
  videos_show_coming_soon: boolean;
  adhva_vibes_psi_hidden: boolean;
  hero_background_type: string;
  hero_video_url: string;
  hero_video_poster: string;
  hero_video_autoplay: boolean;
  hero_video_muted: boolean;
  hero_video_loop: boolean;
  /** Address of the picture that stands in the place of the site's own mark. */
  logo?: string;
  /** Colours as #rrggbb in the place of the site's own, one for each theme. */
  accent_light?: string;
  accent_dark?: string;
}

export interface Section {
  id: string;
  name: string;
  type: string;
  /** The type of the block that shows it, where that is another one than its own. */
  block?: string;
  is_visible: boolean;
  display_order: number;
}

export interface PageContentItem {
  id: string;
  page: string;
  section: string;
  type: string;
  key: string;
  content: string;
  /** A blank content is meant, and no reason to show the default. */
  empty?: boolean;
  order_index: number;
}

export interface SocialLink {
  id: string;
  platform: string;
  icon: string;
  url: string;
  color: string;
  order_index: number;
  active: boolean;
  visible: boolean;
}

export interface ListItem {
  id: string;
  title: string;
  description: string;
  icon: string;
  link: string;
  order_index: number;
}

export interface Program extends ListItem {
  details: string;
  features: string[];
  is_upcoming: boolean;
}

export interface Video {
  id: string;
  title: string;
  description: string;
  category: string;
  /** Seconds; absent or 0 when unknown. */
  duration?: number;
  /** Root-relative address of the file. */
  file: string;
  created_at: string;
}

/** What a link to an article says. */
export interface ArticleLink {
  slug: string;
  title: string;
}

/** An article without its body. */
export interface ArticleSummary {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  banner_image: string;
  author: string;
  author_id: string;
  category: string;
  tags: string[];
  publish_date: string | null;
  created_at: string;
  updated_at: string;
  status: string;
  /** sha256 of the whole public article, body included. Stands for the body wherever inputs are compared. */
  hash: string;
}

export interface Article extends ArticleSummary {
  /** Sanitised HTML. */
  content: string;
}

/** A block of a page that editors made. */
export interface PageBlock {
  id: string;
  type: string;
  /** By which addresses within the page lead to it. */
  anchor?: string;
  /** As they are stored, by the keys of the block's fields. */
  values: Record<string, unknown>;
}

/** A page that editors made, with the blocks that are shown. */
export interface EditorPage {
  id: string;
  /** With a leading slash. */
  path: string;
  title: string;
  description: string;
  /** Address of the picture that other sites show beside a link; "" for one that is drawn. */
  image: string;
  blocks: PageBlock[];
  updated_at: string;
}

/** Where a page was, and where its reader finds it now. */
export interface Redirect {
  from: string;
  to: string;
}

/** What the small collections of a snapshot hold. */
export interface Parts {
  settings: Settings;
  sections: Section[];
  page_content: PageContentItem[];
  social_links: SocialLink[];
  programs: Program[];
  features: ListItem[];
  differentiators: ListItem[];
  videos: Video[];
  /** An API of an earlier version does not send these. */
  pages?: EditorPage[];
  /** By place. */
  menus?: Record<string, MenuEntry[]>;
  redirects?: Redirect[];
}

/** A snapshot, whole (base null) or as the difference to the snapshot named by `base`. */
export interface Snapshot<A extends ArticleSummary = ArticleSummary> extends Parts {
  fingerprint: string;
  revision: number;
  base: string | null;
  /** Newest first. In a difference only those that were added or changed. */
  articles: A[];
  /** Ids that are no longer public. Empty in a whole snapshot. */
  removed: string[];
}

/** What does not come from the CMS but from how the site is run. */
export interface SiteConfig {
  /** Origin of the public site, without a trailing slash: canonical addresses start with it. */
  siteUrl: string;
  /** Where browsers reach the API: "/api" on the same origin, or an absolute address without a trailing slash. */
  apiUrl: string;
  /** IANA zone in which dates are shown. */
  timezone: string;
}
