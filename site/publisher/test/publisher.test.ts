import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Manifest, Releases } from "../releases";
import { shardOf } from "../shard";
import { Academy } from "./harness";

let published: Academy;
let academy: Academy;

beforeAll(async () => {
  published = await Academy.published(5);
});
afterAll(() => published.close());

beforeEach(async () => {
  academy = await published.copy();
  await academy.publish();
});
afterEach(() => academy.close());

const text = async (file: string) => (await academy.tree()).get(file)?.toString();

test("the first release holds every page and reaches the content's fingerprint", async () => {
  const manifest = await academy.manifest();
  expect(manifest).toMatchObject({
    fingerprint: academy.cms.whole().fingerprint,
    partial: false,
    mode: "warm",
  });
  const files = [...(await academy.tree()).keys()];
  for (const file of ["/index.html", "/404.html", "/blog.html", "/blog/article-3.html"]) {
    expect(files).toContain(file);
  }
  expect(files.some((file) => file.startsWith("/_next/static/"))).toBe(true);
  expect(published.cms.reports.at(-1)).toMatchObject({ state: "live", release: manifest?.release, error: "" });
});

test("an edit renders its own pages and asks only for the difference", async () => {
  const before = await academy.manifest();
  academy.cms.write({ slug: "article-2", title: "A better title" });
  await academy.publish();
  const [last, first] = await academy.releasesSince(before?.release ?? null);
  expect(first?.changed_routes).toContain("/blog/article-2");
  // It is the next read of the newer one, which names it.
  expect(first?.changed_routes).toContain("/blog/article-3");
  expect(first?.changed_routes).not.toContain("/blog/article-1");
  // The page does not wait for its picture.
  expect(last?.changed_routes).toEqual(["/preview/blog/article-2.png"]);
  expect(await text("/blog/article-2.html")).toContain("A better title");
  expect(await text("/blog.html")).toContain("A better title");
  expect(academy.cms.differences).toBeGreaterThan(0);
});

test("nothing is released when nothing changed", async () => {
  const before = await academy.manifest();
  await academy.publish();
  expect((await academy.manifest())?.release).toBe(before?.release);
});

test("content that no page shows still moves the fingerprint", async () => {
  academy.cms.parts.settings = { ...academy.cms.parts.settings, hero_video_poster: "" };
  academy.cms.parts.features = [{ id: "1", title: "x", description: "", icon: "", link: "", order_index: 1 }];
  await academy.publish();
  expect((await academy.manifest())?.fingerprint).toBe(academy.cms.whole().fingerprint);
});

test("a deleted article leaves the release, page and picture", async () => {
  academy.cms.articles.delete("article-4");
  await academy.publish();
  expect([...(await academy.tree()).keys()].filter((file) => file.includes("article-4"))).toEqual([]);
  // The page and its preview.
  expect(await academy.manifest()).toMatchObject({ build: { removed_count: 2 }, partial: false });
});

test("what is asked while a build runs becomes one next build", async () => {
  const releases = async () => (await readdir(path.join(academy.store, "manifests"))).length;
  const before = await releases();
  for (let i = 0; i < 20; i++) {
    academy.cms.write({ slug: "article-1", title: `Version ${i}` });
    academy.publisher.publish();
  }
  await academy.publisher.idle();
  expect(await text("/blog/article-1.html")).toContain("Version 19");
  expect((await releases()) - before).toBeLessThanOrEqual(2);
});

test("a warm renderer that cannot start gives way to a full build, which says so", async () => {
  await academy.publisher.stop();
  const broken = path.join(academy.store, "broken-worker.mjs");
  await writeFile(broken, "process.exit(3);\n");
  await academy.start({ worker: broken });
  academy.cms.write({ slug: "article-5", title: "By the long way" });
  await academy.publish();
  expect(await text("/blog/article-5.html")).toContain("By the long way");
  expect(await academy.manifest()).toMatchObject({ mode: "full", fingerprint: academy.cms.whole().fingerprint });
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", mode: "full" });
  expect(academy.log.join("\n")).toContain("the warm renderer failed");
});

test("a full build leaves out pages that throw, and what was withdrawn does not wait for it", async () => {
  await academy.publisher.stop();
  await academy.start({ mode: "full" });
  const { cms } = academy;
  // So many that the feed, which has no parameter, is without the one that throws.
  for (let i = 6; i <= 30; i++) cms.write({ slug: `article-${i}` });
  cms.write({ slug: "article-4", tags: null as never });
  cms.write({ slug: "article-5", title: "By the long way" });
  const blocks = [{ id: "1", type: "text", anchor: "", values: null as never }];
  const page = { title: "Broken", description: "", image: "", updated_at: "2027-01-01T00:00:00Z" };
  cms.parts.pages = [{ ...page, id: "1", path: "/of-an/editor", blocks }];
  cms.articles.delete("article-3");
  // As the first part of it, before anything is built.
  const gone = cms.next((report) => report.release !== "").then(() => text("/blog/article-3.html"));
  await academy.publish();
  expect(await gone).toBeUndefined();
  expect(await text("/blog/article-5.html")).toContain("By the long way");
  expect(await text("/blog/article-4.html")).toContain("Article 000004");
  expect(await academy.manifest()).toMatchObject({
    mode: "full",
    fingerprint: cms.whole().fingerprint,
    partial: false,
  });
  expect((await academy.manifest())?.failures).toEqual([
    expect.objectContaining({ path: "/blog/article-4", reason: expect.stringContaining("null") }),
    expect.objectContaining({ path: "/of-an/editor", reason: expect.stringContaining("null") }),
  ]);
});

