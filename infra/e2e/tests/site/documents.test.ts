import type { CDPSession, Page } from "playwright-core";
import { settled } from "../../src/browser";
import { eventually, expect, test } from "../../src/site";

// From page to page: each is a document of its own, fetched ahead, and kept by the browser for whoever comes back.

const contact = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true });

/** Notes whether each document of the tab comes with a fade from the one before. */
async function fades(page: Page): Promise<boolean[]> {
  const seen: boolean[] = [];
  await page.exposeFunction("revealed", (fade: boolean) => seen.push(fade));
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => {
      (globalThis as unknown as { revealed: (fade: boolean) => void }).revealed(viewTransition !== null);
    });
  });
  return seen;
}

/** Leaves a page by a link and comes back; what of the page itself kept the browser from keeping it. */
async function hindrances(page: Page, session: CDPSession, address: string, before?: () => Promise<unknown>) {
  const found = new Promise<string[]>((resolve) => {
    session.once("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
      // The others are the headless shell's own.
      const own = notRestoredExplanations.filter(({ type }) => type !== "Circumstantial");
      resolve(own.map(({ reason }) => reason));
    });
  });
  await page.goto(address);
  await before?.();
  // An answer that is still awaited would be one.
  await settled(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link").first().click();
  await page.waitForURL(new URL("/", address).href);
  await page.goBack();
  return found;
}

test("a page is fetched while somebody is about to follow a link to it, and fades in", async ({ site }) => {
  const page = await site.visit("/resources", { reducedMotion: "no-preference" });
  const seen = await fades(page);
  const session = await page.context().newCDPSession(page);
  const fetched: string[] = [];
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") fetched.push(new URL(prefetchUrl).pathname);
  });
  await session.send("Preload.enable");
  await contact(page).hover();
  await eventually("the page is there", () => fetched.length > 0);
  expect(fetched).toEqual(["/contact-us"]);
  await page.evaluate(() => Object.assign(window, { left: true }));
  await contact(page).click();
  await page.waitForURL("**/contact-us");
  await expect.poll(() => seen).toEqual([true]);
  expect(await page.evaluate(() => "left" in window)).toBe(false);
  const [navigation] = await page.evaluate(() => performance.getEntriesByType("navigation").map((one) => one.toJSON()));
  expect(navigation.deliveryType).toBe("navigational-prefetch");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
});

test("nothing is fetched that other programs answer, nothing fades for who wants little motion", async ({ site }) => {
  const page = await site.visit("/blog", { signedIn: true });
  const seen = await fades(page);
  const session = await page.context().newCDPSession(page);
  const fetched: string[] = [];
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl }) => fetched.push(new URL(prefetchUrl).pathname));
  await session.send("Preload.enable");
  await page.getByRole("link", { name: "Dashboard" }).hover();
  await page.getByRole("link", { name: "Dashboard" }).focus();
  await contact(page).hover();
  await eventually("the page is there", () => fetched.includes("/contact-us"));
  // While the header takes in who is signed in, the pointer may rest on a link to another page for a moment.
  expect(fetched.filter((address) => /^\/(admin|api|auth|media)\b/.test(address))).toEqual([]);
  await contact(page).click();
  await expect.poll(() => seen).toEqual([false]);
});

test("the browser may keep a page for who comes back, unless it listens to its end", async ({ site }) => {
  const page = await site.visit("/resources");
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  for (const path of ["/contact-us", "/blog", "/blog/reading-ncerts-with-a-plan", "/adhva-vibes-psi", "/videos"]) {
    expect(await hindrances(page, session, site.url + path), path).toEqual([]);
  }
  const listens = () => page.evaluate(() => addEventListener("unload", () => {}));
  const found = await hindrances(page, session, `${site.url}/contact-us`, listens);
  expect(found).toEqual(["UnloadHandlerExistsInMainFrame"]);
});
