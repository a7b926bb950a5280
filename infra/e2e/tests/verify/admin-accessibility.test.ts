import type { Page } from "playwright-core";
import { settled } from "../../src/browser";
import { settings } from "../../src/dashboard";
import { violationsByIbmInBothThemes } from "../../src/ibm";
import { expect, test } from "../../src/test";

// Every tab and view of the dashboard by a second checker: it finds what the first one does not, and is slow.

const TABS = [
  "home",
  "sections",
  "articles",
  "videos",
  "media",
  "psi",
  "pages",
  "lists",
  "enrollments",
  "mentorship",
  "contacts",
  "notifications",
  "menus",
  "social",
  "trash",
];
const VIEWS = ["site", "team", "tokens", "account", "publishing", "audit", "privacy"];

async function check(page: Page, what: string): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await settled(page);
  expect(await violationsByIbmInBothThemes(page), what).toEqual([]);
}

test("nothing is wrong by IBM's checker", async ({ product, dashboard, visitor }) => {
  const page = await dashboard.page();
  for (const query of [...TABS.map((tab) => `tab=${tab}`), ...VIEWS.map(settings)]) {
    await page.goto(dashboard.address(query));
    await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
    await check(page, query);
  }
  const outside = await visitor.page();
  for (const path of ["/auth", "/forgot-password"]) {
    await outside.goto(product.url + path);
    await check(outside, path);
  }
});
