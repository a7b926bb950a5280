import type { Page } from "playwright-core";
import { describe } from "vitest";
import { everyPage } from "../../src/pages";
import { expect, phone, screens, test } from "../../src/site";

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

describe("without scripts", () => {
  for (const [name, screen] of Object.entries(screens)) {
    test(`every page is complete, ${name}`, async ({ site }) => {
      const whole = await site.visit("/", { ...screen, frozen: true });
      const still = await site.visit("/", { ...screen, javaScriptEnabled: false });
      for (const path of everyPage) {
        await Promise.all([whole, still].map((page) => page.goto(site.url + path)));
        const headings = (page: Page) => page.getByRole("main").getByRole("heading").allInnerTexts();
        expect(await headings(still), path).toEqual(expect.arrayContaining(await headings(whole)));
      }
    });

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
  }
});
