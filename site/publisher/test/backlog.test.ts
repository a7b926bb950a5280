import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Content } from "@/content/content";
import { siteConfig } from "@/content/source";
import type { Article, Snapshot } from "@/content/types";
import { Backlog } from "../backlog";
import { CMS } from "../cms";
import { Keys } from "../keys";
import { Live } from "../live";
import { Planner } from "../planner";
import { ContractCMS } from "./cms";

const bare = (snapshot: Snapshot<Article>): Snapshot => ({
  ...snapshot,
  articles: snapshot.articles.map(({ content: _, ...article }) => article),
});

/** A released site of `size` articles and what its publisher knows. */
function site(size: number) {
  const cms = new ContractCMS();
  for (let i = 1; i <= size; i++) cms.write({ slug: `article-${i}` });
  const content = new Content(siteConfig({ NODE_ENV: "test" }), bare(cms.whole()));
  const planner = new Planner(content, "v1");
  const live = new Live(new CMS("http://127.0.0.1", new Keys(cms.secret)));
  const backlog = new Backlog(live);
  backlog.compareAll(planner);
  const release = () => {
    for (let batch = backlog.queue.next(500); batch.length; batch = backlog.queue.next(500)) {
      for (const route of batch) backlog.done(route, { hash: planner.hashOf(route), files: {} });
    }
    const made = { release: "r1", unpatched: [] };
    live.replaced(
      {
        parent: live.release,
        fingerprint: content.fingerprint,
        code_version: "v1",
        content_model: "",
        partial: false,
        routes: Object.fromEntries(backlog.changed),
        removed: backlog.removed,
        failures: backlog.failed,
        started_at: "",
        routes_changed: 0,
        routes_removed: 0,
        changed: [],
        origin: "",
        progress: { done: 0, total: 0 },
        patches: backlog.patches,
      },
      made,
    );
    backlog.released(planner, []);
  };
  const pull = () => backlog.note(planner, planner.update(content.apply(bare(cms.whole()))));
  const changeFooter = (address: string) => {
    cms.parts.settings = { ...cms.parts.settings, community_url: address };
    pull();
  };
  return { cms, planner, backlog, live, release, pull, changeFooter };
}

const articlesIn = (routes: string[]) => routes.filter((route) => /^\/blog\/article-/.test(route));

test("a change of every page renders home and lists first, then single pages, the newest articles, and the rest by hash", () => {
  const { backlog, release, changeFooter, planner } = site(600);
  release();
  expect(backlog.empty).toBe(true);
  changeFooter("+91 1");
  const lists = Array.from({ length: 24 }, (_, i) => `/blog/page/${i + 2}`);
  const front = backlog.queue.next(48);
  expect(front).toEqual(["/", "/blog", ...lists]);
  for (const route of front) backlog.done(route, { hash: planner.hashOf(route), files: {} });
  const order = backlog.queue.next(1_000);
  const firstArticle = order.indexOf("/blog/article-600");
  for (const route of ["/about-us", "/videos"]) {
    expect(order.indexOf(route), route).toBeGreaterThanOrEqual(0);
    expect(order.indexOf(route), route).toBeLessThan(firstArticle);
  }
  const articles = articlesIn(order);
  expect(articles).toHaveLength(600);
  expect(articles.slice(0, 3)).toEqual(["/blog/article-600", "/blog/article-599", "/blog/article-598"]);
  const hashes = articles.slice(-120).map((path) => createHash("sha256").update(path).digest("hex"));
  expect(hashes).toEqual([...hashes].sort());
});

test("edits are rendered alone and before the rest of a change of every page, the last edit first", () => {
  const { backlog, release, changeFooter, cms, pull } = site(60);
  release();
  changeFooter("+91 2");
  cms.write({ slug: "article-3", content: "<p>First</p>" });
  pull();
  cms.write({ slug: "article-9", content: "<p>Second</p>" });
  pull();
  expect(articlesIn(backlog.queue.next(1))).toEqual(["/blog/article-9"]);
  const edits = backlog.queue.next(48);
  expect(articlesIn(edits)).toEqual(["/blog/article-9", "/blog/article-3"]);
  expect(edits).not.toContain("/about-us");
});

test("edited pages that failed before, or whose process ended, are rendered alone, after other edits", () => {
  const { backlog, release, cms, pull, planner } = site(60);
  release();
  const write = (content: string) => {
    for (const slug of ["article-3", "article-9", "article-20"]) cms.write({ slug, content });
    pull();
  };
  write("<p>First</p>");
  backlog.fail("/blog/article-3", planner.hashOf("/blog/article-3"), "boom", new Date());
  write("<p>Second</p>");
  backlog.retry("/blog/article-20");
  expect(articlesIn(backlog.queue.next(48))).toEqual(["/blog/article-9"]);
  for (const route of backlog.queue.next(48)) backlog.done(route, { hash: planner.hashOf(route), files: {} });
  expect(backlog.queue.next(48)).toEqual(["/blog/article-3", "/blog/article-20"]);
});

