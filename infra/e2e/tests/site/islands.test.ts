import type { Page } from "playwright-core";
import { describe } from "vitest";
import { islands } from "../../../../site/scripts/build-islands.mjs";
import { awake } from "../../src/browser";
import { everyPage } from "../../src/pages";
import { eventually, expect, type Site, screens, test, themes } from "../../src/site";
import { gate } from "../../src/wait";

// How the parts of a page that live come to life: after the first paint, one in each idle moment, and with a touch.

const island = (page: Page, name: string) => page.locator(`is-land[data-island="${name}"]`);
const video = "https://youtu.be/dQw4w9WgXcQ";
const theme = (page: Page) => page.locator("html").getAttribute("data-theme");
const toggle = (page: Page) => page.getByRole("button", { name: /^Switch to/ });

/** The islands that live, in the order in which they came to life. */
const order = (page: Page) => page.evaluate(() => (window as unknown as { order: string[] }).order);

/** From the beginning on, notes which islands come to life; the browser is idle only when `idle` is called. */
async function watched(page: Page): Promise<{ idle: () => Promise<void> }> {
  await page.addInitScript(() => {
    const idle: (() => void)[] = [];
    const order: string[] = [];
    Object.assign(window, { idle, order, requestIdleCallback: (work: () => void) => idle.push(work) });
    new MutationObserver((changes) => {
      for (const { target } of changes) order.push((target as HTMLElement).dataset.island ?? "");
    }).observe(document, { subtree: true, attributeFilter: ["data-live"] });
  });
  return {
    idle: async () => {
      await page.waitForFunction(() => (window as unknown as { idle: unknown[] }).idle.length > 0);
      await page.evaluate(() => (window as unknown as { idle: (() => void)[] }).idle.shift()?.());
    },
  };
}

describe("when nobody touches anything", () => {
  test("nothing is asked for before the first paint", async ({ site }) => {
    const page = await site.visit("/about-us", { scripts: Promise.resolve() });
    await awake(page);
    await page.addInitScript(() => {
      class Observer {
        static supportedEntryTypes = ["paint"];
        constructor(painted: (entries: unknown, observer: Observer) => void) {
          Object.assign(window, { paint: () => painted([], this) });
        }
        observe() {}
        disconnect() {}
      }
      Object.assign(window, { PerformanceObserver: Observer });
    });
    const loaded: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && loaded.push(request.url()));
    await page.reload({ waitUntil: "networkidle" });
    expect(loaded).toEqual([]);
    await page.evaluate(() => (window as unknown as { paint: () => void }).paint());
    await eventually("the loader is asked for", () => loaded.length > 0);
  });

  test("one island in each idle moment, those in view first", async ({ site }) => {
    const page = await site.visit("/contact-us", { scripts: Promise.resolve() });
    const { idle } = await watched(page);
    await page.reload();
    const inView = await page
      .locator("is-land")
      .evaluateAll((all) =>
        (all as HTMLElement[])
          .filter((one) => one.firstElementChild && one.firstElementChild.getBoundingClientRect().top < innerHeight)
          .map((one) => one.dataset.island),
      );
    expect(inView.length).toBeGreaterThan(2);
    for (let count = 1; count <= inView.length; count++) {
      await idle();
      await eventually("another one lives", async () => (await order(page)).length >= count);
      expect((await order(page)).length).toBe(count);
    }
    const first = await order(page);
    // What shows nothing yet has no place of its own, and is taken for what it stands in.
    expect(inView.filter((name) => !first.includes(name as string)).length).toBeLessThanOrEqual(1);
  });

  test("far ones wait until they come near", async ({ site }) => {
    const page = await site.visit("/", { scripts: Promise.resolve() });
    await island(page, "NavBar").and(page.locator("[data-live]")).waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    const far = island(page, "ContactLinks");
    expect(await far.getAttribute("data-live")).toBeNull();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await far.and(page.locator("[data-live]")).waitFor({ state: "attached" });
  });

  test("one that got a box of its own meanwhile comes to life when that comes near", async ({ site }) => {
    const page = await site.visit("/", { scripts: Promise.resolve() });
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('[data-island="ContactLinks"] > * { display: none }');
      document.adoptedStyleSheets = [sheet];
    });
    await page.reload();
    await island(page, "NavBar").and(page.locator("[data-live]")).waitFor({ state: "attached" });
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await island(page, "ContactLinks").and(page.locator("[data-live]")).waitFor({ state: "attached" });
  });

  test("an island's file names what all share, and that names no other: on a slow network each would be a wait", async ({
    site,
  }) => {
    // All of it lives before the reload, which alone is listened to: what it still asked for would count twice.
    const page = await site.visit("/");
    const files: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && files.push(request.url()));
    await page.reload();
    const named = files.map(async (file) =>
      (await (await fetch(file)).text()).match(/(?<=(?:from|import)"\.\/)[a-z]+/gi),
    );
    expect(new Set((await Promise.all(named)).flat())).toEqual(new Set([null, "shared"]));
    expect(files.filter((file) => /shared-/.test(file)).length).toBe(1);
    expect(await named[files.findIndex((file) => /shared-/.test(file))]).toBe(null);
  });

  test("while the browser is never idle, a page loads the loader alone", async ({ site }) => {
    const page = await site.visit("/about-us", { scripts: Promise.resolve() });
    await watched(page);
    await awake(page);
    const loaded: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && loaded.push(request.url()));
    await page.reload();
    await page.waitForFunction(() => (window as unknown as { idle: unknown[] }).idle.length > 0);
    await page.waitForLoadState("networkidle");
    // A hash of eight characters may have dashes of its own.
    expect(loaded.map((url) => url.replace(/.*\/|-.{8}\.js$/g, ""))).toEqual(["loader"]);
  });
});

