import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Faults, faulty } from "./faulty";
import { Academy, SITE } from "./harness";

// One page that cannot be rendered holds up no other.

let academy: Academy;

beforeEach(async () => {
  academy = await Academy.published(30);
});
afterEach(() => academy.close());

const text = (file: string) => academy.text(file);
const failing = () => academy.manifest?.failures?.map(({ path }) => path) ?? [];
const edit = (slug: string, title: string) => academy.cms.write({ slug, title });
/** As nobody can write it with the API. (The feed has the newest 24 of them.) */
const breakPage = (slug: string) => academy.cms.write({ slug, tags: null as never });
const mendPage = (slug: string, text: string) => academy.cms.write({ slug, content: `<p>${text}</p>`, tags: [] });

/** Goes on with processes in which these pages fail. */
async function startWith(faults: Faults, retryAfter?: number): Promise<void> {
  await academy.publisher.stop();
  await academy.start({ fork: faulty(faults), ...(retryAfter && { retryAfter }) });
}

/** Goes on with real processes that a page hangs. */
async function startHanging(route: string): Promise<void> {
  const worker = path.join(academy.folder, "worker.mjs");
  const list = path.join(academy.folder, "faults");
  const real = path.join(SITE, ".publisher/worker.mjs");
  const hook = path.join(SITE, "../infra/chaos/pages.mjs");
  await writeFile(
    worker,
    `process.env.PAGES_FILE = ${JSON.stringify(list)};\nawait import(${JSON.stringify(hook)});\n` +
      `process.argv[1] = ${JSON.stringify(real)};\nawait import(${JSON.stringify(real)});\n`,
  );
  await writeFile(list, `hang ${route}\n`);
  await academy.publisher.stop();
  await academy.start({ worker });
}

test("pages that throw are listed as failed; all else of the change goes live, withdrawals included", async () => {
  breakPage("article-3");
  academy.cms.write({ slug: "new-and-broken", publish_date: "2020-01-01T00:00:00Z" });
  breakPage("new-and-broken");
  edit("article-4", "Edited beside it");
  academy.cms.articles.delete("article-6");
  await academy.publish();

  expect(academy.manifest).toMatchObject({
    fingerprint: academy.cms.whole().fingerprint,
    partial: false,
    failed_count: 2,
    failures: [
      { path: "/blog/article-3", reason: expect.stringMatching(/^The page could not be rendered: .*\.$/) },
      { path: "/blog/new-and-broken" },
    ],
  });
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", error: "" });
  const tree = academy.tree;
  expect(tree.get("/blog/article-4.html")?.toString()).toContain("Edited beside it");
  expect(tree.get("/blog/article-3.html")?.toString()).toContain("Body of article 000003");
  expect(tree.has("/blog/new-and-broken.html")).toBe(false);
  expect([...tree.keys()].filter((file) => file.includes("article-6"))).toEqual([]);
});

test("failed pages are rendered again only when their inputs change, also after a restart", async () => {
  breakPage("article-3");
  breakPage("article-4");
  await academy.publish();
  const first = academy.manifest;
  await academy.publish();
  expect(academy.manifest?.release).toBe(first?.release);

  await academy.publisher.stop();
  await academy.start();
  edit("article-1", "Edited later");
  await academy.publish();
  const second = academy.manifest;
  expect(text("/blog/article-1.html")).toContain("Edited later");
  expect(second?.failures).toEqual(first?.failures);
  // None of the two was in a hand again.
  expect(academy.log.join("\n").match(/a page could not be rendered/g)).toHaveLength(2);

  mendPage("article-3", "Mended");
  await academy.publish();
  expect(text("/blog/article-3.html")).toContain("Mended");
  expect(failing()).toEqual(["/blog/article-4"]);
  expect(academy.manifest?.failures).toEqual(first?.failures?.slice(1));
  const changed = academy.manifest?.build?.changed_routes ?? [];
  expect(changed.filter((route) => /^\/blog\/article-/.test(route))).toEqual(["/blog/article-3"]);
});

