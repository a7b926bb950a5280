import type { Page } from "playwright-core";
import { describe } from "vitest";
import { pixels } from "../../src/pixels";
import { expect, phone, screens, test } from "../../src/site";

// The four programmes' pages.

const rows = (page: Page, name: string) => page.getByRole("table", { name }).getByRole("row");

for (const [name, screen] of Object.entries(screens)) {
  test(`foundation series: facts, tables, one subject open at a time, ${name}`, async ({ site }) => {
    const page = await site.visit("/foundation-test-series", screen);
    await page.getByText("October 2025 batch").first().waitFor();
    expect(await page.getByRole("link", { name: "Enroll Now" }).count()).toBe(2);
    expect(await page.getByRole("link", { name: "Learn More" }).getAttribute("href")).toBe("#about");
    await page.getByText("11 subject tests and 7 full-length tests").waitFor();
    expect(await rows(page, "Tests of the series").allInnerTexts()).toEqual([
      expect.stringMatching(/^Test/),
      expect.stringMatching(/^Subject tests\s+12\s+Sundays\s+1 hour\s+50 MCQs each/),
      expect.stringMatching(/^Subject-wise full-length tests\s+6\s+Sundays\s+2 hours\s+100 MCQs each/),
      expect.stringMatching(/^Full-length tests FL-1 to FL-3\s+3\s+–\s+2 hours\s+100 MCQs each/),
    ]);
    expect(await rows(page, "Full-length tests").count()).toBe(4);
    expect(await page.locator("#different").getByRole("heading", { level: 3 }).count()).toBe(5);
    expect(await page.locator("#enrol").getByRole("heading", { level: 3 }).count()).toBe(3);
    await page.locator("#contact").getByRole("link", { name: "hello@academy.example" }).waitFor();

    const open = () =>
      page.locator("#syllabus details[open] summary").evaluateAll((all) => all.map((one) => one.textContent));
    const subjects = page.locator("#syllabus summary");
    expect(await subjects.allInnerTexts()).toEqual([
      "History",
      "Geography",
      "Polity",
      "Economics",
      "Science",
      "Environment",
      "Sociology",
    ]);
    expect(await open()).toEqual([]);
    await subjects.nth(0).click();
    expect(await open()).toEqual(["History"]);
    await subjects.nth(2).click();
    await expect.poll(open).toEqual(["Polity"]);
    await subjects.nth(2).press("Enter");
    await expect.poll(open).toEqual([]);
  });
}

test("the foundation table fits a phone; where it is narrower still its edge has a shadow", async ({ site }) => {
  const tests = (page: Page) => page.getByRole("region", { name: "Tests of the series" });
  const hidden = (page: Page) => tests(page).evaluate((box) => box.scrollWidth - box.clientWidth);
  const page = await site.visit("/foundation-test-series", phone);
  expect(await hidden(page)).toBe(0);
  const narrow = await site.visit("/foundation-test-series", { viewport: { width: 300, height: 700 } });
  expect(await hidden(narrow)).toBeGreaterThan(0);
  await tests(narrow).scrollIntoViewIfNeeded();
  const box = await tests(narrow).boundingBox();
  if (!box) throw new Error("the table is not shown");
  const edge = { x: box.x + box.width - 60, y: box.y + 12, width: 60, height: 1 };
  /** How much darker the edge is than what lies a little further in. */
  const shade = async () => {
    const [row = []] = await pixels(narrow, await narrow.screenshot({ clip: edge }));
    return (row.at(0)?.[0] ?? 0) - (row.at(-6)?.[0] ?? 0);
  };
  expect(await shade()).toBeGreaterThan(20);
  await tests(narrow).evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(shade).toBeLessThan(5);
});

test("in full view the mentorship's climb is whole", async ({ site }) => {
  const page = await site.visit("/mentorship", { reducedMotion: "no-preference" });
  await page.locator("#journey ol").scrollIntoViewIfNeeded();
  const land = await page.locator("#journey svg").first().boundingBox();
  if (!land) throw new Error("the climb is not shown");
  const end = { x: land.x + land.width - 40, y: land.y - 4, width: 40, height: land.height };
  /** Whether every column of the last stretch has the path's marigold in it: much red, little blue. */
  const walked = async () => {
    const rows = await pixels(page, await page.screenshot({ clip: end }));
    return rows[0]?.every((_, x) => rows.some((row) => (row[x]?.[0] ?? 0) > 200 && (row[x]?.[2] ?? 255) < 100));
  };
  await expect.poll(walked).toBe(true);
});

test("the path goes on below a page's head", async ({ site }) => {
  const page = await site.visit("/mentorship", { reducedMotion: "no-preference" });
  await page.locator("#highlights").scrollIntoViewIfNeeded();
  const walked = () =>
    page.locator("main > .page-head").evaluate((head) =>
      head
        .getAnimations({ subtree: true })
        .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement === "::after")
        .map(({ effect }) => effect?.getComputedTiming().progress),
    );
  await expect.poll(walked).toEqual([1]);
});

test("mentorship: three phases, six highlights, the way to enrol", async ({ site }) => {
  const page = await site.visit("/mentorship");
  await page.getByRole("heading", { level: 1, name: /2026 exam/ }).waitFor();
  const journey = page.locator("#journey").getByRole("listitem");
  expect(await journey.allInnerTexts()).toEqual([
    expect.stringMatching(/Foundation\s+3 months/),
    expect.stringMatching(/Consolidation\s+3 months/),
    expect.stringMatching(/Prelims Preparation\s+2 months/),
  ]);
  expect(await page.locator("#highlights").getByRole("heading", { level: 3 }).count()).toBe(6);
  const enrol = page.getByRole("link", { name: "Enroll Now" }).first();
  expect(await enrol.getAttribute("href")).toBe("https://example.org/enrol");
  expect(await enrol.getAttribute("target")).toBe("_blank");
});

