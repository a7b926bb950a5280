import type { BrowserContext, Page } from "playwright-core";
import { describe } from "vitest";
import { Contexts } from "../../src/browser";
import { expect, Site, test } from "../../src/site";

// What the other tests rely on: a page of their own, and that it asks nobody else for anything.

/** What a page can tell of what was before it. */
async function seen(page: Page, context: BrowserContext, address: string) {
  let answered = "";
  page.on("response", (response) => {
    if (response.url() === `${address}/release.json`) answered = response.headers()["x-made-up"] ?? "as ever";
  });
  await page.goto(`${address}/about-us`);
  await page.evaluate(() => {
    addEventListener("pointerdown", ({ clientX, clientY }) => Object.assign(window, { pressed: [clientX, clientY] }));
    return fetch("/release.json");
  });
  await page.mouse.down();
  await page.mouse.up();
  return {
    answered,
    cookies: await context.cookies(),
    pages: context.pages().length,
    ...(await page.evaluate(async () => ({
      clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
      printed: matchMedia("print").matches,
      moving: matchMedia("(prefers-reduced-motion: no-preference)").matches,
      function: "f" in window,
      local: { ...localStorage },
      session: { ...sessionStorage },
      name: window.name,
      theme: document.documentElement.dataset.theme,
      script: "script" in window,
      pressed: (window as { pressed?: number[] }).pressed,
      focused: document.activeElement?.tagName,
      wide: innerWidth,
      back: history.length,
    }))),
  };
}

describe("a page that tests have one after the other", () => {
  test("shows nothing of the test before", async ({ browser, site }) => {
    const contexts = new Contexts(browser);
    const before = await contexts.take({});
    const fresh = await seen(before.page, before.context, site.url);
    await before.end(true);

    const first = await contexts.take({});
    expect(first.page).toBe(before.page);
    const { page, context } = first;
    await page.addInitScript(() => {
      localStorage.setItem("theme", "dark");
      Object.assign(window, { script: true });
    });
    let requests = 0;
    page.on("request", () => requests++);
    await page.route("**/release.json", (route) => route.fulfill({ headers: { "x-made-up": "made up" } }));
    await context.route("**/robots.txt", (route) => route.abort());
    await page.setViewportSize({ width: 300, height: 300 });
    await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
    await page.exposeFunction("f", () => {});
    await context.grantPermissions(["clipboard-read"]);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    const own = page.goto;
    page.goto = (...to) => own.apply(page, to);
    await context.addCookies([{ name: "one", value: "1", url: site.url }]);
    expect(await seen(page, context, site.url)).toMatchObject({
      ...{ answered: "made up", theme: "dark", script: true, function: true },
      ...{ clipboard: "granted", moving: false, wide: 300 },
    });
    const popup = page.waitForEvent("popup");
    await page.evaluate(() => {
      sessionStorage.setItem("one", "1");
      window.name = "one";
      window.open("/about-us");
    });
    await popup;
    await page.getByRole("link").first().focus();
    await page.getByRole("button", { name: "Switch to light theme" }).hover();
    await first.end(true);

    requests = 0;
    const second = await contexts.take({});
    expect(second.page).toBe(page);
    expect(Object.hasOwn(page, "goto")).toBe(false);
    expect(await seen(second.page, second.context, site.url)).toEqual(fresh);
    expect(requests).toBe(0);
    await second.context.close();
  });

  test("is another one after a test that failed, or after what cannot be taken back", async ({ browser, site }) => {
    const lasting: Record<string, (page: Page, context: BrowserContext) => unknown> = {
      "a clock of its own": (page) => page.clock.install(),
      "no network": (_, context) => context.setOffline(true),
      "its end": (page) => page.close(),
      "the end of all": (_, context) => context.close(),
      "another site": (page) => page.goto("https://stranger.test/"),
      "nothing that it has opened": (page) => page.goto("about:blank"),
    };
    const contexts = new Contexts(browser);
    let { page, context, end } = await contexts.take({});
    const another = async (what: string, reusable: boolean) => {
      const before = page;
      await end(reusable);
      ({ page, context, end } = await contexts.take({}));
      expect(page, what).not.toBe(before);
      await page.goto(`${site.url}/robots.txt`);
    };
    await page.goto(`${site.url}/robots.txt`);
    // It may still be at work.
    await another("a test that failed", false);
    for (const [what, change] of Object.entries(lasting)) {
      await change(page, context);
      await another(what, true);
    }
    await context.close();
  });
});

test("a page that asks a stranger for anything fails its test", async ({ contexts, editor, site }) => {
  const another = new Site(contexts, editor, site.url);
  another.expected.push(/Failed to load resource/);
  const page = await another.visit("/about-us");
  const body = `<img src="https://stranger.test/picture.png">`;
  await page.route("**/made-up", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${site.url}/made-up`);
  expect(await another.end(true)).toEqual([`${site.url}/made-up asked for https://stranger.test/picture.png`]);
});
