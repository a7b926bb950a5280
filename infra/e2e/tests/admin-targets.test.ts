import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { devices, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { test as base, expect } from "../src/test";
import { eventually } from "../src/wait";

// Settings, Publishing: where else the live site lies, and whether what one can go back to is whole.

const view = "tab=settings&view=publishing";
const folder = mkdtempSync(path.join(tmpdir(), "academy-mirrors-"));
const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];

const test = base.extend("environment", { scope: "file" }, { MIRROR_TO: `${first},${second}` });

describe("targets", () => {
  let article: Article;

  test.beforeAll(async ({ editor }) => {
    article = await editor.call<Article>("POST", "/api/articles", {
      title: "Seen from elsewhere",
      content: "<p>Nothing yet</p>",
      category: "Tests",
      status: "published",
    });
    await editor.live();
  });
  test.afterAll(async ({ product }) => {
    // It writes there until it has ended.
    await product.stop();
    rmSync(folder, { recursive: true });
  });

  async function publish(editor: Editor, text: string): Promise<void> {
    await editor.call("PUT", `/api/articles/${article.id}`, { content: `<p>${text}</p>` });
    await editor.live();
  }
  const mirrored = (mirror: string, text: string) =>
    eventually(`${mirror} shows "${text}"`, async () =>
      (await readFile(path.join(mirror, `blog/${article.slug}.html`), "utf8")).includes(text),
    );
  const target = (page: Page, mirror: string) =>
    page.getByRole("list", { name: "Targets" }).getByRole("listitem", { name: `Mirror ${mirror}`, exact: true });

  test("mirrors are up to date after a publish, on a phone too", async ({ product, editor, dashboard }) => {
    await publish(editor, "The first text");
    await Promise.all([first, second].map((mirror) => mirrored(mirror, "The first text")));
    const live = await (await fetch(`${product.url}/release.json`)).json();
    for (const options of [{}, devices["iPhone 13"]]) {
      const page = await dashboard.open(view, options);
      for (const mirror of [first, second]) {
        await target(page, mirror).getByText("Up to date", { exact: true }).waitFor();
        await target(page, mirror)
          .getByText(/^Shows the live release since \d\d:\d\d$/)
          .waitFor();
        // It is written after all pages.
        expect(JSON.parse(await readFile(path.join(mirror, "release.json"), "utf8"))).toEqual(live);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
      expect(await violationsInBothThemes(page)).toEqual([]);
    }
  });

  test("a mirror that fails says why, keeps no other waiting, and recovers with everything", async ({
    editor,
    dashboard,
  }) => {
    await publish(editor, "Before the failure");
    await mirrored(second, "Before the failure");
    const page = await dashboard.open(view);
    await target(page, second).getByText("Up to date", { exact: true }).waitFor();

    await rm(second, { recursive: true });
    await writeFile(second, "in the way");
    await publish(editor, "While it fails");
    await mirrored(first, "While it fails");
    const failing = target(page, second);
    await failing.getByText("Failing", { exact: true }).waitFor();
    await failing.getByText("A part of the path is a file and not a folder.").waitFor();
    await failing.getByText(/it is tried again by itself\.$/i).waitFor();
    await target(page, first).getByText("Up to date", { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await rm(second);
    await publish(editor, "After the failure");
    await mirrored(second, "After the failure");
    await failing.getByText("Up to date", { exact: true }).waitFor();
    await failing.getByText("A part of the path is a file").waitFor({ state: "hidden" });
    const files = async (mirror: string) =>
      (await readdir(mirror, { recursive: true })).filter((name) => !name.startsWith(".mirror")).sort();
    expect(await files(second)).toEqual(await files(first));
  });

  test("a check tells a release that is whole from one that has lost a file", async ({
    product,
    editor,
    dashboard,
  }) => {
    await publish(editor, "The text that will be lost");
    const html = await (await fetch(`${product.url}/blog/${article.slug}`)).text();
    await publish(editor, "The text that stays");
    const page = await dashboard.open(view);
    const rows = page.getByRole("list", { name: "Releases", exact: true }).locator("> li");
    await rows.first().getByText("Live", { exact: true }).waitFor();
    await rm(path.join(product.dir, "releases/blobs", createHash("sha256").update(html).digest("hex")));
    const check = (row: number) => rows.nth(row).getByRole("button", { name: /^Check the files of/ });
    await check(0).click();
    await rows
      .nth(0)
      .getByText(/^All [\d,]+ files are whole\.$/)
      .waitFor();
    await check(1).click();
    const found = rows.nth(1).getByRole("status");
    await found.getByText("1 file is not whole.").waitFor();
    await found.getByText("Do not go back to this release; choose another.").waitFor();
    await found.getByText(`/blog/${article.slug}.html missing`).waitFor();
    // Only what is live can be mended.
    expect(await found.getByRole("button").count()).toBe(0);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
