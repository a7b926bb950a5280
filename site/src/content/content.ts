import { hash } from "node:crypto";
import type { ArticleSummary, EditorPage, PageContentItem, Parts, Point, SiteConfig, Snapshot } from "./types";

/** Articles on one page of the blog, and the grain at which changes of the list's order are tracked. */
export const PAGE_SIZE = 24;

/** Sets of articles that no insertion moves. */
export const BUCKETS = 256;
const bucketOf = (slug: string) => hash("sha256", slug, "buffer")[0] as number;

/**
 * Some content that pages can depend on:
 * "settings", "sections", … (a section of the snapshot), "page_content:home" (the texts of one page), "page:<id>" (an
 * editors' page), "paths" (the paths of all of these), "article:<slug>", "id:<id>" (the article with that id),
 * "list:<n>" (positions n×24 to n×24+23 of the newest-first list), "older:<slug>" (slug and title of the article after
 * that one in the list), "bucket:<n>" (the articles whose slug's hash begins with the byte n), "count", "slugs",
 * "focus:<address>" (what stays visible of that picture where it is cut).
 */
export type Key = string;

const sections = [
  "settings",
  "sections",
  "social_links",
  "programs",
  "features",
  "differentiators",
  "videos",
  "pages",
  "menus",
  "redirects",
  "moved_articles",
] as const;
const byPage = (items: PageContentItem[]) => {
  const pages = new Map<string, PageContentItem[]>();
  for (const item of items) {
    const page = pages.get(item.page);
    if (page) page.push(item);
    else pages.set(item.page, [item]);
  }
  return pages;
};

const sameJSON = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

const sameLink = (a: ArticleSummary | undefined, b: ArticleSummary | undefined) =>
  a?.slug === b?.slug && a?.title === b?.title;

