import { read, textsOf } from "../../src/read";
import type { Site } from "../../src/site";
import { expect, test } from "../../src/site";
import { file } from "../../src/upload";

// The video library. What its filters and its players do, VideoLibrary.island.test.tsx shows.

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
  expect(textsOf(await read(`${site.url}/videos`), "main h2")).toEqual(["Coming Soon"]);
});

test("no videos", async ({ site }) => {
  const page = await read(`${site.url}/videos`);
  expect(page.querySelector("main")?.textContent).toContain("No videos available yet.");
  expect(page.querySelector("main fieldset")).toBeNull();
});

test("cards with whole minutes, categories, a film in sight on demand; one that fails is said so, and tried again", async ({
  site,
}) => {
  const polity = await add(site, "How a bill becomes law", "Polity", "From the first reading to assent.");
  await add(site, "Reading a weather map", "Geography");
  const lost = await add(site, "Directive principles", "Polity");
  await site.editor.live();

  const html = await read(`${site.url}/videos`);
  expect(textsOf(html, "main h2")).toEqual(["Directive principles", "Reading a weather map", "How a bill becomes law"]);
  expect(textsOf(html, "main fieldset button")).toEqual(["All", "Polity", "Geography"]);
  const facts = [...html.querySelectorAll("main li:last-child > p")].map((one) => textsOf(one, "span"));
  expect(textsOf(html, "main li:last-child > p")[0]).toBe("From the first reading to assent.");
  expect(facts.at(-1)).toEqual(["Polity", "2 min"]);
  // Without scripts the browser's own player stands there.
  expect(html.querySelector("main li:last-child noscript > video")?.getAttribute("src")).toBe(polity.file);

  const page = await site.visit("/videos");
  await page.getByRole("group", { name: "Category" }).getByRole("button", { name: "Polity" }).click();
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  expect(await titles.allInnerTexts()).toEqual(["Directive principles", "How a bill becomes law"]);

  const player = page.locator("main video");
  expect(await player.count()).toBe(0);
  await page.getByRole("button", { name: "Play How a bill becomes law" }).press("Enter");
  expect(await player.getAttribute("src")).toBe(polity.file);
  const state = () => player.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime > 0]);
  await expect.poll(state).toEqual([false, true]);
  expect(await player.evaluate((video) => video === document.activeElement)).toBe(true);
  expect(await player.evaluate((video: HTMLVideoElement) => Math.floor(video.duration))).toBe(125);

  site.expected.push(/Failed to load resource.*503/);
  await page.route(`**${lost.file}`, (route) => route.fulfill({ status: 503 }));
  const play = page.getByRole("button", { name: "Play Directive principles" });
  await play.click();
  await page.getByRole("alert").getByText("This video cannot be played right now.").waitFor();
  await page.unroute(`**${lost.file}`);
  await play.click();
  await expect.poll(() => player.first().evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
});
