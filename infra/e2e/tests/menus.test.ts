import type { Locator, Page } from "playwright-core";
import type { Editor } from "../src/api";
import { focused, told } from "../src/dashboard";
import { everyPage } from "../src/pages";
import { read, textsOf } from "../src/read";
import { expect, test } from "../src/test";

// The menus, from a change in the dashboard to every page of the site. What is folded, refused, discarded, or saved by
// two: admin/src/features/menus/menus.screen.test.tsx.

const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const place = (page: Page, name: "Navigation" | "Footer") => page.getByRole("group", { name, exact: true });
/** An entry of a menu, by its label. */
const entry = (menu: Locator, label: string) => menu.getByRole("group", { name: label, exact: true });
const field = (scope: Locator, name: string) => scope.locator(`[name="${name}"]`).first();

/** Adds an entry at the end of the menu. */
async function add(menu: Locator, label: string, href: string) {
  await button(menu, "Add entry").click();
  const added = menu.locator("form > .entries > li").last();
  await field(added, "label").fill(label);
  await field(added, "href").fill(href);
}

async function save(page: Page, name: "Navigation" | "Footer") {
  await button(page, `Save Menu: ${name}`).click();
  await told(page, "Menu saved");
}

/** The first level of the navigation, as a page shows it. */
const navigation = (page: Document) =>
  [...page.querySelectorAll("#main-menu > li")].map((item) => item.querySelector("a, button")?.textContent);
/** The columns of the footer, with their links. */
const columns = (page: Document) =>
  [...page.querySelectorAll("footer div:has(> h2):has(> ul)")].map((column) => textsOf(column, "h2, a"));

test("an entry is added, moved and hidden, and every page shows it so", async ({ product, editor, dashboard }) => {
  const page = await dashboard.open("tab=menus");
  const main = place(page, "Navigation");
  await entry(main, "Contact").waitFor();
  await add(main, "Mentors", "/mentorship");
  const up = button(main, "Move up Mentors");
  await up.press("Enter");
  await page.keyboard.press("Enter");
  await button(main, "Hide About").click();
  await save(page, "Navigation");

  const footer = place(page, "Footer");
  const resources = entry(footer, "Resources");
  await button(resources, "Move up Resources").click();
  await button(resources, "Edit Resources").click();
  await button(resources, "Move up Blog").click();
  await button(resources, "Hide Video Library").click();
  await button(resources, "Add entry below").click();
  const added = resources.locator(".menu-below > .entries > li").last();
  await field(added, "label").fill("Sample paper");
  await field(added, "href").fill("https://example.org/paper");
  await save(page, "Footer");

  await editor.live();
  for (const path of [...everyPage, "/nowhere"]) {
    const shown = await read(product.url + path);
    expect(navigation(shown), path).toEqual(["Home", "Learning Paths", "Resources", "Mentors", "Contact"]);
    const [first, second] = columns(shown);
    expect(first, path).toEqual([
      "Resources",
      "Study Materials",
      "Current Affairs",
      "Current Affairs Monthly Test",
      "Blog",
      "Sample paper",
    ]);
    expect(second?.[0], path).toBe("Quick links");
    expect(shown.querySelector('footer a[href="https://example.org/paper"]')?.textContent, path).toBe("Sample paper");
  }

  // Who edits sees what is hidden, and shows it again.
  await page.reload();
  await button(place(page, "Navigation"), "Show About").click();
  await save(page, "Navigation");
  await editor.live();
  expect(navigation(await read(product.url))).toContain("About");
});

test("an emptied menu stays empty on the page, and its default comes back when it is asked for", async ({
  product,
  editor,
  dashboard,
}) => {
  const { menus } = await editor.call<{ menus: { place: string; default: { label: string }[] }[] }>(
    "GET",
    "/api/content-model",
  );
  const labels = menus.find(({ place }) => place === "main")?.default.map(({ label }) => label) ?? [];
  const page = await dashboard.open("tab=menus");
  const main = place(page, "Navigation");
  await main.locator(".entries > li").first().waitFor();
  for (const entry of await main
    .getByRole("button", { name: /^Remove / })
    .all()
    .then((all) => all.reverse())) {
    await entry.click();
  }
  await save(page, "Navigation");
  await editor.live();
  for (const path of ["/", "/blog"]) expect(navigation(await read(product.url + path)), path).toEqual([]);

  await page.reload();
  const restore = button(page, "Restore default: Navigation");
  await restore.press("Enter");
  await entry(main, "Contact").waitFor();
  await focused(restore);
  expect(await items(editor), "nothing is saved unasked").toEqual([]);
  await save(page, "Navigation");
  await restore.waitFor({ state: "detached" });
  await editor.live();
  expect(navigation(await read(product.url))).toEqual(labels);
});

const items = (editor: Editor) =>
  editor.call<{ items: { label: string; href: string }[] }>("GET", "/api/admin/menus/main").then((menu) => menu.items);

test("an entry that leads to a page follows it when it moves, and goes when it is unpublished", async ({
  product,
  editor,
  dashboard,
}) => {
  const fees = { path: "/fees-2027", title: "Fees 2027", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  const page = await dashboard.open("tab=menus");
  const main = place(page, "Navigation");
  await entry(main, "Contact").waitFor();
  await add(main, "Fees", "Fees 2027");
  await page.getByRole("option", { name: /^Fees 2027/ }).click();
  await main.getByText("Follows this page when its address changes.").waitFor();
  await save(page, "Navigation");
  await editor.live();

  const link = async (path: string) =>
    [...(await read(product.url + path)).querySelectorAll("#main-menu a")]
      .find(({ textContent }) => textContent === "Fees")
      ?.getAttribute("href");
  expect(await link("/blog")).toBe("/fees-2027");
  await editor.call("PUT", `/api/admin/pages/${id}`, { path: "/courses/fees" });
  await editor.live();
  expect(await link("/blog")).toBe("/courses/fees");

  await editor.call("PUT", `/api/admin/pages/${id}`, { status: "draft" });
  await editor.live();
  for (const path of ["/", "/blog", "/about-us"]) expect(await link(path), path).toBeUndefined();
  await page.reload();
  await entry(place(page, "Navigation"), "Fees").waitFor();
});
