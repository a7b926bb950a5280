import type { Page } from "playwright-core";
import type { Article } from "../../src/api";
import { pixels } from "../../src/pixels";
import { propsOf, read } from "../../src/read";
import { eventually, expect, phone, test } from "../../src/site";

// The blog's list and its articles: what the pages say, and how they look. What lives on them is shown beside it, in
// site/src/features/blog.

const ARTICLE = "/blog/reading-ncerts-with-a-plan";
const cards = (page: Page) => page.getByRole("main").getByRole("listitem");
const article = (title: string, more: object = {}) => ({
  title,
  content: "<p>Read, note, test.</p>",
  category: "Study Method",
  tags: [],
  status: "published",
  ...more,
});

const words = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, " ").trim();
/** The cards of a page of the list, by title. */
const cardsOf = (page: Document) =>
  new Map([...page.querySelectorAll("main li")].map((card) => [words(card.querySelector("h2")) ?? "", card]));
const link = (page: ParentNode, name: string) => [...page.querySelectorAll("a")].find((one) => words(one) === name);

test("a card says what its article has, and no more", async ({ site }) => {
  await site.editor.call("POST", "/api/articles", article("A very plain one", { category: "" })).then((made) => {
    site.later(() => site.editor.call("DELETE", `/api/articles/${(made as Article).id}`));
  });
  await site.create("/api/articles", article("Bare", { category: "", publish_date: "2099-01-01T00:00:00Z" }));
  const list = cardsOf(await read(`${site.url}/blog`));
  const card = list.get("A revision calendar that keeps its promises");
  expect(card?.querySelector("a")?.getAttribute("href")).toBe("/blog/a-revision-calendar-that-keeps-its-promises");
  for (const text of ["April 9, 2026", "By Adhva Academy", "Study Method", "Spaced repetition without an app"]) {
    expect(words(card)).toContain(text);
  }
  expect(card?.querySelector("img")?.getAttribute("height")).toBe("200");
  const plain = list.get("A very plain one");
  expect(plain?.querySelectorAll("img").length).toBe(0);
  const parts = [...(plain?.querySelectorAll("time, h2, p") ?? [])].map(words);
  expect(parts).toEqual([expect.stringMatching(/^[A-Z][a-z]+ \d+, \d{4}$/), "A very plain one", "By Test Editor"]);
  expect(list.has("Bare")).toBe(false); // not due yet
});

test("coming soon by the setting", async ({ site }) => {
  await site.settings({ blog_show_coming_soon: true });
  const page = await read(`${site.url}/blog`);
  expect(words(page.querySelector("main h2"))).toBe("Coming Soon");
  expect(words(page.querySelector("main"))).toContain("We're preparing insightful articles for you. Stay tuned!");
  expect(page.querySelectorAll("main li").length).toBe(0);
});

test("24 to a page, the rest on pages of their own", async ({ site }) => {
  const made = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      site.editor.call<Article>("POST", "/api/articles", article(`Filler ${String.fromCharCode(65 + i)}`)),
    ),
  );
  for (const { id } of made) site.later(() => site.editor.call("DELETE", `/api/articles/${id}`));
  await site.editor.live();
  const [first, second] = await Promise.all(["/blog", "/blog/page/2"].map((path) => read(site.url + path)));
  const pages = [first, second].map((page) => {
    const nav = page?.querySelector("nav[aria-label='Pages of the blog']");
    const links = [...(nav?.querySelectorAll("a") ?? [])].map((one) => [words(one), one.getAttribute("href")]);
    return [page && cardsOf(page).size, words(nav?.querySelector("p")), links];
  });
  expect(pages).toEqual([
    [24, "Page 1 of 2", [["Older", "/blog/page/2"]]],
    [4, "Page 2 of 2", [["Newer", "/blog"]]],
  ]);
});

