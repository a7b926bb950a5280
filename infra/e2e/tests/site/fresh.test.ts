import type { Page } from "playwright-core";
import type { Article } from "../../src/api";
import { rendered } from "../../src/browser";
import { everyPage } from "../../src/pages";
import { expect, test } from "../../src/site";

// A browser that has been here before, with its HTTP cache: what it has kept never takes the place of a newer page.
// Which of two answers counts: site/src/app/live.island.test.tsx.

const main = (page: Page) => page.getByRole("main");

/** Loads the page again and waits until the API's answer to this call has come and was shown. */
async function again(page: Page, call: string): Promise<void> {
  await page.reload();
  await page.waitForFunction(
    (path) => performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === path),
    `/api/${call}`,
  );
  await rendered(page);
}

/** From now on answers at this address as a cache does that has kept the present answer. */
async function keep(page: Page, path: string): Promise<void> {
  const kept = await page.request.get(new URL(path, page.url()).href);
  const answer = { status: kept.status(), headers: kept.headers(), body: await kept.body() };
  await page.route(
    (url) => url.pathname + url.search === path,
    (route) => route.fulfill(answer),
  );
}

test("what was published since is shown, by an older page too, and what was withdrawn is not brought back", async ({
  site,
}) => {
  const page = await site.visit("/blog");
  const shown = () => main(page).getByText("Out a moment ago").count();
  await again(page, "articles");
  await keep(page, "/blog");
  const { id } = await site.create<Article>("/api/articles", {
    ...{ title: "Out a moment ago", content: "<p>Read, note, test.</p>", category: "Study Method" },
    ...{ tags: [], status: "published" },
  });
  await page.reload();
  await main(page).getByText("Out a moment ago").waitFor();
  await page.unrouteAll();
  await again(page, "articles");
  expect(await shown()).toBe(1);
  await keep(page, "/api/articles?status=published&limit=24&offset=0");
  await site.editor.call("PUT", `/api/articles/${id}`, { status: "archived" });
  await site.editor.live();
  await page.reload({ waitUntil: "networkidle" });
  await rendered(page);
  expect(await shown()).toBe(0);
  await page.unrouteAll();
  await again(page, "articles");
  expect(await shown()).toBe(0);
});

test("the next page does not show what this one was told before a change", async ({ site }) => {
  site.expected.push(/net::ERR_FAILED/);
  const page = await site.visit("/resources");
  await page.reload({ waitUntil: "networkidle" });
  await site.settings({ contact_phone: "+91 98450 11111" });
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }).click();
  await page.waitForURL("**/contact-us");
  await page.waitForLoadState("networkidle");
  await rendered(page);
  expect(await main(page).getByText("+91 98450 11111").count()).toBe(1);
});

test("staff get what staff may see, and visitors what they may, at the same address", async ({ site }) => {
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

test("a page that says what the API says asks no more than it did", async ({ site }) => {
  // One for each kind of question; without settings that is all of them.
  const paths = ["/", "/blog", "/videos", "/contact-us", "/adhva-vibes-psi", "/current-affairs"];
  expect(everyPage).toEqual(expect.arrayContaining(paths));
  const page = await site.visit("/resources");
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).pathname + new URL(request.url()).search));
  for (const path of paths) await page.goto(site.url + path, { waitUntil: "networkidle" });
  const calls = [...asked].filter((address) => address.startsWith("/api/"));
  expect(calls.sort()).toEqual([
    "/api/articles?status=published&limit=24&offset=0",
    "/api/sections",
    "/api/settings",
    "/api/social-media",
    "/api/videos",
  ]);
  expect([...asked].filter((address) => address === "/release.json")).toEqual([]);
});
