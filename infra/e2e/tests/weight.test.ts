import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../src/browser";
import { dataFolder, Product } from "../src/product";
import { beginning, bytes, compressed, firstScreen, type Load, load } from "../src/weight";

// What a cheap phone on a slow line has to load. The bars are bytes and requests, no times: they hold on every machine.

const KB = 1024;
const MOST_SCRIPT = 45 * KB;
const MOST_REQUESTS = 20;
/** What fits into the first flight of a new connection. */
const FIRST_FLIGHT = 14 * KB;

const pages = {
  home: "/",
  article: "/blog/how-to-analyse-a-mock-test",
  "blog list": "/blog",
  police: "/adhva-vibes-psi",
  mentorship: "/mentorship",
  videos: "/videos",
  contact: "/contact-us",
};
type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];

const folder = dataFolder();
let product: Product;
let browser: Browser;
const loads = new Map<Name, Load>();
const scripts = new Map<Name, number>();

const paths = (name: Name, kind: string) =>
  (loads.get(name) as Load).requests.filter((request) => request.kind === kind).map((request) => request.path);

beforeAll(async () => {
  [product, browser] = await Promise.all([Product.startCopy(folder.dir), openBrowser()]);
  const rows = [];
  for (const name of names) {
    loads.set(name, await load(browser, product.url + pages[name]));
    scripts.set(name, await bytes(product.url, paths(name, "script"), "gzip"));
    const html = await compressed(product.url + pages[name], "gzip");
    const size = async (kind: string) => `${((await bytes(product.url, paths(name, kind), "gzip")) / KB).toFixed(1)}`;
    rows.push([
      name,
      `${(html.length / KB).toFixed(1)}`,
      await size("script"),
      await size("stylesheet"),
      await size("font"),
      await size("image"),
      String(loads.get(name)?.requests.length),
    ]);
  }
  const head = ["page", "HTML", "scripts", "styles", "fonts", "images", "requests"];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  console.log(
    `KB as gzip, on a phone, before anybody touches it:\n${[head, head.map(() => "---"), ...rows].map(line).join("\n")}`,
  );
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

test("the home page asks for 20 files at most, of which 165 KB are scripts", () => {
  expect(scripts.get("home")).toBeLessThanOrEqual(MOST_SCRIPT);
  expect((loads.get("home") as Load).requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
});

test("an article needs no more script than the home page", () => {
  expect(scripts.get("article")).toBeLessThanOrEqual(scripts.get("home") as number);
});

test("one stylesheet for every page, and nothing is loaded in vain", () => {
  const styles = names.map((name) => paths(name, "stylesheet"));
  for (const list of styles) expect(list).toEqual([styles[0]?.[0]]);
  for (const name of names) expect((loads.get(name) as Load).warnings, name).toEqual([]);
});

test.each(["gzip", "br"] as const)(
  "the first screen is whole with the first 14 KB of the page (%s)",
  async (encoding) => {
    for (const name of ["home", "article"] as const) {
      const url = product.url + pages[name];
      const part = beginning(await compressed(url, encoding), encoding, FIRST_FLIGHT);
      const [whole, early] = [await firstScreen(browser, url), await firstScreen(browser, url, part)];
      expect(early.equals(whole), name).toBe(true);
    }
  },
);

test("fonts of a script load where it is written, and only there", async () => {
  const fonts = async (path: string) =>
    (await load(browser, product.url + path)).requests
      .filter(({ kind }) => kind === "font")
      .map(({ path: file }) => /([a-z]+-[a-z]+)\.[^/]*$/.exec(file)?.[1]);
  expect(paths("home", "font").join()).not.toMatch(/devanagari|kannada/);
  const [hindi, kannada] = [
    await fonts("/blog/taiyari-ka-pehla-mahina"),
    await fonts("/blog/psi-pareekshege-dinachari"),
  ];
  expect(hindi).toContain("anek-devanagari");
  expect(hindi).not.toContain("anek-kannada");
  expect(kannada).toContain("anek-kannada");
  expect(kannada).not.toContain("anek-devanagari");
});
