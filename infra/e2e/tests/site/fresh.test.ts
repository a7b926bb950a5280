import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Article } from "../../src/api";
import { rendered } from "../../src/browser";
import { everyPage } from "../../src/pages";
import { expect, type Site, test } from "../../src/site";

// A browser, or a cache on the way, that has been here before: what it has kept never takes the place of a newer page.

const main = (page: Page) => page.getByRole("main");

/** Loads the page again and waits until the API's answer to this call has come and was shown. */
async function again(page: Page, call: string): Promise<void> {
  await page.reload();
  await answered(page, call);
}

async function answered(page: Page, call: string): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path),
    `/api/${call}`,
  );
  await rendered(page);
}

/** Loads the page again and waits until all answers have come and were shown. */
async function whole(page: Page): Promise<void> {
  await page.reload({ waitUntil: "networkidle" });
  await rendered(page);
}

const publish = (site: Site, title: string) =>
  site.create<Article>("/api/articles", {
    title,
    content: "<p>Read, note, test.</p>",
    category: "Study Method",
    tags: [],
    status: "published",
  });

async function withdraw(site: Site, { id }: Article): Promise<void> {
  await site.editor.call("PUT", `/api/articles/${id}`, { status: "archived" });
  await site.editor.live();
}

/** From now on answers this call as a cache does that has kept the present answer. Addresses with `live` are others to it. */
async function keep(page: Page, path: string): Promise<void> {
  const kept = await page.request.get(new URL(path, page.url()).href);
  const answer = { status: kept.status(), headers: kept.headers(), body: await kept.body() };
  await page.route(
    (url) => url.pathname + url.search === path,
    (route) => route.fulfill(answer),
  );
}

const listed = "/api/articles?status=published&limit=24&offset=0";

describe("a browser that has been here before", () => {
  test("shows what was published since, and goes on showing it", async ({ site }) => {
    const page = await site.visit("/blog");
    await again(page, "articles");
    await publish(site, "Out a moment ago");
    await again(page, "articles");
    expect(await main(page).getByText("Out a moment ago").count()).toBe(1);
  });

  test("does not bring back what was withdrawn", async ({ site }) => {
    const made = await publish(site, "Not for long");
    const page = await site.visit("/blog");
    await again(page, "articles");
    expect(await main(page).getByText("Not for long").count()).toBe(1);
    await withdraw(site, made);
    await again(page, "articles");
    expect(await main(page).getByText("Not for long").count()).toBe(0);
  });

  test("keeps the new address of the academy", async ({ site }) => {
    const contact = await site.visit("/contact-us");
    await again(contact, "settings");
    await site.settings({ contact_email: "moved@academy.example" });
    await again(contact, "settings");
    expect(await main(contact).getByRole("link", { name: "moved@academy.example" }).count()).toBeGreaterThan(0);
    expect(await contact.getByRole("contentinfo").innerText()).toContain("moved@academy.example");
  });

  test("does not bring back a block of the home page that was hidden", async ({ site }) => {
    const sections = await site.editor.call<{ id: string; type: string }[]>("GET", "/api/sections");
    const address = `/api/admin/sections/${sections.find(({ type }) => type === "why-choose")?.id}`;
    const page = await site.visit("/");
    const block = main(page).locator('[data-section="why-choose"]');
    await again(page, "sections");
    expect(await block.count()).toBe(1);
    await site.editor.call("PUT", address, { is_visible: false });
    site.later(() => site.editor.call("PUT", address, { is_visible: true }));
    await site.editor.live();
    await again(page, "sections");
    expect(await block.count()).toBe(0);
    await site.editor.call("PUT", address, { is_visible: true });
    await site.editor.live();
    await again(page, "sections");
    expect(await block.count()).toBe(1);
  });

  test("does not show on the next page what it was told before a change", async ({ site }) => {
    site.expected.push(/net::ERR_FAILED/);
    const page = await site.visit("/resources");
    await whole(page);
    await site.settings({ contact_phone: "+91 98450 11111" });
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }).click();
    await page.waitForURL("**/contact-us");
    await page.waitForLoadState("networkidle");
    await rendered(page);
    expect(await main(page).getByText("+91 98450 11111").count()).toBe(1);
  });

  test("gives staff what staff may see, and visitors what they may, at the same address", async ({ site }) => {
    const draft = { title: "Half a thought", content: "<p>x</p>", category: "News", status: "draft" };
    const { id } = await site.editor.call<Article>("POST", "/api/articles", draft);
    site.later(() => site.editor.call("DELETE", `/api/articles/${id}`));
    const page = await site.visit("/blog", { signedIn: true });
    const titles = await page.evaluate(async () => {
      const seen: string[][] = [];
      for (const credentials of ["omit", "include", "omit", "include"] as const) {
        const answer = await fetch("/api/articles", { credentials });
        seen.push(((await answer.json()) as { title: string }[]).map(({ title }) => title));
      }
      return seen;
    });
    expect(titles.map((list) => list.includes("Half a thought"))).toEqual([false, true, false, true]);
    // At the very address that the dashboard asks at.
    const asked = page.waitForRequest((request) => /\/api\/articles\?/.test(request.url()));
    await page.goto(`${site.url}/admin/dashboard?tab=articles`);
    const address = (await asked).url();
    await page.goto(`${site.url}/blog`);
    await page.evaluate((url) => fetch(url, { credentials: "omit" }), address);
    await page.goto(`${site.url}/admin/dashboard?tab=articles`);
    await page.getByText("Half a thought").first().waitFor();
  });
});