describe("a touch", () => {
  test("before any script has come counts, once", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { scripts: opened });
    await page.evaluate(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      new MutationObserver(() => changes.push(document.documentElement.dataset.theme ?? "")).observe(
        document.documentElement,
        { attributeFilter: ["data-theme"] },
      );
    });
    await toggle(page).click();
    expect(await theme(page)).toBe("light");
    open();
    await page.locator('html[data-theme="dark"]').waitFor({ state: "attached" });
    await awake(page);
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual(["dark"]);
  });

  test("by a key goes to the island too", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { scripts: opened });
    await page.getByRole("button", { name: "Learning Paths" }).focus();
    await page.keyboard.press("ArrowDown");
    open();
    const first = page.getByRole("navigation").getByRole("link", { name: "PSI", exact: true });
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test("of each control of an island counts, in their order, and of one control once", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { scripts: opened });
    for (let press = 0; press < 3; press++) await toggle(page).click();
    await page.getByRole("button", { name: "Learning Paths" }).focus();
    await page.keyboard.press("ArrowDown");
    open();
    await awake(page);
    const first = page.getByRole("navigation").getByRole("link", { name: "PSI", exact: true });
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await theme(page)).toBe("dark");
  });

  test("by a key that no control of it knows is the browser's", async ({ site }) => {
    const page = await site.visit("/about-us", { scripts: new Promise(() => {}) });
    await page.keyboard.press("Tab");
    await page.keyboard.press("End");
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Learning Paths" }).focus();
    const prevented = await page.evaluate(() => {
      const key = new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true, cancelable: true });
      return !document.activeElement?.dispatchEvent(key);
    });
    expect(prevented).toBe(false);
  });

  for (const [name, files] of [
    ["the loader", /\/loader-[^/]*\.js$/],
    ["its island", /\/NavBar-[^/]*\.js$/],
    ["what the islands share", /\/shared-[^/]*\.js$/],
  ] as const) {
    test(`tries again when ${name} could not be loaded`, async ({ site }) => {
      site.expected.push(/net::ERR_FAILED/, /did not load/);
      const page = await site.visit("/resources", { scripts: Promise.resolve() });
      await page.waitForLoadState("networkidle");
      let failing = true;
      let failed = 0;
      await page.route(files, async (route) => {
        if (!failing) return route.fallback();
        await route.abort();
        failed++;
      });
      await page.goto(`${site.url}/about-us`, { waitUntil: "domcontentloaded" });
      await toggle(page).click();
      await eventually("it has failed", async () => failed > 0);
      await toggle(page).click();
      await eventually("it has failed twice", async () => failed > 1);
      failing = false;
      expect(await theme(page)).toBe("light");
      await eventually("the next touch counts", async () => {
        if ((await theme(page)) === "dark") return true;
        await toggle(page).click();
        await page.waitForLoadState("networkidle");
        return (await theme(page)) === "dark";
      });
    });
  }
});