test("a failed page whose content becomes what is released is no longer listed as failed", async () => {
  const before = academy.cms.articles.get("article-3");
  breakPage("article-3");
  await academy.publish();
  expect(failing()).toEqual(["/blog/article-3"]);
  academy.cms.articles.set("article-3", before as never);
  await academy.publish();
  expect(failing()).toEqual([]);
});

test("a failed page that is withdrawn is removed and no longer listed as failed", async () => {
  breakPage("article-3");
  await academy.publish();
  academy.cms.articles.delete("article-3");
  await academy.publish();
  expect(failing()).toEqual([]);
  expect(text("/blog/article-3.html")).toBeUndefined();
});

test("a route whose inputs cannot be computed fails alone, and is tried again when they change", async () => {
  const { settings } = academy.cms.parts;
  academy.cms.parts.videos = null as never;
  edit("article-2", "Edited beside it");
  await academy.publish();
  expect(failing()).toEqual(["/videos"]);
  expect(text("/blog/article-2.html")).toContain("Edited beside it");
  expect(academy.cms.reports.at(-1)?.state).toBe("live");

  // The same for what stands on every page: files without a layout and withdrawn pages are up to date.
  academy.cms.parts.videos = [];
  academy.cms.parts.settings = null as never;
  academy.cms.articles.delete("article-2");
  await academy.publish();
  expect(failing()).toContain("/about-us");
  expect(text("/blog/article-2.html")).toBeUndefined();
  expect(text("/about-us.html")).toBeDefined();

  academy.cms.parts.settings = settings;
  await academy.publish();
  expect(failing()).toEqual([]);
});

/** A page of an editor with two blocks. */
const made = (path: string, text: string) => ({
  ...{ id: path, path, title: path, description: "", image: "", updated_at: "2027-01-01T00:00:00Z" },
  blocks: [
    { id: "1", type: "text", anchor: "", values: { heading: text, text: "<p>Ten weeks.</p>" } },
    { id: "2", type: "notice", anchor: "", values: { text: "We begin on Monday." } },
  ],
});

test("a block that throws fails its page alone, which stays as it was released", async () => {
  /** As nobody can write it with the API. */
  const broken = (text: string) => {
    const page = made("/broken", text);
    return { ...page, blocks: page.blocks.with(-1, { id: "2", type: "notice", anchor: "", values: null as never }) };
  };
  academy.cms.parts.pages = [broken("First"), made("/well", "Beside it")];
  edit("article-1", "Edited beside it");
  await academy.publish();
  expect(academy.manifest?.failures).toEqual([
    expect.objectContaining({ path: "/broken", reason: expect.stringMatching(/^The page could not be rendered: /) }),
  ]);
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", error: "" });
  expect(text("/broken.html")).toBeUndefined();
  expect(text("/well.html")).toContain("Beside it");
  expect(text("/blog/article-1.html")).toContain("Edited beside it");

  academy.cms.parts.pages = [made("/broken", "First"), made("/well", "Beside it")];
  await academy.publish();
  expect(failing()).toEqual([]);
  academy.cms.parts.pages = [broken("Second"), made("/well", "Edited")];
  await academy.publish();
  expect(failing()).toEqual(["/broken"]);
  expect(text("/broken.html")).toContain("First");
  expect(text("/well.html")).toContain("Edited");
});

// Too slow once, broken twice, or killed five times in a row: then that is the page's doing.
test.each(["slow", "broken", "killed"] as const)(
  "a page that ends its process (%s) is listed as failed; the others of its batch go live",
  async (kind) => {
    await startWith(new Map([["/blog/article-5", kind]]));
    for (let i = 1; i <= 30; i++) edit(`article-${i}`, `Edited together ${i}`);
    academy.cms.articles.delete("article-30");
    await academy.publish();
    expect(academy.manifest?.failures).toEqual([
      expect.objectContaining({ path: "/blog/article-5", reason: expect.stringContaining(`told to be ${kind}`) }),
    ]);
    const tree = academy.tree;
    for (let i = 1; i <= 29; i++) {
      const page = tree.get(`/blog/article-${i}.html`)?.toString();
      if (i === 5) expect(page).toContain("Article 000005");
      else expect(page, `article-${i}`).toContain(`Edited together ${i}`);
    }
    expect(tree.has("/blog/article-30.html")).toBe(false);
  },
);

