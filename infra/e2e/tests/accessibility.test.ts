import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Editor } from "../src/api";
import { openBrowser, Visitor } from "../src/browser";
import { dataFolder, Product } from "../src/product";

// What a machine can find of WCAG 2.2 AA, on the pages that exist, in both themes.

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = dataFolder();
let product: Product;
let browser: Browser;
let cookies: { name: string; value: string }[];

beforeAll(async () => {
  [product, browser] = await Promise.all([Product.start(folder.dir), openBrowser()]);
  cookies = (await Editor.enter(product)).cookies();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } }).axe.run(
      document,
      {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        // Experimental in axe: it also counts text that is hidden from assistive technology.
        rules: { "label-content-name-mismatch": { enabled: false } },
        // A video of another site is that site's to answer for.
        iframes: false,
      },
    ),
  );
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

const pages: [name: string, path: string, heading: RegExp, signedIn: boolean][] = [
  ["home", "/", /./, false],
  ["blog", "/blog", /./, false],
  ["article", "/blog/reading-ncerts-with-a-plan", /./, false],
  ["not found", "/blog/there-is-no-such-article", /Article Not Found/, false],
  ["sign-in", "/auth", /Welcome Back/, false],
  ["articles tab", "/admin/dashboard?tab=articles", /Create Article/, true],
];

for (const theme of ["light", "dark"]) {
  for (const [name, path, heading, signedIn] of pages) {
    test(`${name}, ${theme}`, async () => {
      const visitor = new Visitor(browser);
      const page = await visitor.page({ reducedMotion: "reduce" });
      if (signedIn) await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
      await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
      await page.goto(product.url + path, { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await visitor.close();
    });
  }
}
