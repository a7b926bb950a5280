import { afterEach, expect, test } from "vitest";
import { Academy } from "./harness";

// More pages than any batch has.
const ARTICLES = 60;

let academy: Academy;
afterEach(() => academy.close());

test("a footer change goes live in partial releases, home and lists first, and an edit meanwhile goes before the rest", async () => {
  academy = await Academy.published(ARTICLES);
  const { cms } = academy;
  const before = academy.manifest;
  cms.parts.settings = { ...cms.parts.settings, contact_phone: "+91 80 1234 5678" };
  let edited = false;
  cms.beforeAnswer = async ({ release }) => {
    if (!release || edited) return;
    edited = true;
    // The oldest article: of what the footer change renders, the last.
    cms.write({ slug: "article-1", content: "<p>Meanwhile</p>" });
    academy.publisher.publish();
  };
  await academy.publish();

  const releases = academy.releasesSince(before?.release ?? null).reverse();
  const releaseOf = (route: string) => releases.findIndex((release) => release.changed_routes.includes(route));
  const edit = releaseOf("/blog/article-1");
  expect(releases[0]).toMatchObject({ partial: true });
  // Home and the pages that say the number themselves.
  expect(releases[0]?.changed_routes).toEqual(expect.arrayContaining(["/", "/contact-us"]));
  expect(releaseOf("/blog")).toBeLessThanOrEqual(releaseOf("/about-us"));
  expect(releaseOf("/blog/page/2")).toBeLessThanOrEqual(releaseOf(`/blog/article-${ARTICLES}`));
  expect(releases[edit]?.changed_routes).toEqual(["/blog/article-1"]);
  const left = releases.slice(edit + 1);
  expect(left.reduce((sum, release) => sum + release.changed_count, 0)).toBeGreaterThan(20);

  const last = academy.manifest;
  expect(last).toMatchObject({ partial: false, fingerprint: cms.whole().fingerprint });
  const tree = academy.tree;
  for (let i = 1; i <= ARTICLES; i++) expect(tree.get(`/blog/article-${i}.html`)?.toString()).toContain("1234 5678");
  expect(tree.get("/blog/article-1.html")?.toString()).toContain("Meanwhile");
});

test("a page that a build makes twice counts once", async () => {
  academy = await Academy.published(ARTICLES);
  const { cms } = academy;
  const call = (phone: string) => {
    cms.parts.settings = { ...cms.parts.settings, contact_phone: phone };
  };
  const before = academy.manifest;
  call("+91 80 1234 5678");
  let again = false;
  cms.beforeAnswer = async ({ release }) => {
    if (!release || again) return;
    again = true;
    call("+91 80 8765 4321");
    academy.publisher.publish();
  };
  await academy.publish();

  const last = academy.manifest;
  const releases = academy.releasesSince(before?.release ?? null);
  const made = releases.reduce((sum, { changed_count }) => sum + changed_count, 0);
  expect(last?.build?.changed_count).toBeLessThan(made);
  expect(last?.build?.changed_count).toBeLessThanOrEqual(last?.routes ?? 0);
  expect(new Set(last?.build?.changed_routes).size).toBe(last?.build?.changed_routes.length);
});

test("after a first build that failed half-way, the next one publishes every page", async () => {
  academy = await Academy.open();
  const { cms } = academy;
  for (let i = 1; i <= ARTICLES; i++) cms.write({ slug: `article-${i}` });
  // Before the first articles are rendered.
  cms.refusals = 1000;
  await academy.publish();
  expect(cms.reports.at(-1)).toMatchObject({ state: "failed" });
  expect(academy.manifest).toBeNull();
  cms.refusals = 0;
  await academy.publish();
  const files = [...academy.tree.keys()];
  const pages = Array.from({ length: ARTICLES }, (_, i) => `/blog/article-${i + 1}.html`);
  expect(files).toEqual(expect.arrayContaining(["/index.html", "/404.html", ...pages]));
});