test("an article has its facts and topics, and leads to the list, its topics and the next older one", async ({
  site,
}) => {
  const page = await read(site.url + ARTICLE);
  const view = page.querySelector("article");
  expect(words(view?.querySelector("h1"))).toBe("Reading NCERTs with a plan");
  for (const text of ["By Adhva Academy", "September 4, 2025", "NCERT Foundation"]) expect(words(view)).toContain(text);
  expect(words(view?.querySelector("[aria-labelledby=topics]"))).toContain("Related Topics");
  expect(link(page, "#ncert")?.getAttribute("href")).toBe("/blog?q=ncert");
  expect(link(page, "Back to All Articles")?.getAttribute("href")).toBe("/blog");
  const [first, second] = [...cardsOf(await read(`${site.url}/blog`))];
  const newest = await read(site.url + first?.[1].querySelector("a")?.getAttribute("href"));
  expect(words(newest.querySelector("h1"))).toBe(first?.[0]);
  const next = newest.querySelector("nav[aria-labelledby=next]");
  expect(words(next?.querySelector("h2"))).toBe("Read next");
  expect(words(next?.querySelector("a"))).toBe(second?.[0]);
  expect(next?.querySelector("a")?.getAttribute("href")).toBe(second?.[1].querySelector("a")?.getAttribute("href"));
});

test("an article says its language; a long one has a list of contents, and each of its videos a title", async ({
  site,
}) => {
  for (const [slug, language] of [
    ["taiyari-ka-pehla-mahina", "hi"],
    ["psi-pareekshege-dinachari", "kn"],
  ]) {
    const page = await read(`${site.url}/blog/${slug}`);
    expect(page.querySelector("article")?.getAttribute("lang")).toBe(language);
  }
  const contents = (page: Document) => page.querySelector("nav[aria-label='In this article']");
  const long = await read(`${site.url}/blog/how-to-analyse-a-mock-test`);
  const headings = [...long.querySelectorAll(".prose h2")];
  expect(headings.length).toBeGreaterThan(3);
  expect([...(contents(long)?.querySelectorAll("a") ?? [])].map((one) => [words(one), one.hash])).toEqual(
    headings.map((heading) => [words(heading), new URL(`#${heading.id}`, long.URL).hash]),
  );
  const video = '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>';
  const content = `<h2>A</h2><h2>B</h2><h2>C</h2>${video}`;
  const { id, slug, author_id } = await site.create<Article>("/api/articles", article('The "talk"', { content }));
  const short = await read(`${site.url}/blog/${slug}`);
  // Whose it is decides who is offered to edit it, which the page itself offers nobody.
  expect(propsOf(short, "EditLink")).toEqual({ id, author: author_id, label: "Edit Article" });
  expect(link(short, "Edit Article")).toBe(undefined);
  expect(contents(short)).toBe(null);
  expect(short.querySelector(".prose iframe")?.getAttribute("title")).toBe('Video 1: The "talk"');
});

test("on paper a link within the site has its whole address, and a video the one at which it is watched", async ({
  site,
}) => {
  const video = '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>';
  const content = `<p><a href="/about-us">About us</a></p>${video}`;
  const { slug } = await site.create<Article>("/api/articles", article("On paper", { content }));
  const page = await site.visit(`/blog/${slug}`, { javaScriptEnabled: false });
  const watch = page.locator(".prose").getByText("https://youtu.be/dQw4w9WgXcQ");
  expect(await watch.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await watch.isVisible()).toBe(true);
  const printed = await page
    .locator(".prose a")
    .first()
    .evaluate((element) => getComputedStyle(element, "::after").content);
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
  expect(printed).toBe(`" (${new URL(canonical ?? "").origin}/about-us)"`);
});

test("cards stand two abreast, and lead to their articles wherever they are pressed", async ({ site }) => {
  const page = await site.visit("/blog");
  const card = cards(page).filter({ hasText: "A revision calendar" });
  expect((await card.locator("img").boundingBox())?.height).toBe(200);
  const [first, second] = await Promise.all([0, 1].map((i) => cards(page).nth(i).boundingBox()));
  expect(first?.y).toBe(second?.y);
  await card.click();
  await page.waitForURL("**/blog/a-revision-calendar-that-keeps-its-promises");
  await page.getByRole("link", { name: "Back to All Articles" }).click();
  await page.waitForURL("**/blog");
});

