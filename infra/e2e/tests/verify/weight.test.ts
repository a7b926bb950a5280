import { gunzipSync, gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { landing } from "../../../bench/lighthouse/landing.mjs";
import { body, frontMatter, slug } from "../../../bench/publish/content.mjs";
import { everyPage } from "../../src/pages";
import type { Product } from "../../src/product";
import { expect, test } from "../../src/test";
import { beginning, bytes, compressed, firstScreen, type Load, load, type Requests, releaseOf } from "../../src/weight";

// What a cheap phone on a slow line has to load. The bars are bytes and requests, no times: they hold on every machine.

const KB = 1024;
const MOST_REQUESTS = 20;
/** What fits into the first flight of a new connection. */
const FIRST_FLIGHT = 14 * KB;

const ARTICLE = "/blog/how-to-analyse-a-mock-test";
/** Of 6 KB and more, as publishing is measured with. */
const MEASURED = `/blog/${slug(1)}`;
const PSI = "/adhva-vibes-psi";
const pages = [...everyPage, ARTICLE, MEASURED, landing.path];

/** The most that pages may have as gzip: their HTML, and what they fetch of scripts when everything on them lives. */
const mostHtml: Record<string, number> = { "/": 12 * KB, [MEASURED]: 7 * KB, [ARTICLE]: 8.5 * KB };
const mostScript = (page: string) => (page === PSI ? 85 : 45) * KB;
/** Scripts before anything on a page lives, those in the page itself included. */
const MOST_AT_ONCE = 5 * KB;
/** What a page of a release has on average, uncompressed. */
const MOST_PER_PAGE = 26 * KB;

let product: Product;
let browser: Browser;
const loads = new Map<string, Load>();

const paths = (requests: Requests, kind: string) =>
  requests.filter((file) => file.kind === kind).map(({ path }) => path);
const loaded = (page: string) => loads.get(page) as Load;
const html = async (page: string) => (await compressed(product.url + page, "gzip")).length;
const size = (requests: Requests, kind: string) => bytes(product.url, paths(requests, kind), "gzip");

/** Prints sizes as a table in KB. */
function show(title: string, head: string[], rows: (string | number)[][]) {
  const cells = (row: (string | number)[]) =>
    row.map((cell) => (typeof cell === "number" ? (cell / KB).toFixed(1) : cell));
  const lines = [head, head.map(() => "---"), ...rows.map(cells)].map((line) => `| ${line.join(" | ")} |`);
  console.log([title, ...lines].join("\n"));
}

test.beforeAll(async ({ product: shown, browser: visiting, editor }) => {
  product = shown;
  browser = visiting;
  await editor.call("POST", "/api/articles", { ...frontMatter(1), content: body(1) });
  await editor.call("POST", "/api/admin/pages", landing);
  await editor.live();
  const rows = [];
  for (const page of pages) {
    const visit = await load(browser, product.url + page);
    loads.set(page, visit);
    const sizes = await Promise.all(
      ["script", "stylesheet", "font", "image"].map((kind) => size(visit.requests, kind)),
    );
    rows.push([page, await html(page), ...sizes, String(visit.requests.length)]);
  }
  const head = ["page", "HTML", "scripts", "styles", "fonts", "images", "requests"];
  show("KB as gzip, on a phone, before anybody touches it:", head, rows);
});

test.each(Object.entries(mostHtml))("the HTML of %s has at most %i bytes as gzip", async (page, most) => {
  expect(await html(page)).toBeLessThanOrEqual(most);
});

test("the home page asks for 20 files at most", () => {
  expect(loaded("/").requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
});

test("a page has at most 45 KB of scripts when everything on it lives, the page with the chart 85", async () => {
  const rows = [];
  for (const page of pages) {
    const scripts = await size(loaded(page).all, "script");
    rows.push([page, scripts]);
    expect.soft(scripts, page).toBeLessThanOrEqual(mostScript(page));
  }
  show("KB of scripts as gzip, when everything lives:", ["page", "scripts"], rows);
});

test("a page has at most 5 KB of scripts until the browser is idle or something comes near", async () => {
  const rows = [];
  for (const page of pages) {
    const { inline, requests } = await load(browser, product.url + page, { asleep: true });
    const scripts = gzipSync(inline).length + (await size(requests, "script"));
    rows.push([page, scripts]);
    expect.soft(scripts, page).toBeLessThanOrEqual(MOST_AT_ONCE);
  }
  show("KB of scripts as gzip, before anything lives:", ["page", "scripts"], rows);
});

test("a page of a release is one file, and its picture", () => {
  const release = releaseOf(product.dir);
  show(
    "The release:",
    ["ending", "files", "KB"],
    [...release].map(([ending, { files, bytes }]) => [ending, String(files), bytes]),
  );
  const { files, bytes } = release.get(".html") ?? { files: 0, bytes: 0 };
  expect(files).toBeGreaterThan(pages.length);
  expect(bytes / files).toBeLessThanOrEqual(MOST_PER_PAGE);
  expect(release.get(".png")?.files).toBeLessThanOrEqual(files);
  // robots.txt
  expect(release.get(".txt")?.files).toBe(1);
});

test("one stylesheet for every page, and nothing is loaded in vain", () => {
  const [sheet] = paths(loaded("/").requests, "stylesheet");
  for (const page of pages) {
    expect(paths(loaded(page).requests, "stylesheet"), page).toEqual([sheet]);
    expect(loaded(page).warnings, page).toEqual([]);
  }
});

test.each(["gzip", "br"] as const)(
  "the first screen is whole with the first 14 KB of the page (%s)",
  async (encoding) => {
    for (const page of ["/", ARTICLE]) {
      const url = product.url + page;
      const part = beginning(await compressed(url, encoding), encoding, FIRST_FLIGHT);
      const [whole, early] = [await firstScreen(browser, url), await firstScreen(browser, url, part)];
      expect(early.equals(whole), page).toBe(true);
    }
  },
);

test("a page of blocks asks first for what its first screen shows, and for no font of a script far down", async () => {
  const page = (await compressed(product.url + landing.path, "gzip").then((body) => gunzipSync(body))).toString();
  const [, picture = ""] = /<img ([^>]*)>/.exec(page) ?? [];
  expect(picture).toMatch(/loading="eager".* fetchPriority="high"/);
  expect([...page.matchAll(/<img [^>]*loading="lazy"/g)]).toHaveLength(1);
  expect(page).toMatch(/<link rel="preload" href="[^"]*serif-core[^"]*"/);
  const { requests, all } = loaded(landing.path);
  expect(paths(requests, "font").join()).not.toMatch(/devanagari|kannada/);
  expect(paths(all, "font").join()).toMatch(/kannada/);
});

test("fonts of a script load where it is written, and only there", async () => {
  const fonts = async (path: string) =>
    (await load(browser, product.url + path)).requests
      .filter(({ kind }) => kind === "font")
      .map(({ path: file }) => /([a-z]+-[a-z]+)\.[^/]*$/.exec(file)?.[1]);
  expect(paths(loaded("/").requests, "font").join()).not.toMatch(/devanagari|kannada/);
  const [hindi, kannada] = [
    await fonts("/blog/taiyari-ka-pehla-mahina"),
    await fonts("/blog/psi-pareekshege-dinachari"),
  ];
  expect(hindi).toContain("anek-devanagari");
  expect(hindi).not.toContain("anek-kannada");
  expect(kannada).toContain("anek-kannada");
  expect(kannada).not.toContain("anek-devanagari");
});
