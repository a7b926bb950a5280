import { png } from "@academy/shared/test/png";
import { type Format, formats, sample } from "@academy/shared/test/sample";
import type { Locator, Page } from "playwright-core";
import type { Article } from "../../src/api";
import { violations, violationsOfColours } from "../../src/axe";
import { scrolled } from "../../src/browser";
import { expect, phone, test, themes } from "../../src/site";

// What only a browser shows of the formats of articles: what scrolls and what stays, paper, and a video that is pressed.
// The HTML is shown in site/src/rich.

const SMALL = { ...phone, viewport: { width: 320, height: 800 } };
const picture = `data:image/png;base64,${png(800, 500, [90, 140, 150]).toString("base64")}`;

const content = sample.replaceAll(/src="\/media\/images\/[^"]*"/g, `src="${picture}"`);

const rain = { title: "Rain and rights", category: "Polity", tags: [], status: "published" };
let slug = "";

test.beforeAll(async ({ editor }) => {
  // At its end what is long enough for a list of contents.
  const text = content + "<h2>More</h2><p>Words.</p>".repeat(4);
  const made = await editor.call<Article>("POST", "/api/articles", { ...rain, content: text });
  await editor.live();
  slug = made.slug;
  return async () => {
    await editor.call("DELETE", `/api/articles/${made.id}`);
    await editor.live();
  };
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

test("what is wide goes beyond the text, and not under the contents, on screens of all sizes", async ({ site }) => {
  const page = await site.visit(`/blog/${slug}`);
  const box = (name: string) => page.locator(name).evaluate((one): DOMRect => one.getBoundingClientRect().toJSON());
  for (const width of [900, 1100, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const full = await box(".prose > .picture-full");
    const contents = await box("nav[aria-label='In this article']");
    const end = width < 1100 ? width : contents.left;
    for (const name of [".picture-wide", "figure.table:has(caption)"]) {
      const wide = await box(`.prose > ${name} >> nth=0`);
      expect(wide.width - full.width, `${name} at ${width} px`).toBeGreaterThan(width < 1280 ? 0 : 60);
      expect(wide.right, `${name} at ${width} px`).toBeLessThan(end);
    }
    expect(await tooWide(page), `at ${width} px`).toEqual([]);
  }
});

/** What a visitor sees of each format. */
const SEEN: Record<Format, (text: Locator) => Locator> = {
  table: (text) => text.getByRole("table", { name: /^Rainfall by district/ }),
  "formula in a line": (text) => text.locator("p math").first(),
  "formula set apart": (text) => text.locator("div.formula math").first(),
  callout: (text) => text.locator("aside").getByText("The words “due process” are not in the Constitution."),
  question: (text) => text.locator("summary").getByText("Which writ asks a person by what authority"),
  figure: (text) => text.getByRole("figure").filter({ hasText: "Where it rains most" }).getByRole("img"),
  "two pictures": (text) => text.getByRole("img", { name: "After the rain" }),
  file: (text) => text.getByRole("link", { name: /General Studies I, 2024\.pdf/ }),
  footnote: (text) => text.getByRole("listitem").filter({ hasText: "Prelims, General Studies I." }),
  divider: (text) => text.locator("hr").first(),
  code: (text) => text.getByText("func rain"),
};

test("every format is seen in both themes, without scripts and on paper", async ({ site }) => {
  const stored = await site.visit(`/blog/${slug}`, { javaScriptEnabled: false });
  expect(
    await stored.evaluate(
      ([html, formats]) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        return Object.entries(formats)
          .filter(([, selector]) => !page.querySelector(selector))
          .map(([format]) => format);
      },
      [sample, formats] as const,
    ),
  ).toEqual([]);
  const unseen = async (page: Page) => {
    const found = Object.entries(SEEN).map(async ([format, find]) => {
      const one = find(page.locator("main"));
      const box = (await one.count()) === 1 && (await one.isVisible()) ? await one.boundingBox() : null;
      return box && box.width > 0 ? [] : [format];
    });
    return (await Promise.all(found)).flat();
  };
  expect(await unseen(stored)).toEqual([]);
  await stored.emulateMedia({ media: "print" });
  expect(await unseen(stored)).toEqual([]);
  for (const theme of themes) {
    const page = await site.visit(`/blog/${slug}`, { theme });
    expect(await unseen(page)).toEqual([]);
    // In the dark theme only colours can be wrong that are not in the light one.
    expect(await (theme === "light" ? violations : violationsOfColours)(page, "main")).toEqual([]);
  }
});

test("an article with every format has not one byte of script more than a plain one", async ({ site }) => {
  const scriptsOf = async (slug: string) => {
    const page = await site.visit(`/blog/${slug}`);
    await scrolled(page);
    const scripts = await page.evaluate(() => ({
      files: performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith(".js")),
      inline: [...document.scripts].flatMap(({ src, type, text }) => (src || type.endsWith("+json") ? [] : [text])),
    }));
    return { files: scripts.files.toSorted(), inline: scripts.inline.map((text) => text.replaceAll(slug, "")) };
  };
  const headings = "<h2>Article 21 and its reading</h2><p>No person shall be deprived of life.</p><h2>End</h2>";
  const plain = await site.create<Article>("/api/articles", { ...rain, content: headings });
  const scripts = await scriptsOf(plain.slug);
  expect(scripts.files.length).toBeGreaterThan(0);
  expect(await scriptsOf(slug)).toEqual(scripts);
});

test("on paper tables are whole, and closed questions have their answers", async ({ site }) => {
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