test("on a phone cards stand below each other, and words without a break stay within the screen", async ({ site }) => {
  const long = "W".repeat(60);
  const texts = { excerpt: long, category: long, tags: [long] };
  const made = await site.create<Article>("/api/articles", article(long, texts));
  const page = await site.visit("/blog", phone);
  const [first, second] = await Promise.all([0, 1].map((i) => cards(page).nth(i).boundingBox()));
  expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
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

test("a search is in the address, and is there again when the page is loaded again", async ({ site }) => {
  const page = await site.visit("/blog", phone);
  const field = page.getByRole("searchbox", { name: "Search articles" });
  await field.fill("constitution");
  await field.press("Enter");
  await page.getByText("1 article with “constitution”").waitFor();
  expect(await cards(page).allInnerTexts()).toEqual([expect.stringContaining("Polity basics")]);
  expect(new URL(page.url()).search).toBe("?q=constitution");
  await page.reload();
  await page.getByText("1 article with “constitution”").waitFor();
  expect(await field.inputValue()).toBe("constitution");
  // A topic leads to the articles that have it.
  await page.goto(site.url + ARTICLE);
  await page.getByRole("link", { name: "#ncert", exact: true }).tap();
  await page.getByText(/articles? with “ncert”/).waitFor();
  await cards(page).filter({ hasText: "Reading NCERTs with a plan" }).waitFor();
});

test("the title lies on the banner and on the first screen of a laptop, light on dark whatever the banner is", async ({
  site,
}) => {
  const page = await site.visit(ARTICLE, { viewport: { width: 1366, height: 768 } });
  const heading = page.getByRole("heading", { level: 1 });
  const banner = page.locator("article > img");
  const bottom = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  const box = await heading.boundingBox();
  const below = (box?.y ?? 768) + (box?.height ?? 0);
  expect(below).toBeLessThan(768);
  expect((await banner.boundingBox())?.height).toBe(500);
  expect(below).toBeLessThan(await bottom("article > img"));
  await banner.evaluate((banner: HTMLImageElement) => {
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
  // The banner lies under the whole of a long title.
  await heading.evaluate((heading) => {
    heading.textContent = "A plan with many steps ".repeat(9);
  });
  expect(await bottom("article > img")).toBe(await bottom("article > img + *"));
  expect((await banner.boundingBox())?.height).toBeGreaterThan(500);
});

test("the list of contents stands beside the text, and folded above it on a phone", async ({ site }) => {
  const contents = (page: Page) => page.getByRole("navigation", { name: "In this article" });
  const top = (page: Page, n: number) =>
    page
      .locator(".prose h2")
      .nth(n)
      .evaluate((heading) => heading.getBoundingClientRect().top);
  const wide = await site.visit("/blog/how-to-analyse-a-mock-test", { javaScriptEnabled: false });
  await contents(wide).getByRole("link").nth(3).click();
  await expect.poll(() => top(wide, 3)).toBeLessThan(300);
  const small = await site.visit("/blog/how-to-analyse-a-mock-test", { ...phone, javaScriptEnabled: false });
  expect((await small.locator("article > img").boundingBox())?.height).toBeGreaterThan(150);
  expect(await contents(small).getByRole("link").first().isVisible()).toBe(false);
  await contents(small).locator("summary").tap();
  await contents(small).getByRole("link").last().tap();
  await expect.poll(async () => Math.abs(await top(small, -1)) < 300).toBe(true);
});

test("Hindi and Kannada have the fonts of the site, room between their lines, and are not slanted", async ({
  site,
}) => {
  const quotation = "<blockquote>ಪರೀಕ್ಷಿಸು</blockquote><blockquote>जाँचो</blockquote><blockquote>Test</blockquote>";
  const made = await site.create<Article>("/api/articles", article("तैयारी", { content: quotation }));
  const page = await site.visit(`/blog/${made.slug}`);
  // Vowel signs of one line may not touch those of the next.
  const [lead, size, spacing] = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const { lineHeight, fontSize, letterSpacing } = getComputedStyle(heading);
    return [Number.parseFloat(lineHeight), Number.parseFloat(fontSize), letterSpacing];
  });
  expect(Number(lead) / Number(size)).toBeGreaterThan(1.25);
  expect(spacing).toBe("normal");
  for (const script of ["Devanagari", "Kannada"]) {
    await eventually(`the font for ${script} is there`, () =>
      page.evaluate(
        (name) => [...document.fonts].some(({ status, family }) => status === "loaded" && family.includes(name)),
        script,
      ),
    );
  }
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

test("an article that has no page yet is readable all the same; an unknown one is not found", async ({ site }) => {
  site.expected.push(/Failed to load resource.*404/);
  const fresh = await site.create<Article>("/api/articles", article("Fresh from the editor", { tags: ["news"] }));
  const page = await site.visit("/blog/there-is-no-such-article");
  await page.getByRole("heading", { level: 1, name: "Article Not Found" }).waitFor();
  // As before the release that has the page: the address answers with 404.html.
  const html = await (await page.request.get(page.url())).text();
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await page.waitForURL("**/blog");
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
});
