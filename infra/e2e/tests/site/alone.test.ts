import type { Page } from "playwright-core";
import { describe } from "vitest";
import { everyPage } from "../../src/pages";
import { read } from "../../src/read";
import { expect, phone, screens, test } from "../../src/site";

// The site stands by itself: without the API, and without scripts.

const SMALL = { viewport: { width: 320, height: 800 } };

test("without the API a page goes on showing what it was built with, and leads to the next one", async ({ site }) => {
  const built = await site.visit("/", { ...phone, javaScriptEnabled: false });
  const page = await site.visit("/resources", { ...phone, alone: true });
  for (const path of ["/", "/contact-us"]) {
    await built.goto(site.url + path);
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    for (const part of ["main li", "main h2", "footer"]) {
      const words = (of: Page) => of.locator(`${part}:visible`).allInnerTexts();
      expect(await words(page), path).toEqual(await words(built));
    }
  }
  await page.goto(`${site.url}/`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Explore NCERT Mastery/ })
    .click();
  await page.waitForURL("**/ncert-mastery");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "About", exact: true }).first().click();
  await page.waitForURL("**/about-us");
});

/** What is so whether scripts are switched off or have not come. */
async function standsStill(page: Page, url: string) {
  await page.goto(`${url}/`, { waitUntil: "domcontentloaded" });
  const button = page.getByRole("button", { name: /^Coming Soon.*PSI/ });
  const notice = page.getByRole("alertdialog", { name: "PSI" });
  await button.press("Enter");
  await notice.getByText("This program is coming soon!").waitFor();
  await notice.getByRole("button", { name: "OK" }).click();
  await notice.waitFor({ state: "hidden" });
  await button.click();
  await notice.waitFor();
  await page.keyboard.press("Escape");
  await notice.waitFor({ state: "hidden" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.goto(`${url}/foundation-test-series`, { waitUntil: "domcontentloaded" });
  const subject = page.locator("#syllabus details").nth(1);
  const words = subject.locator(":scope > :not(summary)").first();
  expect(await words.isVisible()).toBe(false);
  await subject.locator("summary").click();
  await words.waitFor();
  // The keyboard stops at a table that does not fit, and scrolls it.
  const table = page.getByRole("region", { name: "Tests of the series" });
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
}

/** The headings of a page's HTML that are not behind something to open. */
async function headings(address: string): Promise<string[]> {
  const all = [...(await read(address)).querySelectorAll("main :is(h1, h2, h3, h4)")];
  return all
    .filter((heading) => !heading.closest("dialog, [popover], details:not([open])"))
    .map((heading) => heading.textContent.replace(/\s+/g, " ").trim());
}

test("with scripts that have not come notices open and close, and what does not fit scrolls", async ({ site }) => {
  const page = await site.visit("/resources", { ...phone, ...SMALL, scripts: new Promise(() => {}) });
  await standsStill(page, site.url);
});

describe("with scripts switched off", () => {
  test("the same is so, and every page is complete, has the screen, and no button that does nothing", async ({
    site,
  }) => {
    site.expected.push(/none\.webm/);
    await site.settings({ hero_background_type: "video", hero_video_url: "/media/none.webm" });
    const page = await site.visit("/", { ...phone, ...SMALL, javaScriptEnabled: false });
    await standsStill(page, site.url);
    for (const path of everyPage) {
      await page.goto(site.url + path);
      const shown = await page.getByRole("main").getByRole("heading").allTextContents();
      const said = shown.map((heading) => heading.replace(/\s+/g, " ").trim());
      expect(said, path).toEqual(expect.arrayContaining(await headings(site.url + path)));
      await noneDead(page, path);
    }
  });

  for (const [name, screen] of Object.entries(screens)) {
    test(`the menus and tabs are open, ${name}`, async ({ site }) => {
      const page = await site.visit("/adhva-vibes-psi", { ...screen, javaScriptEnabled: false });
      await noneDead(page, "/adhva-vibes-psi");
      await page.getByRole("button", { name: "Learning Paths" }).focus();
      await page.getByRole("navigation").getByRole("link", { name: "NCERT Mastery" }).waitFor();
      for (const programme of ["Apex", "Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"]) {
        await page.getByRole("heading", { level: 3, name: programme }).waitFor();
      }
    });
  }

  test("forms say what to do instead, and send nothing", async ({ site }) => {
    const page = await site.visit("/contact-us", { ...phone, javaScriptEnabled: false });
    await page.getByText("The form needs JavaScript to send.").waitFor();
    expect(await page.getByRole("button", { name: "Send Message" }).isVisible()).toBe(false);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const typed = { Name: "Asha Rao", Email: "asha@example.com", Message: "Sent before its time" };
    for (const [label, words] of Object.entries(typed)) await page.getByLabel(label).fill(words);
    for (const label of ["Email", "Name"]) await page.getByLabel(label).press("Enter");
    await page.getByLabel("Message").press("Tab");
    for (const [label, words] of Object.entries(typed)) {
      expect(await page.getByLabel(label).inputValue()).toBe(words);
    }
    expect([page.url(), asked]).toEqual([`${site.url}/contact-us`, []]);

    await page.goto(`${site.url}/current-affairs-test`);
    await page.getByText("This form needs JavaScript to send.").waitFor();
    expect(await page.getByRole("button", { name: "Notify Me" }).isVisible()).toBe(false);

    await page.goto(`${site.url}/resources`);
    const community = page.getByRole("complementary");
    expect(await community.getByRole("button").count()).toBe(0);
    const [channel] = await Promise.all([
      page.context().waitForEvent("page"),
      community.getByRole("link", { name: /^Join our community/ }).click(),
    ]);
    expect(channel.url()).toBe("https://example.org/community");
  });
});

/** Expects no button that needs a script, and at the page's end no bar over it. */
async function noneDead(page: Page, path: string) {
  // The focus opens the menu of a button that controls one; a button with a command needs no script.
  const dead = page.locator("button:not([aria-controls], [commandfor]):visible");
  expect(await dead.allInnerTexts(), path).toEqual([]);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
      return Math.max(0, (bar?.y ?? 0) + (bar?.height ?? 0)) < height / 8;
    })
    .toBe(true);
}