test("home, the whole list and edits are released as soon as they are rendered; other pages wait for more", () => {
  const { backlog, release, changeFooter, cms, pull, planner } = site(60);
  release();
  changeFooter("+91 3");
  const render = (route: string) => {
    backlog.done(route, { hash: planner.hashOf(route), files: {} });
    const { urgent } = backlog;
    backlog.released(planner, []);
    return urgent;
  };
  expect(backlog.urgent).toBe(false);
  expect(render("/")).toBe(true);
  expect(render("/blog")).toBe(true);
  expect(render("/blog/page/2")).toBe(false);
  expect(render("/blog/page/3")).toBe(true);
  expect(render("/about-us")).toBe(false);
  expect(render("/blog/article-60")).toBe(false);
  cms.write({ slug: "article-3", content: "<p>Edited</p>" });
  pull();
  expect(render("/blog/article-3")).toBe(true);
  expect(render("/blog/article-4")).toBe(false);
});

test("pictures are rendered last, also after a change of the site's title", () => {
  const { backlog, release, cms, pull, planner } = site(30);
  release();
  cms.parts.settings = { ...cms.parts.settings, site_title: "Another Academy" };
  pull();
  for (let batch = backlog.queue.next(20); backlog.lacksPages(); batch = backlog.queue.next(20)) {
    expect(batch.filter((route) => route.startsWith("/preview/"))).toEqual([]);
    for (const route of batch) backlog.done(route, { hash: planner.hashOf(route), files: {} });
  }
  expect(backlog.queue.size).toBeGreaterThan(30);
});

test("a rendered route that changes again before its release is not released as it was", () => {
  const { backlog, release, changeFooter, cms, pull, planner } = site(5);
  changeFooter("before");
  release();
  const render = () => {
    while (backlog.queue.size > 0) {
      for (const route of backlog.queue.next(500)) backlog.done(route, { hash: planner.hashOf(route), files: {} });
    }
  };
  changeFooter("after");
  render();
  expect(backlog.changed.has("/about-us")).toBe(true);
  changeFooter("before");
  expect(backlog.empty).toBe(true);

  cms.write({ slug: "article-2", content: "<p>Once</p>" });
  pull();
  render();
  const first = backlog.changed.get("/blog/article-2")?.hash;
  cms.write({ slug: "article-2", content: "<p>Twice</p>" });
  pull();
  expect(backlog.changed.has("/blog/article-2")).toBe(false);
  render();
  expect(backlog.changed.get("/blog/article-2")?.hash).not.toBe(first);
  cms.articles.delete("article-2");
  pull();
  expect(backlog.changed.has("/blog/article-2")).toBe(false);
  expect(backlog.removed).toContain("/blog/article-2");
});

test.each([50, 3_000])("an edit of one article among %i renders as many routes as among few", (size) => {
  const { backlog, release, cms, pull } = site(size);
  release();
  const oldest = "article-1";
  cms.write({ slug: oldest, content: "<p>Another text</p>", title: "Another title" });
  pull();
  const list = `/blog/page/${Math.ceil(size / 24)}`;
  // The one before it names it as its next read.
  const pages = [`/blog/${oldest}`, "/blog/article-2"];
  expect(new Set(backlog.queue.next(1_000))).toEqual(new Set(pages));
  for (const page of pages) backlog.done(page, { hash: "", files: {} });
  expect(backlog.queue.next(1_000)).toEqual([list]);
  backlog.done(list, { hash: "", files: {} });
  expect(backlog.queue.next(1_000)).toEqual([`/preview/blog/${oldest}.png`]);
});

test("a failure whose time the CMS writes differently is no new one", () => {
  const { planner, backlog, live, release } = site(2);
  backlog.fail("/blog/article-1", planner.hashOf("/blog/article-1"), "boom", new Date("2026-01-15T09:30:00.120Z"));
  release();
  live.failures = live.failures.map((failure) => ({ ...failure, since: "2026-01-15T09:30:00.12Z" }));
  backlog.compareAll(planner);
  expect(backlog.failedAnew).toBe(false);
});

test("a failed route is queued only if it is to be tried again", () => {
  const { planner, backlog, release } = site(2);
  const route = "/blog/article-1";
  backlog.fail(route, planner.hashOf(route), "boom", new Date());
  release();
  backlog.compareAll(planner);
  expect(backlog.empty).toBe(true);
  backlog.compareAll(planner, true);
  expect(backlog.queue.next(500)).toEqual([route]);
});

test("the page for missing addresses is also stored where static hosts look for it", () => {
  const { planner, backlog } = site(1);
  const entry = { hash: planner.hashOf("/_not-found"), files: { "/_not-found.html": "sha" } };
  backlog.done("/_not-found", entry);
  expect(backlog.changed.get("/404")).toEqual({ hash: entry.hash, files: { "/404.html": "sha" } });
});
