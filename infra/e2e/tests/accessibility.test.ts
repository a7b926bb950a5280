import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Editor } from "../src/api";
import { violations } from "../src/axe";
import { openBrowser, Visitor } from "../src/browser";
import { dataFolder, Product } from "../src/product";

// What a machine can find of WCAG 2.2 AA, on the way into the dashboard, in both themes.

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

const pages: [name: string, path: string, heading: RegExp, signedIn: boolean][] = [
  ["sign-in", "/auth", /Welcome Back/, false],
  ["articles tab", "/admin/dashboard?tab=articles", /Create Article/, true],
];

for (const theme of ["light", "dark"]) {
  for (const [name, path, heading, signedIn] of pages) {
    test(`${name}, ${theme}`, async () => {
      const visitor = new Visitor(browser);
      const page = await visitor.page();
      if (signedIn) await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
      await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
      await page.goto(product.url + path, { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await visitor.close();
    });
  }
}