test("where no enrolment form is set, Enroll Now leads to the contact page", async ({ site }) => {
  await site.settings({ enrollment_form_url: "" });
  const page = await site.visit("/ncert-mastery");
  const enrol = page.getByRole("link", { name: "Enroll Now" }).first();
  expect(await enrol.getAttribute("href")).toBe("/contact-us");
});

describe("police sub-inspector", () => {
  for (const [name, screen] of Object.entries(screens)) {
    test(`hidden by the setting, and back, ${name}`, async ({ site }) => {
      await site.settings({ adhva_vibes_psi_hidden: true });
      const page = await site.visit("/adhva-vibes-psi", { ...screen, javaScriptEnabled: false });
      await page.getByRole("heading", { level: 1, name: "Coming Soon" }).waitFor();
      expect(await page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
      expect(await page.getByRole("tab").count()).toBe(0);
      await site.settings({ adhva_vibes_psi_hidden: false });
      await page.reload();
      await page.getByRole("heading", { name: "Six reasons to join" }).waitFor();
    });
  }

  test("the hero says and shows what is managed", async ({ site }) => {
    await site.text("adhva-vibes-psi", "", "hero_title", "Become a sub-inspector");
    await site.text("adhva-vibes-psi", "", "hero_subtitle", "");
    await site.text("adhva-vibes-psi", "", "officer_image", "/media/seed/about-banner_2000x900_480_960.webp");
    const page = await site.visit("/adhva-vibes-psi");
    await page.getByRole("heading", { level: 1, name: "Become a sub-inspector" }).waitFor();
    await page.getByText("Karnataka Police Sub-Inspector test series: 37 tests over 2 papers").waitFor();
    expect(await page.locator('main img[src*="about-banner"]').count()).toBe(1);
  });

  test("the chart is fetched when it comes into sight; a table has its numbers", async ({ site }) => {
    const page = await site.visit("/blog");
    const scripts = new Set<string>();
    page.on("request", (request) => request.resourceType() === "script" && scripts.add(request.url()));
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.goto(`${site.url}/adhva-vibes-psi`, { waitUntil: "networkidle" });
    const before = scripts.size;
    const chart = page.getByRole("img", { name: /^Doughnut chart/ });
    const drawn = () =>
      chart.evaluate((canvas: HTMLCanvasElement) => {
        const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value) => value > 0);
      });
    expect(await drawn()).toBe(false);
    await chart.scrollIntoViewIfNeeded();
    await expect.poll(drawn).toBe(true);
    expect(scripts.size).toBeGreaterThan(before);
    expect(await rows(page, "Weightage of Paper 2 by subject").allInnerTexts()).toEqual([
      expect.stringMatching(/Subject\s+Per cent/),
      expect.stringMatching(/Science & Tech\s+15.6%/),
      expect.stringMatching(/Current Affairs\s+13%/),
      expect.stringMatching(/History\s+12.9%/),
      expect.stringMatching(/Geography\s+11.8%/),
      expect.stringMatching(/Mental Ability\s+9.2%/),
      expect.stringMatching(/Indian Polity\s+8.6%/),
      expect.stringMatching(/Economy\s+8.1%/),
      expect.stringMatching(/Static GK\/Culture\s+6.5%/),
      expect.stringMatching(/Environment\s+2.2%/),
    ]);
  });

  for (const [name, screen] of Object.entries(screens)) {
    test(`five programmes as tabs, by pointer and keyboard, ${name}`, async ({ site }) => {
      const page = await site.visit("/adhva-vibes-psi", screen);
      const names = ["Apex", "Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"];
      expect(await page.getByRole("tab").allInnerTexts()).toEqual(names);
      const chosen = () => page.getByRole("tab", { selected: true }).innerText();
      const facts = () => page.getByRole("tabpanel").innerText();
      expect(await chosen()).toBe("Apex");
      expect(await facts()).toMatch(/37[\s\S]*25 tests[\s\S]*12 tests[\s\S]*20 Mental Ability questions/);
      await page.getByRole("tab", { name: "Subject Mastery" }).click();
      expect(await facts()).toMatch(/History\s+4 tests[\s\S]*Polity\s+3 tests[\s\S]*Environment\s+1 test/);
      await page.keyboard.press("ArrowRight");
      expect(await chosen()).toBe("Exam Simulator");
      expect(await facts()).toMatch(/12[\s\S]*All-Karnataka rank/);
      await page.keyboard.press("ArrowRight");
      expect(await chosen()).toBe("Apex");
      await page.keyboard.press("ArrowLeft");
      expect(await chosen()).toBe("Exam Simulator");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      expect(await chosen()).toBe("Descriptive Pro");
      expect(await facts()).toMatch(/Assignments\s+12/);
      await page.keyboard.press("End");
      expect(await chosen()).toBe("Exam Simulator");
      expect(await page.getByRole("tabpanel").count()).toBe(1);
      expect(await page.locator("#reasons").getByRole("heading", { level: 3 }).count()).toBe(6);
      await page.locator("#contact").getByRole("link").first().waitFor();
    });
  }
});
