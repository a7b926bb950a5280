import type { Page } from "playwright-core";
import { describe } from "vitest";
import { everyPage } from "../../src/pages";
import { expect, phone, screens, test, type Visit } from "../../src/site";

// The site stands by itself: without the API, and without scripts.

const words = (page: Page) => page.getByRole("main").innerText();

describe("without the API", () => {
  test("every page shows what it shows with it", async ({ site }) => {
    const whole = await site.visit("/", { frozen: true });
    const alone = await site.visit("/", { frozen: true, alone: true });
    for (const path of everyPage) {
      await Promise.all([whole, alone].map((page) => page.goto(site.url + path, { waitUntil: "networkidle" })));
      expect(await words(alone), path).toBe(await words(whole));
      expect(await alone.getByRole("contentinfo").innerText()).toBe(await whole.getByRole("contentinfo").innerText());
    }
  });

  test("one can go from page to page", async ({ site }) => {
    const page = await site.visit("/", { ...phone, alone: true });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Explore NCERT Mastery/ })
      .click();
    await page.waitForURL("**/ncert-mastery");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "About", exact: true }).first().click();
    await page.waitForURL("**/about-us");
  });
});

/** Two ways to be without. */
const without: Record<string, Visit> = {
  "switched off": { javaScriptEnabled: false },
  "not come": { scripts: new Promise(() => {}) },
};

for (const [state, visit] of Object.entries(without)) {
  describe(`with scripts ${state}`, () => {
    for (const [name, screen] of Object.entries(screens)) {
      test(`every page is complete, ${name}`, async ({ site }) => {
        const whole = await site.visit("/", { ...screen, frozen: true });
        const still = await site.visit("/", { ...screen, ...visit });
        for (const path of everyPage) {
          await whole.goto(site.url + path);
          await still.goto(site.url + path, { waitUntil: "domcontentloaded" });
          const headings = (page: Page) => page.getByRole("main").getByRole("heading").allInnerTexts();
          expect(await headings(still), path).toEqual(expect.arrayContaining(await headings(whole)));
        }
      });

      test(`a programme to come says so, ${name}`, async ({ site }) => {
        const page = await site.visit("/", { ...screen, ...visit });
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
      });
    }

    test("an accordion opens", async ({ site }) => {
      const page = await site.visit("/foundation-test-series", visit);
      const subject = page.locator("#syllabus details").nth(1);
      const words = subject.locator(":scope > :not(summary)").first();
      expect(await words.isVisible()).toBe(false);
      await subject.locator("summary").click();
      await words.waitFor();
    });

    test("the keyboard stops at a table that does not fit, and scrolls it", async ({ site }) => {
      const page = await site.visit("/foundation-test-series", { viewport: { width: 320, height: 800 }, ...visit });
      const table = page.getByRole("region", { name: "Tests of the series" });
      await table.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    });
  });
}

describe("with scripts switched off", () => {
  for (const [name, screen] of Object.entries(screens)) {
    test(`the menus open, forms and tabs say what to do instead, ${name}`, async ({ site }) => {
      const page = await site.visit("/adhva-vibes-psi", { ...screen, javaScriptEnabled: false });
      await page.getByRole("button", { name: "Learning Paths" }).focus();
      await page.getByRole("navigation").getByRole("link", { name: "NCERT Mastery" }).waitFor();
      for (const programme of ["Apex", "Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"]) {
        await page.getByRole("heading", { level: 3, name: programme }).waitFor();
      }
      await page.goto(`${site.url}/contact-us`);
      await page.getByText("The form needs JavaScript to send.").waitFor();
      expect(await page.getByRole("button", { name: "Send Message" }).isVisible()).toBe(false);
      await page.goto(`${site.url}/current-affairs-test`);
      await page.getByText("This form needs JavaScript to send.").waitFor();
      expect(await page.getByRole("button", { name: "Notify Me" }).isVisible()).toBe(false);
    });

    test(`no button does nothing, and the page has the screen, ${name}`, async ({ site }) => {
      site.expected.push(/none\.webm/);
      await site.settings({ hero_background_type: "video", hero_video_url: "/media/none.webm" });
      const page = await site.visit("/", { ...screen, javaScriptEnabled: false });
      const height = screen.viewport?.height ?? 0;
      for (const path of everyPage) {
        await page.goto(site.url + path);
        // The focus opens the menu of a button that controls one; a button with a command needs no script.
        const dead = page.locator("button:not([aria-controls], [commandfor]):visible");
        expect(await dead.allInnerTexts(), path).toEqual([]);
        await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
        await expect
          .poll(async () => {
            const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
            return Math.max(0, (bar?.y ?? 0) + (bar?.height ?? 0)) < height / 8;
          })
          .toBe(true);
      }
    });

    test(`the community's button is there, and cannot be closed, ${name}`, async ({ site }) => {
      const page = await site.visit("/resources", { ...screen, javaScriptEnabled: false });
      const community = page.getByRole("complementary");
      const [channel] = await Promise.all([
        page.context().waitForEvent("page"),
        community.getByRole("link", { name: /^Join our community/ }).click(),
      ]);
      expect(channel.url()).toBe("https://example.org/community");
      expect(await community.getByRole("button").count()).toBe(0);
    });
  }
});
