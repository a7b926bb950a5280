import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { type Article, administrator, type Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { focused, toast } from "../src/dashboard";
import { phone } from "../src/site";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Settings, Publishing: what went live, and the way back to it.

const view = "tab=settings&view=publishing";

describe("releases", () => {
  let article: Article;

  test.beforeAll(async ({ editor }) => {
    article = await editor.call<Article>("POST", "/api/articles", {
      title: "Going back",
      content: "<p>Nothing yet</p>",
      category: "Tests",
      status: "published",
    });
    await editor.live();
  });

  /** Publishes two states of the article, and so of its page. */
  async function publishTwice(site: { url: string }, editor: Editor): Promise<void> {
    for (const text of ["The first text", "The second text"]) await publish(site, editor, text);
  }
  async function publish(site: { url: string }, editor: Editor, text: string): Promise<void> {
    await editor.call("PUT", `/api/articles/${article.id}`, { content: `<p>${text}</p>` });
    await shows(site, text);
    await editor.live();
  }
  const shows = (site: { url: string }, text: string) =>
    eventually(`the site shows "${text}"`, async () =>
      (await (await fetch(`${site.url}/blog/${article.slug}`)).text()).includes(text),
    );
  const rows = (page: Page) => page.getByRole("list", { name: "Releases", exact: true }).locator("> li");
  const held = (page: Page) => page.getByRole("button", { name: "Publish status: An earlier state is live" });
  const free = (page: Page) =>
    page.getByRole("button", { name: "Publish status: Live. Saved Building Live", exact: true });
  const notice = (page: Page) => page.getByRole("tabpanel").getByText("Publishing is paused.");
  /** Waits until the list's live release is the one in that row, counted from the newest. */
  const liveIs = (page: Page, row: number) => rows(page).nth(row).getByText("Live", { exact: true }).waitFor();

  test("an editor rolls back, is told that publishing is paused, and the next save goes live again", async ({
    product,
    editor,
    dashboard,
  }) => {
    await publishTwice(product, editor);
    const page = await dashboard.open(view);
    await liveIs(page, 0);
    const older = rows(page).nth(1);
    await older.getByRole("heading", { name: `Going back edited by ${administrator.name}`, exact: true }).waitFor();
    await older.getByText("What changed", { exact: true }).click();
    await older.getByText(`/blog/${article.slug}`, { exact: true }).waitFor();

    await older.getByRole("button", { name: /^Roll back to this/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Roll the site back to/ });
    await dialog.getByText("This takes back one change:").waitFor();
    expect(await dialog.getByRole("listitem").allTextContents()).toEqual([
      `Going back, edited by ${administrator.name}`,
    ]);
    await dialog.getByText("until the next change of public content").waitFor();
    expect(await violationsInBothThemes(page, "[role=dialog]")).toEqual([]);
    await dialog.getByRole("button", { name: "Roll back", exact: true }).click();
    await toast(page, "The site is as it was at").waitFor();
    await liveIs(page, 1);
    await shows(product, "The first text");
    await held(page).waitFor();
    await notice(page).waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect(await violationsInBothThemes(page)).toEqual([]);

    // The content was not rolled back: the next change brings all of it.
    expect((await editor.call<Article>("GET", `/api/articles/${article.id}`)).content).toContain("The second text");
    await publish(product, editor, "The third text");
    await free(page).waitFor();
    await notice(page).waitFor({ state: "hidden" });
    await liveIs(page, 0);
  });

  /** Publishes two changes of different kinds as one release. */
  async function publishTogether(site: { url: string }, editor: Editor): Promise<void> {
    await publishTwice(site, editor);
    await Promise.all([
      editor.call("PUT", `/api/articles/${article.id}`, { content: "<p>The last text</p>" }),
      editor.call("PUT", "/api/settings", { site_description: `Described at ${Date.now()}` }),
    ]);
    await shows(site, "The last text");
    await editor.live();
  }

  test("a question lists what a roll back takes back, and while publishing is paused each form says what saving publishes", async ({
    product,
    editor,
    dashboard,
  }) => {
    await publishTogether(product, editor);
    const page = await dashboard.open(view);
    await liveIs(page, 0);
    await rows(page)
      .nth(2)
      .getByRole("button", { name: /^Roll back to this/ })
      .press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Roll the site back to/ });
    await dialog.getByText(/^This takes back (one change|2 changes):$/).waitFor();
    const settings = `Settings, edited by ${administrator.name}`;
    await dialog.getByRole("listitem").filter({ hasText: settings }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await liveIs(page, 0);

    const held = (await editor.call<{ release: string }[]>("GET", "/api/publish/releases?limit=4"))[3];
    await editor.call("POST", `/api/publish/releases/${held?.release}/activate`);
    await notice(page).waitFor();
    const everything = new RegExp(`: [^:]*settings [^:]*by ${administrator.name}\\.$`);
    const note = page.getByRole("note").filter({ hasText: "Publishing is paused." });
    // In every form: admin/src/publishing/held.screen.test.tsx.
    await page.goto(dashboard.address(`tab=articles&edit=${article.id}`));
    await note.filter({ hasText: everything }).waitFor();
    expect(await violationsInBothThemes(page, "main")).toEqual([]);

    // It is so: any public change brings all of it.
    await editor.call("PUT", "/api/settings", { site_description: "A third description" });
    await shows(product, "The last text");
    await editor.live();
  });

  test("by keyboard: back, forward, back again, and published on request", async ({ product, editor, dashboard }) => {
    await publishTwice(product, editor);
    const page = await dashboard.open(view);
    await liveIs(page, 0);
    const press = async (row: number, button: RegExp, yes: string) => {
      await rows(page).nth(row).getByRole("button", { name: button }).press("Enter");
      const dialog = page.getByRole("dialog");
      await focused(dialog.getByRole("button", { name: "Cancel" }));
      await page.keyboard.press("Tab");
      await focused(dialog.getByRole("button", { name: yes, exact: true }));
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
    };
    await press(1, /^Roll back to this/, "Roll back");
    await liveIs(page, 1);
    await shows(product, "The first text");
    await press(0, /^Go live again/, "Go live");
    await liveIs(page, 0);
    await shows(product, "The second text");
    await free(page).waitFor();

    await press(1, /^Roll back to this/, "Roll back");
    await shows(product, "The first text");
    // Escape leaves everything as it is.
    await rows(page)
      .nth(0)
      .getByRole("button", { name: /^Go live again/ })
      .press("Enter");
    await focused(page.getByRole("dialog").getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });

    await held(page).press("Enter");
    const popover = page.getByRole("dialog", { name: "Publish status" });
    await popover.getByText("Publishing is paused.").waitFor();
    await popover.getByRole("button", { name: "Publish now" }).press("Enter");
    await shows(product, "The second text");
    await free(page).waitFor();
    await liveIs(page, 0);
    expect(await rows(page).count()).toBeGreaterThan(3);
  });

  test("a check tells whole releases from damaged ones, and publishing mends the live one", async ({
    product,
    editor,
    dashboard,
  }) => {
    const address = `${product.url}/blog/${article.slug}`;
    const blobOf = (html: string) =>
      path.join(product.dir, "releases/blobs", createHash("sha256").update(html).digest("hex"));
    await publish(product, editor, "The text that will be lost");
    const former = await (await fetch(address)).text();
    await publish(product, editor, "The text that stays");
    const page = await dashboard.open(view);
    await liveIs(page, 0);
    await page.getByText("The last 50 are kept, and the last of each day for 30 days.").waitFor();
    const check = (row: Locator) => row.getByRole("button", { name: /^Check the files of/ });
    const [live, older] = [rows(page).nth(0), rows(page).nth(1)];
    await rm(blobOf(former));
    await check(live).click();
    await live.getByText(/^All [\d,]+ files are whole\.$/).waitFor();
    await check(older).click();
    const found = older.getByRole("status");
    await found.getByText("1 file is not whole.").waitFor();
    await found.getByText("Do not roll back to this release; choose another.").waitFor();
    await found.getByText(`/blog/${article.slug}.html missing`).waitFor();
    // Only the live release can be mended.
    expect(await found.getByRole("button").count()).toBe(0);

    const html = await (await fetch(address)).text();
    const blob = blobOf(html);
    await writeFile(blob, html.replace("The text that stays", "The wicked text"));
    await check(live).press("Enter");
    await live.getByText("1 file is not whole.").waitFor();
    await live.getByText(`/blog/${article.slug}.html damaged`).waitFor();
    expect(await violationsInBothThemes(page, "main")).toEqual([]);
    await live.getByRole("button", { name: "Publish now" }).click();
    await eventually("the page is as it was", async () => (await readFile(blob, "utf8").catch(() => "")) === html);
    await free(page).waitFor();
  });

  test("on a phone: the way from the header to all releases, and a search among them", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home", phone);
    await free(page).click();
    await page.getByRole("link", { name: "All releases and roll back" }).click();
    await liveIs(page, 0);
    await page.getByRole("searchbox", { name: "Search" }).fill("no such page");
    await page.getByText("Nothing found").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(article.slug);
    await rows(page).first().waitFor();
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wider).toBe(false);
  });
});
