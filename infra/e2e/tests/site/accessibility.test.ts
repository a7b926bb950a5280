import type { Page } from "playwright-core";
import { describe } from "vitest";
import { violations, violationsOfColours } from "../../src/axe";
import { coloursByIbm, violationsByIbm } from "../../src/ibm";
import { everyPage } from "../../src/pages";
import { desktop, expect, phone, type Site, screens, test } from "../../src/site";
import { file } from "../../src/upload";

// What a machine can find of WCAG 2.2 AA: every page, and every state that can be opened, in both themes.

/** Two checkers find what the other does not. The second is slower: it sees each page once, and no states. */
const judges = {
  axe: [violations, violationsOfColours],
  IBM: [violationsByIbm, coloursByIbm],
} as const;

/** Everything in the light theme, and in the dark one what a theme can change: colours. */
async function inBothThemes(page: Page, what: string, judge: keyof typeof judges = "axe") {
  const wear = (theme: string) =>
    page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
  const [everything, colours] = judges[judge];
  expect(await everything(page), `${what}, light`).toEqual([]);
  await wear("dark");
  expect(await colours(page), `${what}, dark`).toEqual([]);
  await wear("light");
}

const paths = [...everyPage, "/nowhere", "/blog/there-is-no-such-article"];

for (const [name, screen] of Object.entries(screens)) {
  test(`every page, ${name}`, async ({ site }) => {
    site.expected.push(/Failed to load resource.*404/);
    const page = await site.visit("/", screen);
    for (const path of paths) {
      await page.goto(site.url + path, { waitUntil: "load" });
      await inBothThemes(page, path);
    }
  });
}

describe("by IBM's checker", () => {
  for (const path of paths) {
    test(path, async ({ site }) => {
      site.expected.push(/Failed to load resource.*404/);
      await inBothThemes(await site.visit(path), path, "IBM");
    });
  }
});

/** A page and what is done on it before it is looked at. */
type State = [name: string, path: string, screen: object, open: (page: Page, site: Site) => Promise<unknown>];

const states: State[] = [
  ["a menu", "/blog", desktop, (page) => page.getByRole("button", { name: "Learning Paths" }).hover()],
  [
    "the menu of a small screen",
    "/blog",
    phone,
    async (page) => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Resources" }).click();
    },
  ],
  ["the community button", "/resources", desktop, (page) => page.getByRole("link", { name: /^Join our/ }).hover()],
  [
    "the alert of an upcoming programme",
    "/",
    phone,
    (page) => page.getByRole("button", { name: /^Coming Soon.*PSI$/ }).click(),
  ],
  ["the accordion", "/foundation-test-series", phone, (page) => page.locator("#syllabus summary").nth(3).click()],
  ["a tab", "/adhva-vibes-psi", phone, (page) => page.getByRole("tab", { name: "Subject Mastery" }).click()],
  [
    "a toast and a refusal",
    "/contact-us",
    desktop,
    async (page, site) => {
      site.expected.push(/Failed to load resource.*422/);
      await page.getByLabel("Name").fill("Asha");
      await page.getByLabel("Email").fill("asha@example.com");
      await page.getByLabel("Phone").fill("12");
      await page.getByLabel("Message").fill("Hello");
      await page.getByRole("button", { name: "Send Message" }).click();
      await page.getByText("Failed to send message").hover();
    },
  ],
  ["a wrong e-mail", "/current-affairs-test", phone, (page) => page.getByRole("button", { name: "Notify Me" }).click()],
  [
    "what was searched for",
    "/blog",
    phone,
    async (page) => {
      await page.getByRole("searchbox").fill("notes");
      await page.getByRole("searchbox").press("Enter");
      await page.getByText(/articles with “notes”/).waitFor();
    },
  ],
  [
    "a player",
    "/videos",
    desktop,
    async (page, site) => {
      const form = new FormData();
      for (const [key, value] of [
        ["title", "A film"],
        ["category", "Polity"],
      ] as const)
        form.set(key, value);
      form.set("file", file("two-minutes.webm"));
      const video = await site.editor.send<{ id: string }>("/api/videos", form);
      site.later(() => site.editor.call("DELETE", `/api/videos/${video.id}`));
      await site.editor.live();
      await page.reload();
      await inBothThemes(page, "the library");
      await page.getByRole("button", { name: "Play A film" }).click();
      await page.locator("main video").waitFor();
    },
  ],
];

describe("opened", () => {
  for (const [name, path, screen, open] of states) {
    test(name, async ({ site }) => {
      const page = await site.visit(path, screen);
      await open(page, site);
      await inBothThemes(page, name);
    });
  }

  test("what settings hide", async ({ site }) => {
    await site.settings({
      adhva_vibes_psi_hidden: true,
      blog_show_coming_soon: true,
      videos_show_coming_soon: true,
      hero_background_type: "video",
      hero_video_url: "https://youtu.be/dQw4w9WgXcQ",
    });
    const page = await site.visit("/", phone);
    for (const path of ["/adhva-vibes-psi", "/blog", "/videos", "/"]) {
      await page.goto(site.url + path, { waitUntil: "load" });
      await inBothThemes(page, path);
    }
  });
});
