import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expect, phone, screens, test } from "../../src/site";
import { upload } from "../../src/upload";

// The home page: its eleven blocks, when each is shown, and what stands behind the hero.

const order = [
  "hero",
  "why-choose",
  "psi-promo",
  "ncert-showcase",
  "ncert-poster",
  "guiding-principles",
  "learning-paths",
  "mentorship-process",
  "differentiators",
  "mission-vision",
  "quick-access",
];
const blocks = (page: Page) =>
  page.locator("main [data-section]").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.section));
const block = (page: Page, type: string) => page.locator(`[data-section="${type}"]`);
const titles = (page: Page, type: string) => block(page, type).getByRole("heading", { level: 3 }).allInnerTexts();

interface Section {
  id: string;
  name: string;
  type: string;
  is_visible: boolean;
}

for (const [name, screen] of Object.entries(screens)) {
  test(`eleven blocks in their order, with what each has to say, ${name}`, async ({ site }) => {
    const page = await site.visit("/", screen);
    expect(await blocks(page)).toEqual(order);
    const hero = block(page, "hero");
    expect((await hero.boundingBox())?.height).toBeGreaterThan((screen.viewport?.height ?? 0) * 0.8);
    expect((await hero.getByRole("heading", { level: 1 }).textContent())?.trim()).toBe(
      "Unlock Your Potential. Serve the Nation.",
    );
    const explore = hero.getByRole("link", { name: "Explore Learning Paths" });
    expect(await explore.getAttribute("href")).toBe("/ncert-mastery");
    const way = await explore.boundingBox();
    expect((way?.y ?? 0) + (way?.height ?? 0)).toBeLessThanOrEqual(screen.viewport?.height ?? 0);
    const enrol = hero.getByRole("link", { name: "Enroll Now" });
    expect(await enrol.getAttribute("href")).toBe("https://example.org/enrol");
    expect(await titles(page, "why-choose")).toEqual([
      "Expert Mentorship",
      "Comprehensive Test Series",
      "NCERT Foundation",
      "Dynamic Community",
    ]);
    const psi = block(page, "psi-promo");
    expect(await psi.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^37\+\s+Tests$/),
      expect.stringMatching(/^2\s+Papers$/),
      expect.stringMatching(/^100%\s+Focused$/),
      expect.stringMatching(/^24\/7\s+Support$/),
    ]);
    expect(await psi.getByRole("link", { name: "Explore Programs" }).getAttribute("href")).toBe("/adhva-vibes-psi");
    expect(await psi.getByRole("link", { name: "Get Sample Test" }).getAttribute("target")).toBe("_blank");
    const poster = block(page, "ncert-poster").getByRole("link", { name: "Learn More & Enroll" });
    expect(await poster.getAttribute("href")).toBe("/ncert-mastery");
    expect(await block(page, "guiding-principles").getByRole("term").allInnerTexts()).toEqual([
      "Vision",
      "Mission",
      "Approach",
    ]);
    expect(await titles(page, "mentorship-process")).toEqual(["Foundation", "Consolidation", "Prelims Preparation"]);
    expect(await titles(page, "differentiators")).toEqual([
      "Personalized Mentorship",
      "Doubt Solving Sessions",
      "Detailed Test Analysis",
      "Notes Making Process",
      "NCERT Gist",
    ]);
    expect(await titles(page, "mission-vision")).toEqual(["Our Mission", "Our Vision"]);
    const ways = await block(page, "quick-access").getByRole("link").all();
    expect(await Promise.all(ways.map((way) => way.getAttribute("href")))).toEqual(["/resources", "/blog", "/videos"]);
  });
}

