import { Editor } from "../../src/api";
import { expect, test } from "../../src/site";

// A page that the browser brings back as it was left. The headless shell keeps none, so the event that a page gets then
// is sent to it. What pages of the site do with it is shown beside their islands (site/src/**/*.island.test.tsx).

test("a dashboard whose session has ended shows nothing more of it, and the theme of now", async ({ site }) => {
  // A session of its own, which may end.
  const own = await Editor.enter(site);
  const page = await site.visit("/resources");
  await page.context().addCookies(own.cookies().map((cookie) => ({ ...cookie, url: site.url })));
  await page.goto(`${site.url}/admin/dashboard?tab=contacts`);
  await page.getByRole("heading", { name: "Contact" }).first().waitFor();
  await page.evaluate(() => {
    localStorage.setItem("theme", "dark");
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await page.locator('html[data-theme="dark"][data-mantine-color-scheme="dark"]').waitFor();
  expect(await page.getByRole("tabpanel").count()).toBe(1);
  await page.context().clearCookies();
  const hidden = page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    return document.documentElement.checkVisibility();
  });
  expect(await hidden).toBe(false);
  await page.waitForURL("**/auth");
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
});