test("a long page is not lost with a page behind it that ends their process", async () => {
  await startHanging("/blog/article-5");
  const content = `<p>${"длинный текст ".repeat(12)}</p>`.repeat(6_000);
  for (let i = 1; i <= 8; i++) academy.cms.write({ slug: `article-${i}`, title: `Long ${i}`, content });
  await academy.publish();
  expect(failing()).toEqual(["/blog/article-5"]);
  for (const i of [1, 2, 3, 4, 6, 7, 8]) expect(text(`/blog/article-${i}.html`), `${i}`).toContain(`Long ${i}`);
});

test("a picture that cannot be drawn holds up nothing, and the home page's picture replaces it", async () => {
  await startWith(new Map([["/preview/blog/new.png", "throw"]]));
  edit("new", "With a broken picture");
  await academy.publish();
  expect(failing()).toEqual(["/preview/blog/new.png"]);
  const tree = academy.tree;
  expect(tree.get("/blog/new.html")?.toString()).toContain("/preview/blog/new.png");
  expect(tree.get("/preview/blog/new.png")).toEqual(tree.get("/preview/home.png"));
});

test("failed pages are tried again by a forced publish, and from time to time", async () => {
  const faults: Faults = new Map([["/blog/article-1", "throw"]]);
  await startWith(faults, 300);
  edit("article-1", "The third time");
  await academy.publish();
  const first = academy.manifest;
  expect(failing()).toEqual(["/blog/article-1"]);
  await academy.publish({ force: true });
  // In vain: that is no release.
  expect(academy.manifest?.release).toBe(first?.release);
  faults.clear();
  await vi.waitFor(async () => expect(failing()).toEqual([]), { timeout: 60_000 });
  expect(text("/blog/article-1.html")).toContain("The third time");

  faults.set("/blog/article-1", "throw");
  edit("article-1", "The fourth time");
  await academy.publish();
  faults.clear();
  await academy.publish({ force: true });
  expect(failing()).toEqual([]);
  expect(text("/blog/article-1.html")).toContain("The fourth time");
});

test("withdrawn pages are removed though the rest of the build fails, and its reason stays visible until a build succeeds", async () => {
  academy.cms.articles.delete("article-4");
  edit("article-1", "Kept back");
  academy.cms.refusals = 1000;
  await academy.publish();
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "failed" });
  expect(await academy.measured("backlog_routes")).toBeGreaterThan(0);
  expect(text("/blog/article-4.html")).toBeUndefined();
  expect(academy.manifest).toMatchObject({ partial: true });

  academy.cms.refusals = 0;
  const reports = academy.cms.reports.length;
  await academy.publish();
  expect(academy.cms.reports[reports]).toMatchObject({ state: "building", error: expect.stringContaining("texts") });
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "live", error: "" });
  expect(text("/blog/article-1.html")).toContain("Kept back");
  expect(await academy.measured("backlog_routes")).toBe(0);
});

test("withdrawn pages are removed though the build fails and another release goes live at the same moment", async () => {
  const { cms } = academy;
  cms.articles.delete("article-4");
  edit("article-1", "Kept back");
  cms.refusals = 1000;
  cms.beforeRelease = (asked) => {
    cms.beforeRelease = () => {};
    cms.releases.release({ ...asked, routes: {}, patches: [], removed: [] });
  };
  await academy.publish();
  expect(cms.reports.at(-1)).toMatchObject({ state: "failed" });
  expect(text("/blog/article-4.html")).toBeUndefined();
});