describe("the page's length", () => {
  // Two thirds of what it had been: 13,900 and 9,700 px.
  test.for([
    ["desktop", 6467],
    ["phone", 9267],
  ] as const)("is at most two thirds of what it had been, %s", async ([name, most], { site }) => {
    const page = await site.visit("/", screens[name]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(most);
  });

  test("on a phone a tap opens what a card says; on a desktop it is in the open", async ({ site }) => {
    const text = "Doubts are collected, answered and kept";
    const details = "Follow one theme at a time across the classes";
    const page = await site.visit("/", { ...phone, javaScriptEnabled: false });
    expect(await page.getByText(text).isVisible()).toBe(false);
    await page.getByText("More about Doubt Solving Sessions").locator("xpath=..").tap();
    await page.getByText(text).waitFor();
    expect(await page.getByText(details).isVisible()).toBe(false);
    const fold = block(page, "learning-paths").locator("summary").first();
    await fold.press("Enter");
    await page.getByText(details).waitFor();
    const wide = await site.visit("/", { javaScriptEnabled: false });
    await wide.getByText(text).waitFor();
    await wide.getByText(details).waitFor();
    expect(await block(wide, "learning-paths").locator("summary").first().isVisible()).toBe(false);
  });
});

test("on a desktop of any size the hero's ways on are clear of the trail, and its names within the map", async ({
  site,
}) => {
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [1366, 768],
    [1440, 900],
  ] as const) {
    const page = await site.visit("/", { viewport: { width, height } });
    const enrol = block(page, "hero").getByRole("link", { name: "Enroll Now" });
    const button = await enrol.boundingBox();
    // Left of the first milestone, and of the trail at its height.
    const reach = await block(page, "hero").evaluate(
      (hero, { top, bottom }) => {
        const [trail] = hero.querySelectorAll<SVGPathElement>("path[pathLength]");
        const onScreen = trail?.getScreenCTM();
        if (!trail || !onScreen) throw new Error("the hero has no trail");
        const length = trail.getTotalLength();
        const points = Array.from({ length: 400 }, (_, i) =>
          trail.getPointAtLength((i * length) / 400).matrixTransform(onScreen),
        );
        const stone = hero.querySelector("g path")?.getBoundingClientRect();
        return Math.min(
          ...points.filter(({ y }) => y > top - 8 && y < bottom + 8).map(({ x }) => x),
          stone && stone.bottom > top && stone.top < bottom ? stone.left : Number.POSITIVE_INFINITY,
        );
      },
      { top: button?.y ?? 0, bottom: (button?.y ?? 0) + (button?.height ?? 0) },
    );
    expect((button?.x ?? 0) + (button?.width ?? 0), `${width} px`).toBeLessThan(reach - 8);
    const name = await block(page, "hero").getByText("The exam").boundingBox();
    expect((name?.x ?? 0) + (name?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
    await page.close();
  }
});

describe("which blocks are shown", () => {
  test("a hidden one is gone for good, and for those who had the page before the next release", async ({ site }) => {
    const sections = await site.editor.call<Section[]>("GET", "/api/sections");
    const one = sections.find((section) => section.type === "psi-promo") as Section;
    const old = await site.visit("/", { frozen: true });
    site.later(() => site.editor.call("PUT", `/api/admin/sections/${one.id}`, { is_visible: true }));
    await site.editor.call("PUT", `/api/admin/sections/${one.id}`, { is_visible: false });
    await site.editor.live();
    // The tab that was open asks again when it is looked at.
    await old.clock.runFor(6000);
    await old.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await block(old, "psi-promo").waitFor({ state: "detached" });
    const page = await site.visit("/", { javaScriptEnabled: false });
    expect(await blocks(page)).toEqual(order.filter((type) => type !== "psi-promo"));
  });

  test("a section that became visible comes by itself once its release is live", async ({ site }) => {
    const sections = await site.editor.call<{ id: string; type: string }[]>("GET", "/api/sections");
    const address = `/api/admin/sections/${sections.find((one) => one.type === "psi-promo")?.id}`;
    await site.editor.call("PUT", address, { is_visible: false });
    site.later(() => site.editor.call("PUT", address, { is_visible: true }));
    await site.editor.live();
    const page = await site.visit("/");
    await page.waitForLoadState("networkidle");
    expect(await blocks(page)).toEqual(order.filter((type) => type !== "psi-promo"));
    await site.editor.call("PUT", address, { is_visible: true });
    // What the browser sends when it brings a page back.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await block(page, "psi-promo").waitFor();
    expect(await blocks(page)).toEqual(order);
  });

  test("while the list is on its way, is empty, cannot be had, or does not name the type, it is shown", async ({
    site,
  }) => {
    const visible = (type: string) => ({ id: type, name: type, type, is_visible: true, display_order: 1 });
    const page = await site.visit("/blog");
    site.expected.push(/Failed to load resource.*500/);
    for (const answer of [undefined, [], "broken", [visible("hero")]]) {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.route("**/api/sections", (route) => {
        if (answer === undefined) return;
        return answer === "broken" ? route.fulfill({ status: 500 }) : route.fulfill({ json: answer });
      });
      const asked =
        answer === undefined ? page.waitForRequest("**/api/sections") : page.waitForResponse("**/api/sections");
      await page.goto(site.url);
      await asked;
      expect(await blocks(page)).toEqual(order);
    }
  });
});

describe("learning paths", () => {
  const alert = "This program is coming soon! Stay tuned for updates.";

  for (const [name, screen] of Object.entries(screens)) {
    test(`upcoming ones have a ribbon, and pressing Coming Soon says so, ${name}`, async ({ site }) => {
      const page = await site.visit("/", screen);
      const cards = block(page, "learning-paths").locator("li:has(h3)");
      const upcoming = cards.filter({ hasText: "UPCOMING" });
      expect(await upcoming.getByRole("heading").allInnerTexts()).toEqual(["PSI", "Current Affairs Monthly Test"]);
      expect(await upcoming.getByRole("link").count()).toBe(0);
      for (const card of await upcoming.all()) {
        await card.getByRole("button", { name: "Coming Soon" }).click();
        const dialog = page.getByRole("alertdialog");
        await dialog.getByText(alert, { exact: true }).waitFor();
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      }
      await upcoming.first().getByRole("button", { name: "Coming Soon" }).press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
      await page.getByRole("alertdialog").waitFor({ state: "hidden" });
      expect(new URL(page.url()).pathname).toBe("/");
      expect(await cards.nth(0).getByRole("link").getAttribute("href")).toBe("/ncert-mastery");
    });
  }
});

describe("the hero's ground", () => {
  const film = (page: Page) => page.locator('[data-section="hero"] video');
  const player = (page: Page) => page.locator('[data-section="hero"] iframe');

  test("a picture by default, and while no video is named", async ({ site }) => {
    await site.settings({ hero_background_type: "video", hero_video_url: "" });
    const page = await site.visit("/");
    await block(page, "hero").locator("svg").first().waitFor();
    expect([await film(page).count(), await player(page).count()]).toEqual([0, 0]);
  });

  test("a video file plays by itself, muted and again and again; it can be stopped", async ({ site }) => {
    const { url } = await upload(site.editor, "/api/admin/upload-video", "two-minutes.webm");
    await site.settings({ hero_background_type: "video", hero_video_url: url });
    const page = await site.visit("/", { reducedMotion: "no-preference" });
    const state = () =>
      film(page).evaluate(({ muted, loop, paused, poster }: HTMLVideoElement) => ({ muted, loop, paused, poster }));
    await expect.poll(state).toMatchObject({ muted: true, loop: true, paused: false });
    expect((await state()).poster).toMatch(/\/media\/seed\/hero/);
    await page.getByRole("button", { name: "Stop the background video" }).click();
    await expect.poll(state).toMatchObject({ paused: true });
    // Who wants little motion starts it, if at all.
    const calm = await site.visit("/");
    expect(await film(calm).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await calm.getByRole("button", { name: "Play the background video" }).click();
    await expect.poll(() => film(calm).evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
  });

  test("the flags of the settings are kept", async ({ site }) => {
    const { url } = await upload(site.editor, "/api/admin/upload-video", "two-minutes.webm");
    const off = { hero_video_autoplay: false, hero_video_muted: false, hero_video_loop: false };
    await site.settings({ hero_background_type: "video", hero_video_url: url, hero_video_poster: "", ...off });
    const page = await site.visit("/", { reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "Play the background video" }).waitFor();
    const state = await film(page).evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      loop: video.loop,
      paused: video.paused,
      poster: video.getAttribute("poster"),
    }));
    expect(state).toEqual({ muted: false, loop: false, paused: true, poster: null });
  });

  test("while the video host cannot be reached the poster stays", async ({ site }) => {
    site.expected.push(/net::ERR_CONNECTION_REFUSED/);
    await site.settings({ hero_background_type: "video", hero_video_url: "https://youtu.be/dQw4w9WgXcQ" });
    const page = await site.visit("/blog", { reducedMotion: "no-preference" });
    await page.route(/ytimg|youtube/, (route) => route.abort("connectionrefused"));
    const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("dQw4w9WgXcQ"));
    await page.goto(site.url);
    await refused;
    await page.getByRole("button", { name: "Play the background video" }).waitFor();
    await block(page, "hero").locator("img").waitFor();
    expect(await player(page).count()).toBe(0);
  });

  test("a video-site link in each of its three forms is embedded", async ({ site }) => {
    for (const link of [
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      "https://youtu.be/dQw4w9WgXcQ",
      "https://www.youtube.com/embed/dQw4w9WgXcQ",
    ]) {
      await site.settings({ hero_background_type: "video", hero_video_url: link, hero_video_loop: false });
      const page = await site.visit("/", { ...phone, reducedMotion: "no-preference" });
      const address = new URL((await player(page).getAttribute("src")) ?? "");
      expect(address.host + address.pathname).toBe("www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
      expect(Object.fromEntries(address.searchParams)).toMatchObject({ autoplay: "1", mute: "1" });
      expect(address.searchParams.has("loop")).toBe(false);
      await page.close();
    }
  });
});

