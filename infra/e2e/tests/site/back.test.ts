import type { Page } from "playwright-core";
import { Editor } from "../../src/api";
import { expect, type Site, test } from "../../src/site";

// Pages that the browser brings back as they were left. The headless shell keeps none of them, so the event that a page
// gets then is sent to it.

const comesBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

/** A page of somebody with a session of their own, which may end. */
async function signedIn(site: Site, path: string) {
  const own = await Editor.enter(site);
  const page = await site.visit("/resources");
  await page.context().addCookies(own.cookies().map((cookie) => ({ ...cookie, url: site.url })));
  await page.goto(site.url + path);
  return page;
}

const dashboardLink = (page: Page) => page.getByRole("link", { name: "Dashboard" });

test("the theme is the one that was chosen since", async ({ site }) => {
  const page = await site.visit("/blog");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await comesBack(page);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  await comesBack(page);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  await page.getByRole("button", { name: "Switch to dark theme" }).waitFor();
});

test("who has signed out since has no Dashboard link, who has signed in has one", async ({ site }) => {
  const page = await signedIn(site, "/blog");
  await dashboardLink(page).waitFor();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await comesBack(page);
  await dashboardLink(page).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Logout" }).count()).toBe(0);
  await page.context().addCookies(cookies);
  await comesBack(page);
  await dashboardLink(page).waitFor();
});

test("the community button that was closed since is not there", async ({ site }) => {
  const page = await site.visit("/resources");
  const button = page.getByRole("link", { name: /^Join our community/ });
  await button.waitFor();
  await page.evaluate(() => sessionStorage.setItem("community-closed", "1"));
  await comesBack(page);
  await button.waitFor({ state: "hidden" });
});

test("what the page shows is asked for again", async ({ site }) => {
  const page = await site.visit("/contact-us");
  await page.waitForLoadState("networkidle");
  await site.settings({ contact_email: "meanwhile@academy.example" });
  await comesBack(page);
  await page.getByRole("main").getByRole("link", { name: "meanwhile@academy.example" }).first().waitFor();
});

test("a dashboard whose session has ended shows nothing more of it, and the theme of now", async ({ site }) => {
  const page = await signedIn(site, "/admin/dashboard?tab=contacts");
  await page.getByRole("heading", { name: "Contact" }).first().waitFor();
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await comesBack(page);
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
