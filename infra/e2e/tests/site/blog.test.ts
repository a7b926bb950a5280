import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Article } from "../../src/api";
import { pixels } from "../../src/pixels";
import { eventually, expect, phone, screens, test } from "../../src/site";

// The blog's list and its articles in every state.

const cards = (page: Page) => page.getByRole("main").getByRole("listitem");
const article = (title: string, more: object = {}) => ({
  title,
  content: "<p>Read, note, test.</p>",
  category: "Study Method",
  tags: [],
  status: "published",
  ...more,
});

describe("list", () => {
  for (const [name, screen] of Object.entries(screens)) {
    test(`cards with all that an article has, ${name}`, async ({ site }) => {
      const page = await site.visit("/blog", screen);
      const card = cards(page).filter({ hasText: "A revision calendar" });
      const address = "/blog/a-revision-calendar-that-keeps-its-promises";
      expect(await card.getByRole("link").getAttribute("href")).toBe(address);
      await card.getByText("April 9, 2026", { exact: true }).waitFor();
      await card.getByText("By Adhva Academy", { exact: true }).waitFor();
      await card.getByText("Study Method", { exact: true }).waitFor();
      await card.getByText("Spaced repetition without an app").waitFor();
      expect((await card.locator("img").boundingBox())?.height).toBe(200);
      const [first, second] = await Promise.all([0, 1].map((i) => cards(page).nth(i).boundingBox()));
      expect(first?.y === second?.y).toBe(name === "desktop"); // two columns, or one
      await card.click();
      await page.waitForURL(`**${address}`);
    });
  }

  test("a card without picture, excerpt and category", async ({ site }) => {
    await site.create("/api/articles", article("Bare", { category: "", publish_date: "2099-01-01T00:00:00Z" }));
    await site.create("/api/articles", article("A very plain one", { category: "" }));
    const page = await site.visit("/blog");
    const card = cards(page).filter({ hasText: "A very plain one" });
    expect(await card.locator("img").count()).toBe(0);
    expect(await card.innerText()).toMatch(/^[A-Z][a-z]+ \d+, \d{4}\s+A very plain one\s+By Test Editor$/);
    expect(await cards(page).filter({ hasText: "Bare" }).count()).toBe(0); // not due yet
  });

  test("words without a break stay within a phone's screen", async ({ site }) => {
    const long = "W".repeat(60);
    const made = await site.create<Article>(
      "/api/articles",
      article(long, { excerpt: long, category: long, tags: [long] }),
    );
    const page = await site.visit("/blog", phone);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    const within = async (words: string) => {
      const box = await page.getByText(words, { exact: true }).last().boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(await width());
    };
    await within(long);
    await page.goto(`${site.url}/blog/${made.slug}`);
    await within(`#${long}`);
    expect(await width()).toBe(phone.viewport?.width);
  });

  test("coming soon by the setting", async ({ site }) => {
    await site.settings({ blog_show_coming_soon: true });
    const page = await site.visit("/blog", { javaScriptEnabled: false });
    await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
    await page.getByText("We're preparing insightful articles for you. Stay tuned!").waitFor();
    expect(await cards(page).count()).toBe(0);
  });

  test("no articles", async ({ site }) => {
    const page = await site.visit("/resources");
    await page.route("**/api/articles?*", (route) => route.fulfill({ json: [] }));
    await page.goto(`${site.url}/blog`);
    await page.getByText("No articles published yet. Check back soon!").waitFor();
    expect(await cards(page).count()).toBe(0);
  });

  test("24 to a page, the rest on pages of their own", async ({ site }) => {
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        site.editor.call<Article>("POST", "/api/articles", article(`Filler ${String.fromCharCode(65 + i)}`)),
      ),
    );
    for (const { id } of made) site.later(() => site.editor.call("DELETE", `/api/articles/${id}`));
    await site.editor.live();
    const page = await site.visit("/blog");
    expect(await cards(page).count()).toBe(24);
    const pages = page.getByRole("navigation", { name: "Pages of the blog" });
    await pages.getByText("Page 1 of 2").waitFor();
    expect(await pages.getByRole("link", { name: "Newer" }).count()).toBe(0);
    await pages.getByRole("link", { name: "Older" }).click();
    await page.waitForURL("**/blog/page/2");
    await pages.getByText("Page 2 of 2").waitFor();
    expect(await cards(page).count()).toBe(4);
    expect(await pages.getByRole("link", { name: "Older" }).count()).toBe(0);
    await pages.getByRole("link", { name: "Newer" }).click();
    await page.waitForURL("**/blog");
  });
});

