import type { Locator, Page } from "playwright-core";
import { awake } from "../src/browser";
import { settings, toast } from "../src/dashboard";
import { everyPage } from "../src/pages";
import { expect, test } from "../src/test";

// The menus, from a change in the dashboard to every page of the site.

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
  const saved = toast(page, "Menu saved");
  await saved.waitFor();
  await saved.waitFor({ state: "hidden" });
}

/** The first level of the navigation, as a page shows it. */
const navigation = (page: Page) =>
  page
    .locator("#main-menu > li")
    .evaluateAll((items) => items.map((item) => item.querySelector("a, button")?.textContent));
/** The columns of the footer, with their links. */
const columns = (page: Page) =>
  page
    .locator("footer div:has(> h2):has(> ul)")
    .evaluateAll((all) => all.map((column) => [...column.querySelectorAll("h2, a")].map((one) => one.textContent)));

test("an entry is added, moved and hidden, and every page shows it so", { timeout: 120_000 }, async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const page = await dashboard.open(settings("menus"));
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
  await button(resources, "Move up Blog").click();
  await button(resources, "Hide Video Library").click();
  await button(resources, "Add entry below").click();
  const added = resources.locator(".menu-below > .entries > li").last();
  await field(added, "label").fill("Sample paper");
  await field(added, "href").fill("https://example.org/paper");
  await save(page, "Footer");

  await editor.live();
  const visit = await visitor.page();
  visitor.expected.push(/Failed to load resource.*404/);
  for (const path of [...everyPage, "/nowhere"]) {
    await visit.goto(product.url + path);
    await awake(visit);
    expect(await navigation(visit), path).toEqual(["Home", "Learning Paths", "Resources", "Mentors", "Contact"]);
    const [first, second] = await columns(visit);
    expect(first, path).toEqual([
      "Resources",
      "Study Materials",
      "Current Affairs",
      "Current Affairs Monthly Test",
      "Blog",
      "Sample paper",
    ]);
    expect(second?.[0], path).toBe("Quick links");
  }
  expect(await visit.locator("footer").getByRole("link", { name: "Sample paper" }).getAttribute("href")).toBe(
    "https://example.org/paper",
  );

  // Who edits sees what is hidden, and shows it again.
  await page.reload();
  await button(place(page, "Navigation"), "Show About").click();
  await save(page, "Navigation");
  await editor.live();
  await visit.goto(product.url);
  expect(await navigation(visit)).toContain("About");
});

test("an entry that leads to a page follows it when it moves, and goes when it is unpublished", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  const fees = { path: "/fees-2027", title: "Fees 2027", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  const page = await dashboard.open(settings("menus"));
  const main = place(page, "Navigation");
  await entry(main, "Contact").waitFor();
  await add(main, "Fees", "Fees 2027");
  await page.getByRole("option", { name: /^Fees 2027/ }).click();
  await main.getByText("Leads to this page, also when its address changes.").waitFor();
  await save(page, "Navigation");
  await editor.live();

  const visit = await visitor.page();
  const link = visit.locator("#main-menu").getByRole("link", { name: "Fees", exact: true });
  await visit.goto(`${product.url}/blog`);
  expect(await link.getAttribute("href")).toBe("/fees-2027");
  await editor.call("PUT", `/api/admin/pages/${id}`, { path: "/courses/fees" });
  await editor.live();
  await visit.reload();
  expect(await link.getAttribute("href")).toBe("/courses/fees");

  await editor.call("PUT", `/api/admin/pages/${id}`, { status: "draft" });
  await editor.live();
  for (const path of ["/", "/blog", "/about-us"]) {
    await visit.goto(product.url + path);
    await awake(visit);
    expect(await link.count(), path).toBe(0);
  }
  await page.reload();
  await entry(place(page, "Navigation"), "Fees").waitFor();
});
