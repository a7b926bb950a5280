import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import type { Visitor } from "../../src/browser";
import { type Product, STARTS_WITHIN } from "../../src/product";
import { root } from "../../src/program";
import { test as base, expect } from "../../src/test";
import { eventually } from "../../src/wait";

// A page that somebody holds open while the site is upgraded, and taken back.

// Each version has its own publisher.
const test = base.extend("environment", { scope: "file" }, { PUBLISHER_URL: "" });

const folder = mkdtempSync(path.join(tmpdir(), "versions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const islands = "/_next/static/islands/";
const islandsOf = (version: string) => `/_next/static/${version}/`;

/** A built checkout of another version: the same code, whose scripts have other addresses. */
function checkout(version: string): string {
  const tree = path.join(folder, version);
  const publisher = path.join(tree, "site/.publisher");
  mkdirSync(path.dirname(publisher), { recursive: true });
  for (const at of [".", "site"]) {
    for (const name of readdirSync(path.join(root, at))) {
      if (name !== "site" && name !== ".publisher") symlinkSync(path.join(root, at, name), path.join(tree, at, name));
    }
  }
  cpSync(path.join(root, "site/.publisher"), publisher, { recursive: true });
  for (const name of readdirSync(publisher, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|json|html|rsc)$/.test(name)) continue;
    const text = readFileSync(path.join(publisher, name), "utf8");
    if (text.includes(islands)) writeFileSync(path.join(publisher, name), text.replaceAll(islands, islandsOf(version)));
  }
  const assets = path.join(publisher, "app/assets");
  renameSync(path.join(assets, islands), path.join(assets, islandsOf(version)));
  writeFileSync(path.join(publisher, "app/.next/BUILD_ID"), version);
  return tree;
}

/** Replaces the product by another version, and waits until that has rendered the page anew. */
async function upgrade(product: Product, version: string): Promise<void> {
  await product.stop();
  await product.startAgain(checkout(version));
  const rendered = async () => (await (await fetch(`${product.url}/about-us`)).text()).includes(islandsOf(version));
  await eventually(`the page is of ${version}`, rendered, STARTS_WITHIN);
}

/** A page whose navigation does not live until it is touched. */
async function held(product: Product, visitor: Visitor): Promise<Page> {
  const page = await visitor.page();
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(`${product.url}/about-us`);
  await page.waitForLoadState("networkidle");
  expect(await page.locator('is-land[data-island="NavBar"]').getAttribute("data-live")).toBeNull();
  return page;
}

/** Has the page ask the product for every file. */
const forget = async (page: Page) => (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");

const toggle = (page: Page) => page.getByRole("button", { name: "Switch to dark theme" });
const dark = (page: Page) => page.locator('html[data-theme="dark"]').waitFor();

test("goes on working over upgrades; of a version that was taken back it leads to a fresh page", async ({
  product,
  editor,
  visitor,
}) => {
  const { release } = (await (await fetch(`${product.url}/release.json`)).json()) as { release: string };
  const old = await held(product, visitor);
  await upgrade(product, "two");
  await upgrade(product, "three");
  await forget(old);
  await toggle(old).click();
  await dark(old);

  const taken = await held(product, visitor);
  await editor.live();
  await editor.call("POST", `/api/publish/releases/${release}/activate`);
  await eventually("the first release is live again", async () => {
    const live = await (await fetch(`${product.url}/release.json`)).json();
    return (live as { release: string }).release === release;
  });
  visitor.expected.push(/404/, /NavBar did not load/);
  await taken.evaluate(() => Object.assign(window, { left: true }));
  await forget(taken);
  await toggle(taken).click();
  await taken.waitForFunction(() => !("left" in window));
  await toggle(taken).click();
  await dark(taken);
});