describe("search", () => {
  const field = (page: Page) => page.getByRole("searchbox", { name: "Search articles" });

  test("finds articles by their words and keeps them in the address", async ({ site }) => {
    const page = await site.visit("/blog", phone);
    const all = await cards(page).count();
    await field(page).fill("constitution");
    await field(page).press("Enter");
    await page.getByText("1 article with “constitution”").waitFor();
    expect(await cards(page).allInnerTexts()).toEqual([expect.stringContaining("Polity basics")]);
    expect(new URL(page.url()).search).toBe("?q=constitution");
    await page.reload();
    await page.getByText("1 article with “constitution”").waitFor();
    expect(await field(page).inputValue()).toBe("constitution");
    await field(page).fill("तैयारी");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("1 article with “तैयारी”").waitFor();
    await field(page).fill("there is no such word");
    await field(page).press("Enter");
    await page.getByText("No article with “there is no such word”").waitFor();
    await page.getByRole("button", { name: "Show all articles" }).click();
    await expect.poll(() => cards(page).count()).toBe(all);
    expect(new URL(page.url()).search).toBe("");
  });

  test("says so when it cannot be reached", async ({ site }) => {
    const page = await site.visit("/blog", { alone: true });
    await field(page).fill("notes");
    await field(page).press("Enter");
    await page.getByRole("alert").getByText("The search cannot be reached right now.").waitFor();
    expect(await field(page).inputValue()).toBe("notes");
    await page.getByRole("button", { name: "Show all articles" }).click();
    expect(await cards(page).count()).toBeGreaterThan(5);
  });
});

