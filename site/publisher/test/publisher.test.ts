import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Academy } from "./harness";

let academy: Academy;

beforeEach(async () => {
  academy = await Academy.published(5);
});
afterEach(() => academy.close());

const text = (file: string) => academy.text(file);

test("the first release holds every page and reaches the content's fingerprint", async () => {
  const manifest = academy.manifest;
  expect(manifest).toMatchObject({
    fingerprint: academy.cms.whole().fingerprint,
    partial: false,
  });
  const files = [...academy.tree.keys()];
  for (const file of ["/index.html", "/404.html", "/blog.html", "/blog/article-3.html"]) {
    expect(files).toContain(file);
  }
  expect(files.some((file) => file.startsWith("/_next/static/"))).toBe(true);
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", release: manifest?.release, error: "" });
});

test("an edit renders its own pages and asks only for the difference", async () => {
  const before = academy.manifest;
  academy.cms.write({ slug: "article-2", title: "A better title" });
  await academy.publish();
  const [last, first] = academy.releasesSince(before?.release ?? null);
  expect(first?.changed_routes).toContain("/blog/article-2");
  // It is the next read of the newer one, which names it.
  expect(first?.changed_routes).toContain("/blog/article-3");
  expect(first?.changed_routes).not.toContain("/blog/article-1");
  // The page does not wait for its picture.
  expect(last?.changed_routes).toEqual(["/preview/blog/article-2.png"]);
  expect(text("/blog/article-2.html")).toContain("A better title");
  expect(text("/blog.html")).toContain("A better title");
  expect(academy.cms.differences).toBeGreaterThan(0);
});

test("nothing is released when nothing changed", async () => {
  const before = academy.manifest;
  await academy.publish();
  expect(academy.manifest?.release).toBe(before?.release);
});

test("content that no page shows still moves the fingerprint", async () => {
  academy.cms.parts.settings = { ...academy.cms.parts.settings, hero_video_poster: "" };
  academy.cms.parts.features = [{ id: "1", title: "x", description: "", icon: "", link: "", order_index: 1 }];
  await academy.publish();
  expect(academy.manifest?.fingerprint).toBe(academy.cms.whole().fingerprint);
});

test("a deleted article leaves the release, page and picture", async () => {
  academy.cms.articles.delete("article-4");
  await academy.publish();
  expect([...academy.tree.keys()].filter((file) => file.includes("article-4"))).toEqual([]);
  // The page and its preview.
  expect(academy.manifest).toMatchObject({ build: { removed_count: 2 }, partial: false });
});

test("all webhooks during a build lead to one next build", async () => {
  const before = academy.cms.releases.count;
  for (let i = 0; i < 20; i++) {
    academy.cms.write({ slug: "article-1", title: `Version ${i}` });
    academy.publisher.publish();
  }
  await academy.publisher.idle();
  expect(text("/blog/article-1.html")).toContain("Version 19");
  expect(academy.cms.releases.count - before).toBeLessThanOrEqual(2);
});

test("a renderer that cannot start fails the build with a sentence, and withdrawn pages are removed all the same", async () => {
  await academy.publisher.stop();
  const broken = path.join(academy.folder, "broken-worker.mjs");
  await writeFile(broken, "process.exit(3);\n");
  await academy.start({ worker: broken });
  const { cms } = academy;
  cms.write({ slug: "article-5", title: "Later" });
  cms.articles.delete("article-3");
  await academy.publish();
  expect(cms.reports.at(-1)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("the render process could not start (exit code 3)"),
  });
  expect(text("/blog/article-3.html")).toBeUndefined();
  expect(text("/blog/article-5.html")).not.toContain("Later");

  await academy.publisher.stop();
  await academy.start();
  await academy.publish();
  expect(text("/blog/article-5.html")).toContain("Later");
  expect(academy.manifest).toMatchObject({ fingerprint: cms.whole().fingerprint, partial: false });
});

test("after a restart, only what changed meanwhile is rendered", async () => {
  await academy.publisher.stop();
  academy.cms.write({ slug: "article-1", title: "While nobody listened" });
  await academy.start();
  await academy.publish();
  expect(text("/blog/article-1.html")).toContain("While nobody listened");
  expect(academy.manifest?.changed_count).toBeLessThan(5);
});

/** The sha256 of the file of a route. */
const hashOf = (route: string) => Object.values(academy.routes.get(route)?.files ?? {})[0] as string;