test("what shows nothing yet and did not load is tried again with the next touch of anything", async ({ site }) => {
  site.expected.push(/net::ERR_FAILED/, /CommunityButton did not load/);
  const page = await site.visit("/resources", { scripts: Promise.resolve() });
  let failing = true;
  let failed = false;
  const file = /\/CommunityButton-[^/]*\.js$/;
  await page.route(file, async (route) => {
    if (!failing) return route.fallback();
    await route.abort();
    failed = true;
  });
  await page.reload();
  await eventually("it has failed", () => failed);
  await page.waitForLoadState("networkidle");
  failing = false;
  await page.getByRole("heading", { level: 1 }).click();
  await page.getByRole("link", { name: /^Join our community/ }).waitFor();
});

interface Seen {
  island: string;
  rendered: string;
  live: string;
}

/** What each island of the page was as HTML, and what it was at the moment when it came to life. */
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: () => Promise<Seen[]> }).seen());

async function compared(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const islandsOf = (of: Document) => [...of.querySelectorAll<HTMLElement>("is-land")];
    const html = (island?: Element) => {
      const copy = island?.cloneNode(true) as Element;
      for (const script of copy.querySelectorAll("noscript")) script.replaceChildren();
      // What is closed and lives says so; the stylesheet, which may open it before, cannot.
      return copy.innerHTML.replace(/<!--.*?-->| aria-expanded="false"/g, "");
    };
    const live = new Map<Node, string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) live.set(target, html(target as Element));
    }).observe(document, { subtree: true, attributeFilter: ["data-live"] });
    const seen = async () => {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      const rendered = islandsOf(page).map(html);
      return islandsOf(document).map((island, i) => ({
        island: island.dataset.island,
        rendered: rendered[i],
        live: live.get(island),
      }));
    };
    Object.assign(window, { seen });
  });
}

const registered = islands().map(([name]) => name);

/** Puts on the site what it has no example of, and returns the addresses at which every island can be seen. */
async function everyIsland(site: Site): Promise<string[]> {
  site.expected.push(/nowhere.* 404/);
  await site.settings({ hero_background_type: "video", hero_video_url: video });
  const blocks = [{ type: "video", values: { video, title: "A talk" } }];
  await site.create("/api/admin/pages", { path: "/talk", title: "Talk", status: "published", blocks });
  return [...everyPage, "/talk", "/nowhere"];
}

for (const [name, screen] of Object.entries(screens)) {
  for (const kind of themes) {
    test(`what comes to life is what was rendered, ${name}, ${kind}`, async ({ site }) => {
      const paths = await everyIsland(site);
      const page = await site.visit("/", { ...screen, theme: kind });
      await compared(page);
      const live = new Set<string>();
      for (const path of paths) {
        await page.goto(site.url + path);
        for (const one of await seen(page)) {
          live.add(one.island);
          expect(one.live, `${one.island} of ${path}`).toBe(one.rendered);
        }
      }
      expect([...live].sort()).toEqual(registered.sort());
    });
  }
}

const hostile = `كيف "تقرأ" <b>& 'apart'</b>\r\n\u2028 </script> ${"W".repeat(40)} __proto__ 👩‍👩‍👧‍👦 &amp; $&`;

/** Puts a text that is hard to write, and nothing where nothing is a text too, wherever islands show one. */
async function hostileTexts(site: Site): Promise<void> {
  const banner = { banner_image: "", category: "", tags: [] };
  const article = { title: hostile, excerpt: hostile, content: `<p>${hostile}</p>`, status: "published" };
  await site.create("/api/articles", { ...article, ...banner });
  const link = { platform: "Github", url: "https://example.org/?a=1&b=%22", color: "#24292f", order_index: 0 };
  await site.create("/api/admin/social-media", { ...link, active: true });
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
}

test("what comes to life is what was rendered of whatever editors write", async ({ site }) => {
  await hostileTexts(site);
  for (const screen of Object.values(screens)) {
    const page = await site.visit("/resources", screen);
    await compared(page);
    for (const path of ["/", "/blog", "/contact-us", "/videos", "/adhva-vibes-psi", "/current-affairs-test"]) {
      await page.goto(site.url + path);
      for (const one of await seen(page)) expect(one.live, `${one.island} of ${path}`).toBe(one.rendered);
    }
  }
});