describe("behind a cache that answers with what it has kept", () => {
  test("the page stays as it was published", async ({ site }) => {
    const page = await site.visit("/blog");
    await keep(page, listed);
    await keep(page, "/api/settings");
    const made = await publish(site, "Newer than the cache");
    await site.settings({ blog_show_coming_soon: true });
    await whole(page);
    await main(page).getByRole("heading", { name: "Coming Soon" }).waitFor();
    await site.settings({ blog_show_coming_soon: false });
    await whole(page);
    expect(await main(page).getByText("Newer than the cache").count()).toBe(1);
    await keep(page, listed);
    await withdraw(site, made);
    await whole(page);
    expect(await main(page).getByText("Newer than the cache").count()).toBe(0);
  });

  test("an article that was withdrawn is not found", async ({ site }) => {
    site.expected.push(/Failed to load resource.*404/);
    const made = await publish(site, "Withdrawn and kept");
    const page = await site.visit(`/blog/${made.slug}`);
    await keep(page, `/api/articles/${made.slug}`);
    await withdraw(site, made);
    await whole(page);
    await page.getByRole("heading", { level: 1, name: "Article Not Found" }).waitFor();
  });

  test("what is newer than the page is shown all the same", async ({ site }) => {
    const page = await site.visit("/blog");
    await keep(page, "/blog");
    await publish(site, "Newer than the page");
    await page.reload();
    await main(page).getByText("Newer than the page").waitFor();
  });
});

test("where nobody says what is live, each part of a page goes on showing what it was built with", async ({ site }) => {
  site.expected.push(/net::ERR_FAILED/);
  const page = await site.visit("/contact-us");
  const footer = page.getByRole("contentinfo");
  const links = await footer.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(links).toContainEqual(expect.stringMatching(/^https:\/\/wa\.me\/\d/));
  await page.route("**/release.json", (route) => route.abort());
  const settings = await (await page.request.get(`${site.url}/api/settings`)).json();
  const json = { ...settings, contact_email: "former@academy.example" };
  await page.route("**/api/settings*", (route) => route.fulfill({ json }));
  await whole(page);
  expect(await footer.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(
    links,
  );
});

test("a page that says what the API says asks no more than it did", async ({ site }) => {
  const page = await site.visit("/");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  for (const path of everyPage) await page.goto(site.url + path, { waitUntil: "networkidle" });
  expect(asked).toContain("/api/settings");
  expect(asked.filter((address) => address.includes("live=") || address === "/release.json")).toEqual([]);
});

test("each fetch that fails is said on the console, once", async ({ site }) => {
  const page = await site.visit("/", { alone: true });
  // What the first page asked and never learned is not counted.
  await page.goto("about:blank");
  const [said, failed]: [string[], string[]] = [[], []];
  page.on("console", (message) => {
    const [, name] = /^could not fetch \/api (\w+)/.exec(message.text()) ?? [];
    if (name) said.push(name);
  });
  page.on("requestfailed", (request) => {
    const [, name] = /\/api\/(\w+)/.exec(request.url()) ?? [];
    if (name) failed.push(name);
  });
  await page.goto(`${site.url}/blog`, { waitUntil: "networkidle" });
  await expect.poll(() => [...new Set(said)].sort()).toEqual(["articles", "settings", "social"]);
  // Parts that share a question ask again where the first one had failed before they began.
  await expect.poll(() => said.sort()).toEqual(failed.sort());
});