test("a new process takes up where the last one ended", async () => {
  await academy.publisher.stop();
  academy.cms.write({ slug: "article-1", title: "While nobody listened" });
  await academy.start();
  await academy.publish();
  expect(await text("/blog/article-1.html")).toContain("While nobody listened");
  expect((await academy.manifest())?.changed_count).toBeLessThan(5);
});

test("a current release that cannot be read: everything is made anew", async () => {
  await academy.publisher.stop();
  const { shards } = (await academy.manifest()) as Manifest;
  await writeFile(path.join(academy.store, "blobs", shards[shardOf("/blog")] as string), "");
  await academy.start();
  await academy.publish();
  expect(await academy.manifest()).toMatchObject({ fingerprint: academy.cms.whole().fingerprint });
  expect(await text("/blog.html")).toContain("Article 000001");
});

/** The blob of one file of the current release. */
async function blobOf(route: string, file: string): Promise<string> {
  const { shards } = (await academy.manifest()) as Manifest;
  const shard = JSON.parse(await readFile(path.join(academy.store, "blobs", shards[shardOf(file)] as string), "utf8"));
  return path.join(academy.store, "blobs", shard.routes[route].files[file].blob);
}

test("files that a power cut took are rendered again", async () => {
  const blob = await blobOf("/blog/article-2", "/blog/article-2.html");
  const before = await readFile(blob, "utf8");
  await academy.publisher.stop();
  await writeFile(blob, "");
  await writeFile(path.join(academy.store, "BOOT"), "another run of the system\n");
  await academy.start();
  await academy.publish();
  expect(await readFile(blob, "utf8")).toBe(before);
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", routes: ["/blog/article-2"] });
});

test("a forced publish mends a release whose files are damaged", async () => {
  const blob = await blobOf("/blog/article-3", "/blog/article-3.html");
  await writeFile(blob, "half");
  await academy.publish();
  expect(await readFile(blob, "utf8")).toBe("half");
  await academy.publish({ force: true });
  expect(await readFile(blob, "utf8")).toContain("Article 000003");
});

test("a forced publish that fails before it has looked is made up for by the next one", async () => {
  const blob = await blobOf("/blog/article-3", "/blog/article-3.html");
  await writeFile(blob, "half");
  vi.spyOn(Releases.prototype, "open").mockRejectedValueOnce(new Error("ENOSPC: no space left on device"));
  await academy.publish({ force: true });
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "failed" });
  await academy.publish();
  expect(await readFile(blob, "utf8")).toContain("Article 000003");
});

test("what a check has found is mended, by a forced publish and by the next start, and nothing else is read", async () => {
  const blob = await blobOf("/blog/article-3", "/blog/article-3.html");
  const other = await blobOf("/blog/article-2", "/blog/article-2.html");
  const content = await readFile(blob);
  const spoil = async (file: string) => {
    // As long as before: only its hash tells.
    await writeFile(file, Buffer.from(await readFile(file)).fill("x", 100, 200));
  };
  const variant = await readFile(`${blob}.br`);
  const steps = [
    () => academy.publish({ force: true }),
    async () => {
      await academy.publisher.stop();
      await academy.start();
      await academy.publish();
    },
  ];
  for (const step of steps) {
    await spoil(blob);
    await spoil(`${blob}.br`);
    await spoil(other);
    await writeFile(path.join(academy.store, "DAMAGED"), `${path.basename(blob)}\n${path.basename(blob)}.br\nx.json\n`);
    await step();
    expect(await readFile(blob)).toEqual(content);
    expect(await readFile(`${blob}.br`)).toEqual(variant);
    expect(await readdir(academy.store)).not.toContain("DAMAGED");
    expect((await readFile(other)).includes("xxxx")).toBe(true);
  }
  await writeFile(path.join(academy.store, "DAMAGED"), `${path.basename(other)}\n`);
  await academy.publish({ force: true });
  await academy.tree();
});

test("half a release is never current", async () => {
  const before = (await academy.manifest())?.release;
  // As a process leaves it that was killed before the pointer moved.
  await writeFile(path.join(academy.store, "manifests", "20990101T000000000Z-00000000.json"), "{");
  await academy.publisher.stop();
  await academy.start();
  expect((await academy.manifest())?.release).toBe(before);
  expect(await readFile(path.join(academy.store, "CURRENT"), "utf8")).toBe(`${before}\n`);
});

test("an article whose text the CMS withholds is not published empty, and holds up no other", async () => {
  academy.cms.write({ slug: "article-1", title: "With a text" });
  academy.cms.write({ slug: "article-2", title: "Beside it" });
  academy.cms.withheld = "article-1";
  await academy.publish();
  expect(await text("/blog/article-1.html")).toContain("Article 000001");
  expect(await text("/blog/article-2.html")).toContain("Beside it");
  expect((await academy.manifest())?.failures?.find(({ path }) => path === "/blog/article-1")?.reason).toContain(
    "did not give the text of the article “article-1”",
  );
  academy.cms.withheld = "";
  await academy.publish({ force: true });
  expect(await text("/blog/article-1.html")).toContain("With a text");
  expect((await academy.manifest())?.failures).toBeUndefined();
});

test("the CMS away for a moment: the build fails with a sentence and the next one succeeds", async () => {
  const { cms } = academy;
  await cms.close();
  await academy.publish();
  expect(academy.log.join("\n")).toContain("the CMS did not give its content");
});