describe("NCERT showcase", () => {
  const player = (page: Page) => block(page, "ncert-showcase").locator("iframe");
  const watch = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
  const cases: [string, string, string][] = [
    ["a watch link", watch, "dQw4w9WgXcQ"],
    ["an embed link", "https://www.youtube.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
    ["nothing", "", "O96fE1E-rf8"],
    ["something else", "https://example.org/film", "O96fE1E-rf8"],
  ];

  test("plays by itself once in sight, muted and looping; its own video where no other is named", async ({ site }) => {
    for (const [, link, id] of cases) {
      await site.text("home", "ncert-showcase", "youtube_url", link);
      const page = await site.visit("/", { reducedMotion: "no-preference" });
      expect(await player(page).count()).toBe(0);
      await block(page, "ncert-showcase").scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 300);
      const address = new URL((await player(page).getAttribute("src")) ?? "");
      expect(address.pathname).toBe(`/embed/${id}`);
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        autoplay: "1",
        mute: "1",
        loop: "1",
        playlist: id,
      });
      await page.close();
    }
  });

  test("while the video host cannot be reached the drawing stays", async ({ site }) => {
    site.expected.push(/net::ERR_CONNECTION_REFUSED/);
    const page = await site.visit("/blog", { reducedMotion: "no-preference" });
    await page.route(/ytimg|youtube/, (route) => route.abort("connectionrefused"));
    await page.goto(site.url);
    const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("ytimg.com"));
    await block(page, "ncert-showcase").scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await refused;
    const play = block(page, "ncert-showcase").getByRole("button", { name: /^Play the video/ });
    await play.click();
    await block(page, "ncert-showcase").getByRole("status").getByText("cannot be reached right now").waitFor();
    expect(await player(page).count()).toBe(0);
    // It is back.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await play.click();
    await player(page).waitFor();
  });

  test("who wants little motion starts it", async ({ site }) => {
    const page = await site.visit("/");
    await block(page, "ncert-showcase").scrollIntoViewIfNeeded();
    const play = block(page, "ncert-showcase").getByRole("button", { name: /^Play the video/ });
    expect(await player(page).count()).toBe(0);
    await play.click();
    await player(page).waitFor();
  });
});
