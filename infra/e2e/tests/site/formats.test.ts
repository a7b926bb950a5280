import { sample } from "@academy/shared/test/sample";
import type { Locator, Page } from "playwright-core";
import type { Article } from "../../src/api";
import { violations, violationsOfColours } from "../../src/axe";
import { png } from "../../src/png";
import { expect, phone, type Site, test } from "../../src/site";

// What only a browser shows of the formats of articles: what scrolls and what stays, paper, and a video that is pressed.
// The HTML is shown in site/src/rich.

const SMALL = { ...phone, viewport: { width: 320, height: 800 } };
const picture = `data:image/png;base64,${png(800, 500, [90, 140, 150]).toString("base64")}`;

const create = (site: Site) =>
  site.create<Article>("/api/articles", {
    title: "Rain and rights",
    content: sample.replaceAll(/src="\/media\/images\/[^"]*"/g, `src="${picture}"`),
    category: "Polity",
    tags: [],
    status: "published",
  });

const left = (element: Locator) => element.evaluate((one) => Math.round(one.getBoundingClientRect().left));
const fades = (frame: Locator) => frame.evaluate((one) => getComputedStyle(one).getPropertyValue("--fade-end"));

/** What makes the page wider than the screen, or is wider than the cell that it stands in. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll(".prose :is(th, td)")];
    const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
    return document.documentElement.scrollWidth > innerWidth ? ["the page", ...cut] : cut;
  });

test("on the smallest phone tables and formulas scroll within themselves, headers stay, and nothing is cut", async ({
  site,
}) => {
  const { slug } = await create(site);
  const page = await site.visit(`/blog/${slug}`, SMALL);
  expect(await tooWide(page)).toEqual([]);

  const frame = page.getByRole("region", { name: /^Rainfall by district/ });
  await frame.scrollIntoViewIfNeeded();
  const header = frame.getByRole("rowheader", { name: "Chitradurga" });
  const cell = frame.getByRole("cell", { name: "552" });
  const before = { header: await left(header), cell: await left(cell) };
  expect(before.cell).toBeGreaterThan(320);
  expect(await fades(frame)).toBe("48px");
  await frame.focus();
  await page.keyboard.press("End");
  for (let key = 0; key < 3; key++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  await frame.evaluate((one) => one.scrollTo({ left: one.scrollWidth, behavior: "instant" }));
  await expect.poll(() => fades(frame)).toBe("0px");
  expect(await left(header)).toBe(before.header);
  expect(await left(cell)).toBeLessThan(320);

  const matrix = page.locator("div.formula:has(mtable)");
  expect(await matrix.evaluate((one) => one.scrollWidth > one.clientWidth && one.clientWidth < 320)).toBe(true);

  await page.getByRole("link", { name: "3, note" }).click();
  await page.getByRole("listitem").filter({ hasText: "Prelims, General Studies I." }).waitFor();
  await page.getByRole("link", { name: "Back to the text from note 3" }).click();
  expect(await page.evaluate(() => decodeURIComponent(location.hash))).toBe("#ref-3");

  expect(await violations(page, "main")).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(await violationsOfColours(page, "main")).toEqual([]);
});

test("on paper tables are whole, and closed questions have their answers", async ({ site }) => {
  const { slug } = await create(site);
  const page = await site.visit(`/blog/${slug}`, { javaScriptEnabled: false, viewport: { width: 660, height: 900 } });
  const answer = page.getByText("Quo warranto.");
  expect(await answer.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await answer.isVisible()).toBe(true);
  const widths = await page
    .locator(".prose")
    .evaluate((prose) => [
      prose.clientWidth,
      ...[...prose.querySelectorAll("table")].map(
        (table) => table.getBoundingClientRect().right - prose.getBoundingClientRect().left,
      ),
    ]);
  expect(Math.max(...widths.slice(1))).toBeLessThanOrEqual((widths[0] ?? 0) + 1);
});

test("a video asks another host for nothing before its link is followed, with and without scripts", async ({
  site,
}) => {
  const { slug } = await create(site);
  for (const javaScriptEnabled of [true, false]) {
    const page = await site.visit(`/blog/${slug}`, { javaScriptEnabled });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const video = page.locator(".prose iframe");
    await video.scrollIntoViewIfNeeded();
    const play = video.contentFrame().getByRole("link", { name: "Play Video 1: Rain and rights" });
    await play.waitFor();
    expect(asked.filter((address) => /youtu|ytimg/.test(address))).toEqual([]);
    const player = page.waitForRequest(/youtube-nocookie\.com/);
    await play.click();
    expect((await player).url()).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk\?autoplay=1/);
  }
});
