import type { Page } from "playwright-core";
import { islands } from "../../../../site/scripts/build-islands.mjs";
import { awake } from "../../src/browser";
import { hydrate, loaderCame, wakeAll, watchAll } from "../../src/hydrate";
import { everyPage } from "../../src/pages";
import { eventually, expect, phone, type Site, test } from "../../src/site";
import { gate } from "../../src/wait";

// How the parts of a page that live come to life: after the first paint, one in each idle moment, and with a touch.

const island = (page: Page, name: string) => page.locator(`is-land[data-island="${name}"]`);
const alive = (page: Page, name: string) => island(page, name).and(page.locator("[data-live]"));
const video = "https://youtu.be/dQw4w9WgXcQ";
const theme = (page: Page) => page.locator("html").getAttribute("data-theme");
const toggle = (page: Page) => page.getByRole("button", { name: /^Switch to/ });

/** The names of the script files that a page asks for from now on, without their hashes. */
function loaded(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    // A hash of eight characters may have dashes of its own.
    if (request.resourceType() === "script") names.push(request.url().replace(/.*\/|-.{8}\.js$/g, ""));
  });
  return names;
}

test("nothing is asked for before the first paint, then the loader alone, and one island in each idle moment, those in view first", async ({
  site,
}) => {
  const page = await site.visit("/contact-us", { scripts: Promise.resolve() });
  await awake(page);
  // The page is painted when `paint` is called, and the browser idle when the test says so; notes what comes to life.
  await page.addInitScript(() => {
    class Observer {
      static supportedEntryTypes = ["paint"];
      constructor(painted: (entries: unknown, observer: Observer) => void) {
        Object.assign(window, { paint: () => painted([], this) });
      }
      observe() {}
      disconnect() {}
    }
    const idle: (() => void)[] = [];
    const order: string[] = [];
    const requestIdleCallback = (work: () => void) => idle.push(work);
    Object.assign(window, { idle, order, requestIdleCallback, PerformanceObserver: Observer });
    new MutationObserver((changes) => {
      for (const { target } of changes) order.push((target as HTMLElement).dataset.island ?? "");
    }).observe(document, { subtree: true, attributeFilter: ["data-live"] });
  });
  const files = loaded(page);
  await page.reload({ waitUntil: "networkidle" });
  expect(files).toEqual([]);
  const inView = await page
    .locator("is-land")
    .evaluateAll((all) =>
      (all as HTMLElement[])
        .filter((one) => one.firstElementChild && one.firstElementChild.getBoundingClientRect().top < innerHeight)
        .map((one) => one.dataset.island),
    );
  expect(inView.length).toBeGreaterThan(2);

  await page.evaluate(() => (window as unknown as { paint: () => void }).paint());
  const idles = () => page.waitForFunction(() => (window as unknown as { idle: unknown[] }).idle.length > 0);
  await idles();
  await page.waitForLoadState("networkidle");
  expect(files).toEqual(["loader"]);

  const order = () => page.evaluate(() => (window as unknown as { order: string[] }).order);
  for (let count = 1; count <= inView.length; count++) {
    await idles();
    await page.evaluate(() => (window as unknown as { idle: (() => void)[] }).idle.shift()?.());
    await eventually("another one lives", async () => (await order()).length >= count);
    expect((await order()).length).toBe(count);
  }
  const first = await order();
  // What shows nothing yet has no place of its own, and is taken for what it stands in.
  expect(inView.filter((name) => !first.includes(name as string)).length).toBeLessThanOrEqual(1);
});

test("far ones wait until they come near, also one that got a box of its own meanwhile", async ({ site }) => {
  const page = await site.visit("/", { scripts: Promise.resolve() });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-island="ContactLinks"] > * { display: none }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.reload();
  await alive(page, "NavBar").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  for (const far of ["SocialLinks", "ContactLinks"]) {
    expect(await island(page, far).last().getAttribute("data-live"), far).toBeNull();
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  for (const far of ["SocialLinks", "ContactLinks"]) await alive(page, far).last().waitFor({ state: "attached" });
});

