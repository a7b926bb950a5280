import type { Locator, Page } from "playwright-core";
import { told } from "../src/dashboard";
import { everyPage } from "../src/pages";
import { read, textsOf } from "../src/read";
import { expect, test } from "../src/test";

// The menus, from a change in the dashboard to every page of the site. What is folded, refused, discarded, emptied,
// restored, led to a page, or saved by two: admin/src/features/menus/menus.screen.test.tsx; an empty menu, and one that
// follows a page, on the site: site/publisher/test/pages.test.ts.

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
