import type { Page } from "playwright-core";
import type { Site } from "../../src/site";
import { expect, screens, test } from "../../src/site";
import { file } from "../../src/upload";

// The video library.

const cards = (page: Page) => page.getByRole("main").getByRole("listitem");

async function add(site: Site, title: string, category: string, description = "") {
  const form = new FormData();
  form.set("title", title);
  form.set("description", description);
  form.set("category", category);
  form.set("file", file("two-minutes.webm"));
  const video = await site.editor.send<{ id: string; file: string }>("/api/videos", form);
  site.later(() => site.editor.call("DELETE", `/api/videos/${video.id}`));
  return video;
}

test("coming soon by the setting", async ({ site }) => {
  await site.settings({ videos_show_coming_soon: true });
  const page = await site.visit("/videos", { javaScriptEnabled: false });
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
});

test("no videos", async ({ site }) => {
  const page = await site.visit("/videos");
  await page.getByText("No videos available yet.").waitFor();
  expect(await page.getByRole("group", { name: "Category" }).count()).toBe(0);
});

for (const [name, screen] of Object.entries(screens)) {
  test(`cards, categories, whole minutes, and a player on demand, ${name}`, async ({ site }) => {
    const polity = await add(site, "How a bill becomes law", "Polity", "From the first reading to assent.");
    await add(site, "Reading a weather map", "Geography");
    await add(site, "Directive principles", "Polity");
    await site.editor.live();
    const page = await site.visit("/videos", screen);
    const titles = () => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    expect(await titles()).toEqual(["Directive principles", "Reading a weather map", "How a bill becomes law"]);
    const card = cards(page).filter({ hasText: "How a bill becomes law" });
    expect(await card.innerText()).toMatch(/From the first reading to assent\.\s+Polity\s+2 min$/);

    const filters = page.getByRole("group", { name: "Category" });
    expect(await filters.getByRole("button").allInnerTexts()).toEqual(["All", "Polity", "Geography"]);
    const pressed = () => filters.getByRole("button", { pressed: true }).allInnerTexts();
    expect(await pressed()).toEqual(["All"]);
    await filters.getByRole("button", { name: "Geography" }).click();
    expect([await pressed(), await titles()]).toEqual([["Geography"], ["Reading a weather map"]]);
    await filters.getByRole("button", { name: "Polity" }).press("Enter");
    expect(await titles()).toEqual(["Directive principles", "How a bill becomes law"]);
    await filters.getByRole("button", { name: "All" }).click();
    expect((await titles()).length).toBe(3);

    expect(await page.locator("main video").count()).toBe(0);
    await card.getByRole("button", { name: "Play How a bill becomes law" }).press("Enter");
    const player = page.locator("main video");
    expect(await player.getAttribute("src")).toBe(polity.file);
    const state = () => player.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime > 0]);
    await expect.poll(state).toEqual([false, true]);
    expect(await player.evaluate((video) => video === document.activeElement)).toBe(true);
    expect(await player.evaluate((video: HTMLVideoElement) => Math.floor(video.duration))).toBe(125);
  });
}

test("a file that cannot be played is said so, and can be tried again", async ({ site }) => {
  const { file: address } = await add(site, "Lost film", "Polity");
  await site.editor.live();
  const page = await site.visit("/videos");
  site.expected.push(/Failed to load resource.*503/);
  await page.route(`**${address}`, (route) => route.fulfill({ status: 503 }));
  await page.getByRole("button", { name: "Play Lost film" }).click();
  await page.getByRole("alert").getByText("This video cannot be played right now.").waitFor();
  await page.unroute(`**${address}`);
  await page.getByRole("button", { name: "Play Lost film" }).click();
  await expect
    .poll(() => page.locator("main video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
});