describe("article", () => {
  for (const [name, screen] of Object.entries(screens)) {
    test(`banner, facts, text and topics, ${name}`, async ({ site }) => {
      const page = await site.visit("/blog/reading-ncerts-with-a-plan", screen);
      const banner = page.locator("article > img");
      const height = (await banner.boundingBox())?.height ?? 0;
      if (name === "desktop") expect(height).toBe(500);
      else expect(height).toBeGreaterThan(150);
      await page.getByRole("heading", { level: 1, name: "Reading NCERTs with a plan" }).waitFor();
      for (const text of ["By Adhva Academy", "September 4, 2025", "NCERT Foundation"]) {
        await page.getByText(text, { exact: true }).waitFor();
      }
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      const below = (title?.y ?? 0) + (title?.height ?? 0);
      if (name === "desktop") expect(below).toBeLessThan(((await banner.boundingBox())?.y ?? 0) + 500);
      const topics = page.getByRole("region", { name: "Related Topics" }).getByRole("listitem");
      expect(await topics.allInnerTexts()).toContain("#ncert");
      expect(await page.getByRole("link", { name: "Edit Article" }).count()).toBe(0);
      await page.getByRole("link", { name: "Back to All Articles" }).click();
      await page.waitForURL("**/blog");
    });
  }

  test("the title is on the first screen of a small laptop, and light on dark whatever the banner is", async ({
    site,
  }) => {
    const page = await site.visit("/blog/reading-ncerts-with-a-plan", { viewport: { width: 1366, height: 768 } });
    const heading = page.getByRole("heading", { level: 1 });
    const box = await heading.boundingBox();
    expect((box?.y ?? 768) + (box?.height ?? 0)).toBeLessThan(768);
    await page.locator("article > img").evaluate((banner: HTMLImageElement) => {
      banner.style.background = "white";
      banner.removeAttribute("srcset");
      banner.src = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    });
    // What lies behind the words, on the lightest picture that there is.
    await heading.evaluate((element) => {
      (element as HTMLElement).style.color = "transparent";
    });
    const behind = await page.screenshot({
      clip: { x: box?.x ?? 0, y: box?.y ?? 0, width: 300, height: box?.height ?? 0 },
    });
    const brightest = Math.max(...(await pixels(page, behind)).flat(2));
    // Grey 102 has 5.2:1 to the paper colour of the words.
    expect(brightest).toBeLessThan(102);
  });

  test("the banner lies under the whole of a long title", async ({ site }) => {
    const page = await site.visit("/blog/reading-ncerts-with-a-plan", { viewport: { width: 1440, height: 900 } });
    await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      heading.textContent = "A plan with many steps ".repeat(9);
    });
    const bottom = (selector: string) =>
      page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    expect(await bottom("article > img")).toBe(await bottom("article > img + *"));
    expect((await page.locator("article > img").boundingBox())?.height).toBeGreaterThan(500);
  });

  test("a long one has a list of contents: beside the text, folded above it on a phone", async ({ site }) => {
    const contents = (page: Page) => page.getByRole("navigation", { name: "In this article" });
    const wide = await site.visit("/blog/how-to-analyse-a-mock-test", { javaScriptEnabled: false });
    const links = contents(wide).getByRole("link");
    expect(await links.allInnerTexts()).toEqual(await wide.locator(".prose h2").allInnerTexts());
    await links.nth(3).click();
    await expect
      .poll(() =>
        wide
          .locator(".prose h2")
          .nth(3)
          .evaluate((heading) => heading.getBoundingClientRect().top),
      )
      .toBeLessThan(300);
    const small = await site.visit("/blog/how-to-analyse-a-mock-test", { ...phone, javaScriptEnabled: false });
    expect(await contents(small).getByRole("link").first().isVisible()).toBe(false);
    await contents(small).locator("summary").tap();
    await contents(small).getByRole("link").last().tap();
    await expect
      .poll(() =>
        small
          .locator(".prose h2")
          .last()
          .evaluate((heading) => Math.abs(heading.getBoundingClientRect().top) < 300),
      )
      .toBe(true);
    const short = await site.create<Article>(
      "/api/articles",
      article("Short", { content: "<h2>A</h2><h2>B</h2><h2>C</h2>" }),
    );
    await wide.goto(`${site.url}/blog/${short.slug}`);
    expect(await contents(wide).count()).toBe(0);
  });

  test("a topic leads to the articles that have it, and the end to the next older article", async ({ site }) => {
    const page = await site.visit("/blog");
    const titles = await cards(page).getByRole("heading").allInnerTexts();
    await cards(page).first().click();
    await page.getByRole("heading", { level: 1, name: titles[0] }).waitFor();
    const next = page.getByRole("navigation", { name: "Read next" }).getByRole("link");
    expect(await next.innerText()).toBe(titles[1]);
    await next.click();
    await page.getByRole("heading", { level: 1, name: titles[1] }).waitFor();
    await page.goto(`${site.url}/blog/reading-ncerts-with-a-plan`);
    await page.getByRole("link", { name: "#ncert", exact: true }).click();
    await page.getByText(/articles? with “ncert”/).waitFor();
    await cards(page).filter({ hasText: "Reading NCERTs with a plan" }).waitFor();
    expect(new URL(page.url()).search).toBe("?q=ncert");
  });

  test("Indian scripts are not slanted where Latin is", async ({ site }) => {
    const quotation = "<blockquote>ಪರೀಕ್ಷಿಸು</blockquote><blockquote>जाँचो</blockquote><blockquote>Test</blockquote>";
    const made = await site.create<Article>("/api/articles", article("Quoted", { content: quotation }));
    const page = await site.visit(`/blog/${made.slug}`);
    await page.evaluate(() => document.fonts.ready);
    const slanted = async (n: number) => {
      const quote = page.locator(".prose blockquote").nth(n);
      const before = await quote.screenshot();
      await quote.evaluate((element) => {
        element.style.fontStyle = "normal";
      });
      return !before.equals(await quote.screenshot());
    };
    expect([await slanted(0), await slanted(1), await slanted(2)]).toEqual([false, false, true]);
  });

  test("videos are called by the article", async ({ site }) => {
    const content = '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>';
    const made = await site.create<Article>("/api/articles", article('The "talk"', { content }));
    const page = await site.visit(`/blog/${made.slug}`);
    await page.locator("iframe[title='Video 1: The \"talk\"']").waitFor();
  });

  test("only the author sees Edit Article", async ({ site }) => {
    const mine = await site.create<Article>("/api/articles", article("Mine to edit"));
    const page = await site.visit(`/blog/${mine.slug}`, { signedIn: true });
    const edit = page.getByRole("link", { name: "Edit Article" });
    await edit.waitFor();
    expect(await edit.getAttribute("href")).toBe(`/admin/dashboard?tab=articles&edit=${mine.id}`);
    // Signed in, but the author is somebody else.
    await page.goto(`${site.url}/blog/reading-ncerts-with-a-plan`);
    await page.getByRole("link", { name: "Dashboard" }).waitFor();
    expect(await edit.count()).toBe(0);
  });

  test("not found, with the way back", async ({ site }) => {
    site.expected.push(/Failed to load resource.*404/);
    const page = await site.visit("/blog/there-is-no-such-article");
    await page.getByRole("heading", { level: 1, name: "Article Not Found" }).waitFor();
    await page.getByRole("link", { name: "Back to Blog" }).click();
    await page.waitForURL("**/blog");
  });

  test("a just-published one is readable while its page is not there yet", async ({ site }) => {
    site.expected.push(/Failed to load resource.*404/);
    const fresh = await site.create<Article>("/api/articles", article("Fresh from the editor", { tags: ["news"] }));
    const page = await site.visit("/resources");
    // As before the release that has the page: the address answers with 404.html.
    const lost = await page.request.get(`${site.url}/blog/there-is-no-such-article`);
    const html = await lost.text();
    await page.route(`**/blog/${fresh.slug}`, (route) =>
      route.fulfill({ status: 404, contentType: "text/html", body: html }),
    );
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/articles/${fresh.slug}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/blog/${fresh.slug}`);
    await page.getByRole("status").getByText("Looking for the article").waitFor();
    expect(await page.getByText("This is off the map").isVisible()).toBe(false);
    answer();
    await page.getByRole("heading", { level: 1, name: "Fresh from the editor" }).waitFor();
    await page.getByText("#news").waitFor();
    expect(await page.title()).toMatch(/^Fresh from the editor · /);
  });

  test("without the API an unknown article is not called missing for good", async ({ site }) => {
    site.expected.push(/Failed to load resource.*404/);
    const page = await site.visit("/blog/there-is-no-such-article", { alone: true });
    await page.getByText("we cannot look further right now").waitFor();
  });

  test("Hindi and Kannada say what they are and use the fonts of the site", async ({ site }) => {
    const page = await site.visit("/blog/taiyari-ka-pehla-mahina");
    expect(await page.locator("article").getAttribute("lang")).toBe("hi");
    // Vowel signs of one line may not touch those of the next.
    const [lead, size, spacing] = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const { lineHeight, fontSize, letterSpacing } = getComputedStyle(heading);
      return [Number.parseFloat(lineHeight), Number.parseFloat(fontSize), letterSpacing];
    });
    expect(Number(lead) / Number(size)).toBeGreaterThan(1.25);
    expect(spacing).toBe("normal");
    const loaded = () =>
      page.evaluate(() => [...document.fonts].filter((f) => f.status === "loaded").map((f) => f.family));
    await eventually("the Devanagari font is there", async () =>
      (await loaded()).some((family) => family.includes("Devanagari")),
    );
    await page.goto(`${site.url}/blog/psi-pareekshege-dinachari`);
    expect(await page.locator("article").getAttribute("lang")).toBe("kn");
    await eventually("the Kannada font is there", async () =>
      (await loaded()).some((family) => family.includes("Kannada")),
    );
  });
});
