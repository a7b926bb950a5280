import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
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

  test("mirrors follow each publish, one that fails keeps no other waiting and recovers with everything", async ({
    product,
    editor,
    dashboard,
  }) => {
    await publish(editor, "Before the failure");
    await Promise.all([first, second].map((mirror) => mirrored(mirror, "Before the failure")));
    const live = await (await fetch(`${product.url}/release.json`)).json();
    const page = await dashboard.open(view);
    for (const mirror of [first, second]) {
      await target(page, mirror).getByText("Up to date", { exact: true }).waitFor();
      await target(page, mirror)
        .getByText(/^Shows the live release since \d\d:\d\d$/)
        .waitFor();
      // It is written after all pages.
      expect(JSON.parse(await readFile(path.join(mirror, "release.json"), "utf8"))).toEqual(live);
    }

    // The mirror looks at its folder every other second, and fills it again where something is missing.
    await eventually("a file is in the way", async () => {
      await rm(second, { recursive: true, force: true });
      await writeFile(second, "in the way", { flag: "wx" });
      return true;
    });
    await publish(editor, "While it fails");
    await mirrored(first, "While it fails");
    const failing = target(page, second);
    await failing.getByText("Failing", { exact: true }).waitFor();
    await failing.getByText("A part of the path is a file and not a folder.").waitFor();
    await failing.getByText(/it is tried again automatically\.$/i).waitFor();
    await target(page, first).getByText("Up to date", { exact: true }).waitFor();
    expect(await violationsInBothThemes(page, "main")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually("nothing sticks out", () =>
      page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    );

    await rm(second);
    await publish(editor, "After the failure");
    await mirrored(second, "After the failure");
    await failing.getByText("Up to date", { exact: true }).waitFor();
    await failing.getByText("A part of the path is a file").waitFor({ state: "hidden" });
    const files = async (mirror: string) =>
      (await readdir(mirror, { recursive: true })).filter((name) => !name.startsWith(".mirror")).sort();
    expect(await files(second)).toEqual(await files(first));
  });
});