test("touches before any script has come count, in their order, of one control once; other keys are the browser's", async ({
  site,
}) => {
  const { opened, open } = gate();
  const page = await site.visit("/about-us", { scripts: opened });
  const paths = page.getByRole("button", { name: "Learning Paths" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => scrollTo(0, 0));
  await paths.focus();
  const prevented = await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver(() => changes.push(document.documentElement.dataset.theme ?? "")).observe(
      document.documentElement,
      { attributeFilter: ["data-theme"] },
    );
    const key = new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true, cancelable: true });
    return !document.activeElement?.dispatchEvent(key);
  });
  expect(prevented).toBe(false);

  for (let press = 0; press < 3; press++) await toggle(page).click();
  await paths.focus();
  await page.keyboard.press("ArrowDown");
  expect(await theme(page)).toBe("light");
  open();
  await awake(page);
  const first = page.getByRole("navigation").getByRole("link", { name: "PSI", exact: true });
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual(["dark"]);
});

test("a file that could not be loaded is asked for with the next touch under another address: the loader, an island", async ({
  site,
}) => {
  site.expected.push(/net::ERR_FAILED/, /did not load/);
  const page = await site.visit("/resources", { scripts: Promise.resolve() });
  await page.waitForLoadState("networkidle");
  // The address that has failed goes on failing, as where a browser remembers that.
  let failing: RegExp | undefined;
  let failed = 0;
  await page.route(/\/islands\/.*\.js\?*$/, async (route) => {
    if (!failing?.test(route.request().url())) return route.fallback();
    await route.abort();
    failed++;
  });
  for (const file of [/\/loader-[^/]*\.js$/, /\/NavBar-[^/]*\.js$/]) {
    [failing, failed] = [file, 0];
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${site.url}/about-us`, { waitUntil: "domcontentloaded" });
    await toggle(page).click();
    // Where it fails between the press and its click, the click is the next touch.
    await eventually("it has failed", () => failed > 0);
    await eventually("the next touch counts", async () => {
      if ((await theme(page)) === "dark") return true;
      await toggle(page).click();
      await page.waitForLoadState("networkidle");
      return (await theme(page)) === "dark";
    });
  }
  // What shows nothing yet cannot be touched: the next touch of anything counts.
  [failing, failed] = [/\/CommunityButton-[^/]*\.js$/, 0];
  await page.goto(`${site.url}/resources`, { waitUntil: "domcontentloaded" });
  await eventually("it has failed", () => failed > 0);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("link", { name: /^Join our community/ }).waitFor();
});

test("where what islands share could not be loaded, a touch loads the page again, once, and it lives", async ({
  site,
}) => {
  site.expected.push(/net::ERR_FAILED/, /did not load/);
  const page = await site.visit("/resources", { scripts: Promise.resolve() });
  await page.waitForLoadState("networkidle");
  let [failed, loads] = [0, 0];
  await page.route(/\/islands\/shared-.*\.js\?*$/, async (route) => {
    if (loads > 1) return route.fallback();
    await route.abort();
    failed++;
  });
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  await page.goto(`${site.url}/contact-us`, { waitUntil: "domcontentloaded" });
  await page.locator("#contact-name").fill("Asha Rao");
  await toggle(page).click();
  await eventually("it has failed", () => failed > 0);
  await eventually("a touch loads the page again, and one of that counts", async () => {
    if ((await theme(page)) === "dark") return true;
    await toggle(page).click();
    await page.waitForLoadState("networkidle");
    return (await theme(page)) === "dark";
  });
  expect([await page.locator("#contact-name").inputValue(), loads]).toEqual(["Asha Rao", 2]);
});

/** Creates a document until the end of the test: it goes live with the settings, which are waited for. */
async function add(site: Site, collection: string, document: object): Promise<void> {
  const { id } = await site.editor.call<{ id: string }>("POST", collection, document);
  site.later(() => site.editor.call("DELETE", `${collection}/${id}`));
}

/** Puts on the site what it has no example of, and returns the addresses at which every island can be seen. */
async function everyIsland(site: Site): Promise<string[]> {
  const blocks = [{ type: "video", values: { video, title: "A talk" } }];
  await add(site, "/api/admin/pages", { path: "/talk", title: "Talk", status: "published", blocks });
  await site.settings({ hero_background_type: "video", hero_video_url: video });
  return [...everyPage, "/talk", "/nowhere"];
}

/** Expects each island of these pages to be, when it comes to life, what was rendered; returns which there are. */
async function expectSame(site: Site, paths: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of paths) {
    const url = site.url + path;
    const html = await (await fetch(url)).text();
    // What the screen's width decides, the navigation bar, is on every page.
    for (const narrow of path === "/" ? [false, true] : [false]) {
      for (const one of await hydrate(html, url, narrow)) {
        found.add(one.island);
        expect(one.live, `${one.island} of ${path}`).toBe(one.rendered);
      }
    }
  }
  return found;
}

test("what comes to life is what was rendered, of every island on every page", async ({ site }) => {
  const found = await expectSame(site, await everyIsland(site));
  expect([...found].sort()).toEqual(
    islands()
      .map(([name]) => name)
      .sort(),
  );
});

const hostile = `كيف "تقرأ" <b>& 'apart'</b>\r\n\u2028 </script> ${"W".repeat(40)} __proto__ 👩‍👩‍👧‍👦 &amp; $&`;

test("what comes to life is what was rendered of whatever editors write", async ({ site }) => {
  const banner = { banner_image: "", category: "", tags: [] };
  const article = { title: hostile, excerpt: hostile, content: `<p>${hostile}</p>`, status: "published" };
  await add(site, "/api/articles", { ...article, ...banner });
  const link = { platform: "Github", url: "https://example.org/?a=1&b=%22", color: "#24292f", order_index: 0 };
  await add(site, "/api/admin/social-media", { ...link, active: true });
  const menu = "/api/admin/menus/main";
  const { items } = await site.editor.call<{ items: object[] }>("GET", menu);
  site.later(() => site.editor.call("PUT", menu, { items }));
  await site.editor.call("PUT", menu, { items: [...items, { label: hostile.slice(0, 40), href: "/blog?a=1&b=2" }] });
  await site.settings({
    site_title: hostile.slice(0, 100),
    contact_phone: "",
    contact_whatsapp: "",
    community_url: "",
    blog_show_coming_soon: false,
  });
  await expectSame(site, ["/", "/blog", "/contact-us", "/videos", "/adhva-vibes-psi", "/current-affairs-test"]);
});

test("so it is in a browser, with styles, a layout and an API, on a desktop and on a dark phone", async ({ site }) => {
  await site.settings({ hero_background_type: "video", hero_video_url: video });
  for (const options of [{}, { ...phone, theme: "dark" as const }]) {
    const page = await site.visit("/resources", { ...options, scripts: Promise.resolve() });
    let scripts = gate();
    await page.route(/\/islands\/.*\.js$/, async (route) => {
      await scripts.opened;
      await route.continue();
    });
    for (const path of ["/", "/adhva-vibes-psi", "/contact-us"]) {
      scripts = gate();
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      const seen = await page.evaluateHandle(watchAll);
      scripts.open();
      await page.waitForFunction(loaderCame);
      await page.evaluate(wakeAll);
      await page.waitForFunction((all) => all.every(({ live }) => live !== undefined), seen);
      for (const one of await seen.jsonValue()) expect(one.live, `${one.island} of ${path}`).toBe(one.rendered);
    }
  }
});
