import type { Page } from "playwright-core";
import { violations, violationsOfColours } from "../../src/axe";
import { everyPage } from "../../src/pages";
import { read } from "../../src/read";
import { desktop, expect, phone, type Site, test } from "../../src/site";
import { file } from "../../src/upload";

// What a machine can find of WCAG 2.2 AA: every page, and every state that can be opened, in both themes. Every page on
// a wide screen, and by a second checker: tests/verify/accessibility.test.ts.

/** Everything in the light theme, and in the dark one what a theme can change: colours. */
async function inBothThemes(page: Page, what: string, scope?: string) {
  const wear = (theme: string) =>
    page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
  expect(await violations(page, scope), `${what}, light`).toEqual([]);
  await wear("dark");
  expect(await violationsOfColours(page, scope), `${what}, dark`).toEqual([]);
  await wear("light");
}

const paths = [...everyPage, "/nowhere", "/blog/there-is-no-such-article"];

test("every page has a language, a title of its own, one first heading, and its landmarks", async ({ site }) => {
  const titles = new Map<string, string>();
  for (const path of paths) {
    const page = await read(site.url + path);
    const count = (selector: string) => page.querySelectorAll(selector).length;
    expect(page.documentElement.lang, path).toBe("en-IN");
    expect(count("main h1"), path).toBe(1);
    expect(
      ["body header", "nav", "main", "footer"].map((one) => count(one) > 0),
      path,
    ).not.toContain(false);
    expect(page.querySelector("a[href='#content']")?.textContent, path).toBe("Skip to content");
    titles.set(page.title, path);
  }
  // What is said at an address without a page is the same at each.
  expect(titles.size).toBe(paths.length - 1);
});

test("every page", async ({ site }) => {
  site.expected.push(/Failed to load resource.*404/);
  const page = await site.visit("/", phone);
  for (const path of paths) {
    if (path !== "/") await page.goto(site.url + path, { waitUntil: "load" });
    // The layout is the same on all of them.
    await inBothThemes(page, path, path === "/" ? undefined : "main");
  }
});

/** A page, what is done on it before it is looked at, and where that changes anything: in `main` if nothing is said. */
type State = [name: string, path: string, open: (page: Page, site: Site) => Promise<unknown>, scope?: string];

const onPhone: State[] = [
  [
    "the menu of a small screen",
    "/blog",
    async (page) => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Resources" }).click();
    },
    "nav",
  ],
  [
    "the alert of an upcoming programme",
    "/",
    (page) => page.getByRole("button", { name: /^Coming Soon.*PSI$/ }).click(),
  ],
  ["the accordion", "/foundation-test-series", (page) => page.locator("#syllabus summary").nth(3).click()],
  ["a tab", "/adhva-vibes-psi", (page) => page.getByRole("tab", { name: "Subject Mastery" }).click()],
  ["a wrong e-mail", "/current-affairs-test", (page) => page.getByRole("button", { name: "Notify Me" }).click()],
  [
    "what was searched for",
    "/blog",
    async (page) => {
      await page.getByRole("searchbox").fill("notes");
      await page.getByRole("searchbox").press("Enter");
      await page.getByText(/articles with “notes”/).waitFor();
    },
  ],
];

const onDesktop: State[] = [
  ["a menu", "/blog", (page) => page.getByRole("button", { name: "Learning Paths" }).hover(), "nav"],
  ["the community button", "/resources", (page) => page.getByRole("link", { name: /^Join our/ }).hover(), "aside"],
  [
    "a toast and a refusal",
    "/contact-us",
    async (page, site) => {
      site.expected.push(/Failed to load resource.*422/);
      await page.getByLabel("Name").fill("Asha");
      await page.getByLabel("Email").fill("asha@example.com");
      await page.getByLabel("Phone").fill("12");
      await page.getByLabel("Message").fill("Hello");
      await page.getByRole("button", { name: "Send Message" }).click();
      await page.getByText("Failed to send message").hover();
    },
    "main, body > section",
  ],
  [
    "a player",
    "/videos",
    async (page, site) => {
      const form = new FormData();
      form.set("title", "A film");
      form.set("category", "Polity");
      form.set("file", file("two-minutes.webm"));
      const video = await site.editor.send<{ id: string }>("/api/videos", form);
      site.later(() => site.editor.call("DELETE", `/api/videos/${video.id}`));
      await site.editor.live();
      await page.reload();
      await inBothThemes(page, "the library", "main");
      await page.getByRole("button", { name: "Play A film" }).click();
      await page.locator("main video").waitFor();
    },
  ],
];

test.for([
  ["phone", phone, onPhone],
  ["desktop", desktop, onDesktop],
] as const)("what can be opened on a %s", async ([, screen, states], { site }) => {
  const page = await site.visit("/resources/strategy", screen);
  for (const [name, path, open, scope = "main"] of states) {
    await page.goto(site.url + path);
    await open(page, site);
    await inBothThemes(page, name, scope);
  }
});

test("what settings hide", async ({ site }) => {
  await site.settings({
    adhva_vibes_psi_hidden: true,
    blog_show_coming_soon: true,
    videos_show_coming_soon: true,
    hero_background_type: "video",
    hero_video_url: "https://youtu.be/dQw4w9WgXcQ",
  });
  const page = await site.visit("/", phone);
  for (const path of ["/", "/adhva-vibes-psi", "/blog", "/videos"]) {
    if (path !== "/") await page.goto(site.url + path, { waitUntil: "load" });
    await inBothThemes(page, path, "main");
  }
});