test("an edit makes each call once, and asks for permission before anything is rendered", async () => {
  const { cms } = academy;
  cms.calls.length = 0;
  cms.write({ slug: "article-2", content: "<p>Another text</p>" });
  await academy.publish();
  const files = [...academy.routes.keys()].filter((route) => academy.manifest?.changed_routes.includes(route));
  expect(files).toContain("/blog/article-2");
  expect(cms.calls.slice(0, 3)).toEqual([
    "GET /api/snapshot",
    "POST /api/publish/report",
    "GET /api/snapshot/articles",
  ]);
  expect(cms.calls.slice(3, -1).sort()).toEqual(files.map((route) => `PUT /api/publish/files/${hashOf(route)}`).sort());
  expect(cms.calls.at(-1)).toBe("POST /api/publish/releases");
});

test("if the live release cannot be read, the whole site is rendered", async () => {
  await academy.publisher.stop();
  academy.cms.releases.current = null;
  await academy.start();
  await academy.publish();
  expect(academy.releasesSince(null).at(-1)?.parent).toBeNull();
  expect(academy.manifest).toMatchObject({ fingerprint: academy.cms.whole().fingerprint, partial: false });
  expect(text("/blog.html")).toContain("Article 000001");
});

test("a damaged file is rendered again by a new process, and nothing else is", async () => {
  academy.cms.releases.damaged.add(hashOf("/blog/article-2"));
  await academy.publisher.stop();
  await academy.start();
  await academy.publish();
  expect(academy.cms.releases.damaged.size).toBe(0);
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", routes: ["/blog/article-2"] });
});

test("a file that the CMS finds damaged while the publisher runs is rendered again with the next webhook", async () => {
  academy.cms.releases.damaged.add(hashOf("/blog/article-4"));
  await academy.publish();
  expect(academy.cms.releases.damaged.size).toBe(0);
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", routes: ["/blog/article-4"] });
});

test("a forced publish verifies every file and renders damaged ones again, even if the CMS is away at first", async () => {
  const { cms } = academy;
  cms.releases.unnoticed.add(hashOf("/blog/article-3"));
  await academy.publish();
  expect(cms.releases.unnoticed.size).toBe(1);
  await cms.close();
  await academy.publish({ force: true });
  expect(academy.log.join("\n")).toContain("the CMS did not say what is live");
  await cms.listen(Number(new URL(cms.url).port));
  await academy.publish();
  expect(cms.releases.unnoticed.size + cms.releases.damaged.size).toBe(0);
  expect(cms.reports.at(-1)).toMatchObject({ state: "live", routes: ["/blog/article-3"] });
});

test("static files that are lost are handed over again", async () => {
  const { releases } = academy.cms;
  const [file, hash] = Object.entries(releases.current?.assets ?? {})[0] as [string, string];
  releases.files.delete(hash);
  releases.damaged.add(hash);
  await academy.publish({ force: true });
  expect(academy.tree.get(file)).toBeDefined();
  expect(releases.damaged.size).toBe(0);
});

test("a file that the CMS has lost before its release is rendered again", async () => {
  const { cms } = academy;
  let lost = false;
  cms.beforeRelease = ({ routes }) => {
    const [file] = Object.values(routes["/blog/article-1"]?.files ?? {});
    if (lost || !file) return;
    lost = cms.releases.files.delete(file);
  };
  cms.write({ slug: "article-1", title: "Handed over twice" });
  await academy.publish();
  expect(lost).toBe(true);
  expect(text("/blog/article-1.html")).toContain("Handed over twice");
  expect(cms.reports.filter(({ state }) => state === "failed")).toEqual([]);
});

test("a release without an answer is not made twice", async () => {
  const { cms } = academy;
  const before = cms.releases.count;
  cms.silent = 1;
  cms.write({ slug: "article-1", content: "<p>Once</p>" });
  await academy.publish();
  expect(text("/blog/article-1.html")).toContain("Once");
  expect(cms.releases.count - before).toBe(1);
  expect(academy.manifest).toMatchObject({ partial: false, fingerprint: cms.whole().fingerprint });
  expect(cms.reports.filter(({ state }) => state === "failed")).toEqual([]);
});

test("an article whose text the CMS withholds is not published empty, and holds up no other", async () => {
  academy.cms.write({ slug: "article-1", title: "With a text" });
  academy.cms.write({ slug: "article-2", title: "Beside it" });
  academy.cms.withheld = "article-1";
  await academy.publish();
  expect(text("/blog/article-1.html")).toContain("Article 000001");
  expect(text("/blog/article-2.html")).toContain("Beside it");
  expect(academy.manifest?.failures?.find(({ path }) => path === "/blog/article-1")?.reason).toContain(
    "did not give the text of the article “article-1”",
  );
  academy.cms.withheld = "";
  await academy.publish({ force: true });
  expect(text("/blog/article-1.html")).toContain("With a text");
  expect(academy.manifest?.failures).toBeUndefined();
});

test("while the CMS is away the build fails with a sentence", async () => {
  const { cms } = academy;
  await cms.close();
  await academy.publish();
  expect(academy.log.join("\n")).toContain("the CMS did not give its content");
});