/** Newest first: by publish_date, else created_at, both descending; equal times by id, descending. */
export function compareArticles(a: ArticleSummary, b: ArticleSummary): number {
  const ta = Date.parse(a.publish_date ?? a.created_at);
  const tb = Date.parse(b.publish_date ?? b.created_at);
  if (ta !== tb) return tb - ta;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** Articles by a key, on top of those of a base: those that are not its own are read there, as they are by then. */
class Index {
  private readonly own = new Map<string, ArticleSummary | undefined>();

  constructor(private readonly base?: Index) {}

  get(key: string): ArticleSummary | undefined {
    return this.own.has(key) ? this.own.get(key) : this.base?.get(key);
  }

  set(key: string, article: ArticleSummary): void {
    this.own.set(key, article);
  }

  delete(key: string): void {
    if (this.base) this.own.set(key, undefined);
    else this.own.delete(key);
  }
}

/**
 * The public content in memory, brought up to date by differences. It has no bodies of articles. Applying a difference
 * costs what it changes, however many articles there are; only references move inside one array when the order changes.
 */
export class Content {
  fingerprint: string;
  parts!: Parts;
  /** Newest first. */
  list: ArticleSummary[];
  readonly bySlug: Index;
  readonly byId: Index;
  private readonly buckets: Map<string, ArticleSummary>[];
  private texts: Map<string, PageContentItem[]>;
  /** The pages that editors made, by their ids. */
  pages: Map<string, EditorPage>;
  private focuses: Map<string, Point>;

  /**
   * Made of a whole snapshot, or of a difference to the `base`. That does not change the base, from which it goes on
   * reading: it is of use until the next difference is applied to the base.
   */
  constructor(
    readonly config: SiteConfig,
    snapshot: Snapshot,
    private readonly base?: Content,
  ) {
    this.fingerprint = base?.fingerprint ?? "";
    if (base) this.parts = base.parts;
    this.list = base?.list.slice() ?? [];
    this.bySlug = new Index(base?.bySlug);
    this.byId = new Index(base?.byId);
    this.buckets = base?.buckets.slice() ?? Array.from({ length: BUCKETS }, () => new Map());
    this.texts = base?.texts ?? new Map();
    this.pages = base?.pages ?? new Map();
    this.focuses = base?.focuses ?? new Map();
    this.apply(snapshot);
  }

  pageContent(page: string): PageContentItem[] {
    return this.texts.get(page) ?? [];
  }

  /** The point of a picture that an editor has chosen to stay visible. */
  focus(address: string): Point | null {
    return this.focuses.get(address) ?? null;
  }

  /** The article after this one in the newest-first list. */
  older(article: ArticleSummary): ArticleSummary | undefined {
    return this.list[this.position(article) + 1];
  }

  /** The articles whose slug's hash begins with the byte n, in no order. */
  bucket(n: number): Iterable<ArticleSummary> {
    return this.buckets[n]?.values() ?? [];
  }

  /**
   * Applies a whole snapshot or a difference, and returns the keys that changed. Throws when the difference does not
   * start from this content.
   */
  apply(next: Snapshot): Set<Key> {
    if (next.base !== null && next.base !== this.fingerprint) {
      throw new Error(`the difference starts from ${next.base}, not from ${this.fingerprint}`);
    }
    const changed = new Set<Key>();
    this.applyParts(next, changed);
    const removed = next.base === null ? this.missingFrom(next.articles) : next.removed;
    this.applyArticles(next.articles, removed, changed);
    this.fingerprint = next.fingerprint;
    return changed;
  }

  private applyParts(next: Snapshot, changed: Set<Key>) {
    // A difference has former slugs only when they have changed.
    const { moved_articles = next.base === null ? [] : this.parts.moved_articles } = next;
    const stated = { ...next, moved_articles };
    for (const name of sections) if (!sameJSON(this.parts?.[name], stated[name])) changed.add(name);
    const texts = byPage(next.page_content);
    for (const page of new Set([...this.texts.keys(), ...texts.keys()])) {
      if (!sameJSON(this.texts.get(page), texts.get(page))) changed.add(`page_content:${page}`);
    }
    this.texts = texts;
    // It has pages and focuses only when one of them has changed.
    if (next.pages || next.base === null) this.applyPages(next.pages ?? [], changed);
    if (next.media_focus || next.base === null) this.applyFocuses(next.media_focus ?? {}, changed);
    const { fingerprint: _f, revision: _r, base: _b, articles: _a, removed: _d, ...parts } = stated;
    this.parts = parts;
  }

  private applyPages(next: EditorPage[], changed: Set<Key>) {
    const pages = new Map(next.map((page) => [page.id, page]));
    for (const id of new Set([...this.pages.keys(), ...pages.keys()])) {
      const [old, now] = [this.pages.get(id), pages.get(id)];
      if (!sameJSON(old, now)) changed.add(`page:${id}`);
      if (old?.path !== now?.path) changed.add("paths");
    }
    this.pages = pages;
  }

  private applyFocuses(next: Readonly<Record<string, Point>>, changed: Set<Key>) {
    const focuses = new Map(Object.entries(next));
    for (const address of new Set([...this.focuses.keys(), ...focuses.keys()])) {
      if (!sameJSON(this.focuses.get(address), focuses.get(address))) changed.add(`focus:${address}`);
    }
    this.focuses = focuses;
  }

  private missingFrom(articles: ArticleSummary[]): string[] {
    const present = new Set(articles.map((a) => a.id));
    return this.list.map(({ id }) => id).filter((id) => !present.has(id));
  }

  private applyArticles(upserts: ArticleSummary[], removed: string[], changed: Set<Key>) {
    // Many changes at once (the first load, a bulk import): sorting everything is cheaper than many insertions.
    if (upserts.length + removed.length > 200) return this.rebuildArticles(upserts, removed, changed);
    for (const id of removed) {
      const old = this.byId.get(id);
      if (old) this.remove(old, changed);
    }
    for (const next of upserts) {
      const old = this.byId.get(next.id);
      if (old && old.hash === next.hash) continue;
      if (old && compareArticles(old, next) === 0) this.replace(old, next, changed);
      else {
        if (old) this.remove(old, changed);
        this.insert(next, changed);
      }
    }
  }

  private rebuildArticles(upserts: ArticleSummary[], removed: string[], changed: Set<Key>) {
    const before = this.list;
    const added: ArticleSummary[] = [];
    for (const id of removed) {
      const old = this.byId.get(id);
      if (old) this.forget(old, changed);
    }
    for (const next of upserts) {
      const old = this.byId.get(next.id);
      if (old?.hash === next.hash) continue;
      if (old) this.forget(old, changed);
      this.remember(next, changed);
      added.push(next);
    }
    const kept = before.filter((article) => this.byId.get(article.id) === article);
    this.list = [...kept, ...added].sort(compareArticles);
    const pages = Math.ceil(Math.max(before.length, this.list.length) / PAGE_SIZE);
    for (let n = 0; n < pages; n++) {
      for (let i = n * PAGE_SIZE; i < (n + 1) * PAGE_SIZE; i++) {
        if (before[i] !== this.list[i]) {
          changed.add(`list:${n}`);
          break;
        }
      }
    }
    if (before.length !== this.list.length) changed.add("count");
    const older = new Map(before.map((article, i) => [article.slug, before[i + 1]]));
    for (const [i, { slug }] of this.list.entries()) {
      if (!sameLink(older.get(slug), this.list[i + 1])) changed.add(`older:${slug}`);
    }
  }

  private remember(article: ArticleSummary, changed: Set<Key>) {
    if (!this.bySlug.get(article.slug)) changed.add("slugs");
    this.byId.set(article.id, article);
    this.bySlug.set(article.slug, article);
    const bucket = bucketOf(article.slug);
    this.ownBucket(bucket).set(article.slug, article);
    changed.add(`article:${article.slug}`).add(`id:${article.id}`).add(`bucket:${bucket}`);
  }

  private forget(article: ArticleSummary, changed: Set<Key>) {
    this.byId.delete(article.id);
    const bucket = bucketOf(article.slug);
    if (this.bySlug.get(article.slug) === article) {
      this.bySlug.delete(article.slug);
      this.ownBucket(bucket).delete(article.slug);
    }
    changed.add("slugs").add(`article:${article.slug}`).add(`id:${article.id}`).add(`bucket:${bucket}`);
    // Else the planner would keep this key of a removed article for ever.
    changed.add(`older:${article.slug}`);
  }

  /** The bucket as it may be changed: the base's stays as it is. */
  private ownBucket(n: number): Map<string, ArticleSummary> {
    let bucket = this.buckets[n] as Map<string, ArticleSummary>;
    if (this.base) this.buckets[n] = bucket = new Map(bucket);
    return bucket;
  }

  private replace(old: ArticleSummary, next: ArticleSummary, changed: Set<Key>) {
    const at = this.position(old);
    this.list[at] = next;
    changed.add(`list:${Math.floor(at / PAGE_SIZE)}`);
    if (old.slug !== next.slug) this.forget(old, changed);
    this.remember(next, changed);
    if (!sameLink(old, next)) this.olderChanged(at, changed);
  }

  private insert(article: ArticleSummary, changed: Set<Key>) {
    const at = this.position(article);
    this.list.splice(at, 0, article);
    this.remember(article, changed);
    this.shifted(at, changed);
  }

  private remove(article: ArticleSummary, changed: Set<Key>) {
    const at = this.position(article);
    this.list.splice(at, 1);
    this.forget(article, changed);
    this.shifted(at, changed);
  }

  /** Another article, or another title or address, stands at position `at`. */
  private olderChanged(at: number, changed: Set<Key>) {
    const newer = this.list[at - 1];
    if (newer) changed.add(`older:${newer.slug}`);
  }

  /** Everything from position `at` on has moved by one. */
  private shifted(at: number, changed: Set<Key>) {
    changed.add("count");
    this.olderChanged(at, changed);
    for (let n = Math.floor(at / PAGE_SIZE); n <= Math.floor(this.list.length / PAGE_SIZE); n++)
      changed.add(`list:${n}`);
  }

  /** The position of the article, or the one where it would be inserted. */
  private position(article: ArticleSummary): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareArticles(this.list[middle] as ArticleSummary, article) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
