import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { answer, type Dashboard, settings, toast, uploadTo } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What is saved in the dashboard is on the site once it is live, sections, settings and videos; sections of the home
// page are moved by what one has at hand; and of pages that could not be built the dashboard says where, why, and the
// way to what has to be changed.

test("sections and settings", async ({ product, editor }) => {
  const home = async () => {
    await editor.live();
    return (await fetch(product.url)).text();
  };
  const headings = (html: string) =>
    [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/gs)].map(([, inner]) => inner?.replace(/<[^>]*>/g, ""));
  const section = (type: string, block = "") =>
    editor.call<{ id: string }>("POST", "/api/admin/sections", { name: type, type, block, is_visible: true });
  const text = (section: string, type: string, content: string) =>
    editor.call("POST", "/api/admin/page-content", { page: "home", section, type, content, order_index: 1 });

  // An empty text is the site's own, which the model tells the dashboard's fields.
  const items = await editor.call<{ id: string; type: string }[]>("GET", "/api/page-content/home/why-choose");
  const stored = items.find(({ type }) => type === "card2_description");
  if (stored) await editor.call("PUT", `/api/admin/page-content/${stored.id}`, { content: "" });
  // A block is shown as often as it has sections, and a type without a block as heading and text.
  await section("call-to-action");
  await text("call-to-action", "heading", "Write today");
  await section("call-to-action-2", "call-to-action");
  await text("call-to-action-2", "heading", "Call tomorrow");
  const { id } = await section("toppers");
  await text("toppers", "heading", "They made it");
  await text("toppers", "description", "Forty of our learners passed.");
  await editor.call("PUT", "/api/settings", { site_title: "Another Academy", blog_show_coming_soon: true });
  const html = await home();
  expect(headings(html)).toEqual(expect.arrayContaining(["Write today", "Call tomorrow", "They made it"]));
  expect(html).toContain("Forty of our learners passed.");
  const model = await editor.call<{ blocks: { type: string; fields: { key: string; default?: string }[] }[] }>(
    "GET",
    "/api/content-model",
  );
  const fields = model.blocks.find(({ type }) => type === "why-choose")?.fields;
  const builtIn = fields?.find(({ key }) => key === "card2_description")?.default ?? "";
  expect(builtIn).toMatch(/\w/);
  expect(html).toContain(builtIn);
  expect(await (await fetch(`${product.url}/blog`)).text()).toContain("Another Academy");

  await editor.call("DELETE", `/api/admin/sections/${id}`);
  expect(headings(await home())).not.toContain("They made it");
});

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

interface Section {
  id: string;
  name: string;
  display_order: number;
}

describe("sections", () => {
  const order = async (editor: Editor) =>
    (await editor.call<Section[]>("GET", "/api/sections")).map(({ name }) => name);
  const handle = (page: Page, name: string) => page.getByRole("button", { name: `Drag to reorder ${name}` });

  async function places(page: Page): Promise<string[]> {
    const rows = page.getByRole("tabpanel").getByRole("listitem").getByRole("heading", { level: 3 });
    await rows.first().waitFor();
    return rows.allTextContents();
  }
  async function middle(locator: Locator): Promise<{ x: number; y: number }> {
    const box = await locator.boundingBox();
    if (!box) throw new Error("it is not in sight");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  const stored = (editor: Editor, wanted: string[]) =>
    eventually(`the order ${wanted.join()}`, async () => (await order(editor)).join() === wanted.join());

  test("are reordered by mouse, and by keyboard, where every move is announced", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    const page = await dashboard.open("tab=sections");
    const [first = "", second = "", third = "", ...rest] = await places(page);
    const [from, to] = [await middle(handle(page, first)), await middle(handle(page, third))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10);
    await page.mouse.move(to.x, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await stored(editor, [second, third, first, ...rest]);
    expect(await places(page)).toEqual([second, third, first, ...rest]);

    const count = rest.length + 3;
    await handle(page, second).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${second}, position 1 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(`Position 2 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText(`Dropped ${second} at position 2 of ${count}`).waitFor({ state: "attached" });
    await stored(editor, [third, second, first, ...rest]);
    await handle(page, second).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${second}, position 2 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.getByText(`Position 1 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByText(`${second} stays where it was`).waitFor({ state: "attached" });
    expect(await order(editor)).toEqual([third, second, first, ...rest]);

    visitor.expected.push(/Failed to load resource/, /section update failed/);
    await page.route("**/api/admin/sections/reorder", (route) => route.abort());
    await handle(page, third).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${third}, position 1 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(`Position 2 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await answer(page, /^Failed to reorder sections: Cannot connect to backend server/, "OK");
  });

  test("are reordered by touch", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections", {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    const [first = "", second = "", ...rest] = await places(page);
    await handle(page, second).scrollIntoViewIfNeeded();
    const [from, to] = [await middle(handle(page, first)), await middle(handle(page, second))];
    const touch = await page.context().newCDPSession(page);
    const at = (type: "touchStart" | "touchMove", y: number) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: from.x, y }] });
    await at("touchStart", from.y);
    for (let step = 1; step <= 8; step++) await at("touchMove", from.y + ((to.y + 6 - from.y) * step) / 8);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await stored(editor, [second, first, ...rest]);
  });
});

const video = path.resolve(
  import.meta.dirname,
  "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
);

test("a video is dropped or chosen, called off on its way, stored, on the site, and goes when it is deleted", async ({
  product,
  dashboard,
}) => {
  const page = await dashboard.open("tab=videos");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Reading the Preamble");
  await page.getByRole("textbox", { name: "Category" }).fill("Polity");
  const bytes = readFileSync(video).toString("base64");
  await page.getByRole("form", { name: "Upload a video" }).evaluate((form, bytes) => {
    const dataTransfer = new DataTransfer();
    const file = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([file], "preamble.webm", { type: "video/webm" }));
    form.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, bytes);
  await page.getByRole("form", { name: "Upload a video" }).getByText("1 of 1 uploaded").waitFor();
  await page.route("**/api/videos", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  const upload = page.getByRole("button", { name: "Upload Video" });
  await upload.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  expect(await page.locator(".toast").count()).toBe(0);
  expect(await title.inputValue()).toBe("Reading the Preamble");

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await uploadTo(page, "Video file", video);
  await upload.click();
  await toast(page, "Video uploaded successfully").waitFor();
  await page.getByRole("cell", { name: "Reading the Preamble", exact: true }).waitFor();
  const shown = async () => (await (await fetch(`${product.url}/videos`)).text()).includes("Reading the Preamble");
  await eventually("the video is on the site", shown);
  await page.getByRole("button", { name: "Delete Reading the Preamble" }).click();
  await answer(page, "Are you sure you want to delete this video?", "Delete");
  await toast(page, "Video deleted").waitFor();
  await eventually("the video has left the site", async () => !(await shown()));
});
