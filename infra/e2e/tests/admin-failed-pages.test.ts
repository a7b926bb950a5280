import type { Page } from "playwright-core";
import type { Article, Editor } from "../src/api";
import type { Dashboard } from "../src/dashboard";
import { settings } from "../src/dashboard";
import { expect, test } from "../src/test";

// Pages that could not be built: where the dashboard says so, why, and the way to what has to be changed.

const banner = "https://x:99999/a.png";
const reason = `The page could not be rendered: Invalid URL ${banner}`;

async function published(editor: Editor, title: string, fields: object = {}): Promise<Article> {
  const article = await editor.call<Article>("POST", "/api/articles", {
    title,
    content: "<p>Text</p>",
    status: "published",
    ...fields,
  });
  await editor.live();
  return article;
}

/** A page of the dashboard that is told of these failures besides how things stand. */
async function open(dashboard: Dashboard, query: string, paths: string[], options = {}): Promise<Page> {
  const page = await dashboard.page(options);
  await page.route("**/api/publish/status", async (route) => {
    const status = await (await route.fetch()).json();
    const failures = paths.map((path) => ({ path, reason, since: "2026-01-15T09:30:00Z" }));
    await route.fulfill({ json: { ...status, failures, failed_count: failures.length } });
  });
  await page.goto(dashboard.address(query));
  await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
  return page;
}

test("the bar names them and leads to the article, whose form says why at the field", async ({ editor, dashboard }) => {
  const made = await published(editor, "How monsoons form");
  const page = await open(dashboard, "tab=home", [`/blog/${made.slug}`]);
  const bar = page.getByRole("alert").filter({ hasText: "could not be built" });
  await bar.getByText("1 page could not be built.").waitFor();
  await bar.getByText("Everything else is live.").waitFor();
  await bar.getByText(reason).waitFor();
  await bar.getByRole("link", { name: `Edit the article: /blog/${made.slug}` }).press("Enter");
  await page.getByRole("heading", { name: "Edit Article" }).waitFor();
  await page.waitForURL(({ searchParams }) => searchParams.get("edit") === made.id);
  const notice = page.getByRole("tabpanel").getByRole("alert").filter({ hasText: "could not be built" });
  await notice.getByText(reason).waitFor();
  const field = page.getByRole("textbox", { name: "Banner image" });
  expect(await field.getAttribute("aria-invalid")).not.toBe("true");
  // It would be refused, too.
  await page.route("**/working-copy", () => undefined);
  await field.fill(banner);
  await page.getByText(reason).nth(2).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: made.title }) });
  await row.getByText("Its page could not be built").waitFor();
  await row.getByText(reason).waitFor();
});

test("the publish state and Settings → Publishing list them all, and lead to the right tabs", async ({ dashboard }) => {
  const paths = ["/", "/adhva-vibes-psi", "/blog/page/2", "/contact-us"];
  const page = await open(dashboard, settings("publishing"), paths);
  const panel = page.getByRole("region", { name: "Pages that could not be built" });
  await panel.getByText("Everything else is live").waitFor();
  const links = await panel
    .getByRole("link")
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]));
  expect(links).toEqual([
    ["Open Sections", "/admin/dashboard?tab=sections"],
    ["Open PSI", "/admin/dashboard?tab=psi"],
    ["Open Articles", "/admin/dashboard?tab=articles"],
    ["Open Pages", "/admin/dashboard?tab=pages&page=contact-us"],
  ]);
  const state = page.getByRole("button", { name: /^Publish status: Live, except for 4 pages/ });
  await state.press("Enter");
  const popover = page.getByRole("dialog", { name: "Publish status" });
  await popover.getByRole("link", { name: "Open Sections: /" }).waitFor();
  await popover.getByRole("link", { name: "And 1 page more" }).waitFor();
  await page.keyboard.press("Escape");
  await popover.waitFor({ state: "hidden" });
});
