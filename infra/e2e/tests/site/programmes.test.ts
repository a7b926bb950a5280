import type { Page } from "playwright-core";
import { describe } from "vitest";
import { pixels } from "../../src/pixels";
import { read, textsOf } from "../../src/read";
import { expect, phone, test } from "../../src/site";

// The four programmes' pages.

const ways = (of: ParentNode, words: string) =>
  [...of.querySelectorAll("main a")].flatMap((a) => (a.textContent === words ? a.getAttribute("href") : []));
/** What stands in the cells of a table, by its name. */
const rows = (of: ParentNode, name: string) =>
  [...of.querySelectorAll("table")].flatMap((table) =>
    table.caption?.textContent === name ? [...table.rows].map((row) => textsOf(row, "th, td")) : [],
  );

test("foundation series: facts, tables, subjects", async ({ site }) => {
  const page = await read(`${site.url}/foundation-test-series`);
  const main = page.querySelector("main") as HTMLElement;
  for (const words of ["October 2025 batch", "11 subject tests and 7 full-length tests"]) {
    expect(main.textContent).toContain(words);
  }
  expect(ways(page, "Enroll Now").length).toBe(2);
  expect(ways(page, "Learn More")).toEqual(["#about"]);
  expect(main.querySelector("#about")).not.toBeNull();
  expect(rows(page, "Tests of the series")).toEqual([
    ["Test", "Number", "Day", "Time", "Questions"],
    ["Subject tests", "12", "Sundays", "1 hour", "50 MCQs each"],
    ["Subject-wise full-length tests", "6", "Sundays", "2 hours", "100 MCQs each"],
    ["Full-length tests FL-1 to FL-3", "3", "–", "2 hours", "100 MCQs each"],
  ]);
  expect(rows(page, "Full-length tests").length).toBe(4);
  expect(textsOf(main, "#different h3").length).toBe(5);
  expect(textsOf(main, "#enrol h3").length).toBe(3);
  expect(textsOf(main, "#contact a")).toContain("hello@academy.example");
  expect(textsOf(main, "#syllabus summary")).toEqual([
    "History",
    "Geography",
    "Polity",
    "Economics",
    "Science",
    "Environment",
    "Sociology",
  ]);
  expect(main.querySelectorAll("#syllabus details[open]").length).toBe(0);
});

test("foundation series: one subject is open at a time; its table fits a phone, and where it is narrower still its edge has a shadow", async ({
  site,
}) => {
  const tests = (page: Page) => page.getByRole("region", { name: "Tests of the series" });
  const hidden = (page: Page) => tests(page).evaluate((box) => box.scrollWidth - box.clientWidth);
  const page = await site.visit("/foundation-test-series", phone);
  expect(await hidden(page)).toBe(0);
  const open = () =>
    page.locator("#syllabus details[open] summary").evaluateAll((all) => all.map((one) => one.textContent));
  const subjects = page.locator("#syllabus summary");
  await subjects.nth(0).tap();
  await expect.poll(open).toEqual(["History"]);
  await subjects.nth(2).tap();
  await expect.poll(open).toEqual(["Polity"]);
  await subjects.nth(2).press("Enter");
  await expect.poll(open).toEqual([]);

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

test("mentorship: in full view the climb is whole, and the path goes on below the page's head", async ({ site }) => {
  const page = await site.visit("/mentorship", { reducedMotion: "no-preference" });
  await page.locator("#journey ol").scrollIntoViewIfNeeded();
  const land = await page.locator("#journey svg").first().boundingBox();
  if (!land) throw new Error("the climb is not shown");
  const end = { x: land.x + land.width - 40, y: land.y - 4, width: 40, height: land.height };
  /** Whether every column of the last stretch has the path's marigold in it: much red, little blue. */
  const climbed = async () => {
    const rows = await pixels(page, await page.screenshot({ clip: end }));
    return rows[0]?.every((_, x) => rows.some((row) => (row[x]?.[0] ?? 0) > 200 && (row[x]?.[2] ?? 255) < 100));
  };
  await expect.poll(climbed).toBe(true);
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
  const page = await read(`${site.url}/mentorship`);
  expect(textsOf(page, "h1")).toEqual([expect.stringMatching(/2026 exam/)]);
  expect(textsOf(page, "#journey li")).toEqual([
    expect.stringMatching(/Foundation\s+3 months/),
    expect.stringMatching(/Consolidation\s+3 months/),
    expect.stringMatching(/Prelims Preparation\s+2 months/),
  ]);
  expect(textsOf(page, "#highlights h3").length).toBe(6);
  const [enrol] = [...page.querySelectorAll("main a")].filter((one) => one.textContent === "Enroll Now");
  expect([enrol?.getAttribute("href"), enrol?.getAttribute("target")]).toEqual(["https://example.org/enrol", "_blank"]);
});

test("where no enrolment form is set, Enroll Now leads to the contact page", async ({ site }) => {
  await site.settings({ enrollment_form_url: "" });
  expect(new Set(ways(await read(`${site.url}/ncert-mastery`), "Enroll Now"))).toEqual(new Set(["/contact-us"]));
});

describe("police sub-inspector", () => {
  const address = "/adhva-vibes-psi";

  test("hidden by the setting, and back", async ({ site }) => {
    await site.settings({ adhva_vibes_psi_hidden: true });
    const hidden = await read(site.url + address);
    expect(textsOf(hidden, "h1")).toEqual(["Coming Soon"]);
    expect(ways(hidden, "Back to Home")).toEqual(["/"]);
    expect(hidden.querySelector("[role=tab]")).toBeNull();
    await site.settings({ adhva_vibes_psi_hidden: false });
    const back = await read(site.url + address);
    expect(textsOf(back, "h2")).toContain("Six reasons to join");
    expect(textsOf(back, "h1")).not.toContain("Coming Soon");
  });

  test("the hero says and shows what is managed", async ({ site }) => {
    await site.text("adhva-vibes-psi", "", "hero_title", "Become a sub-inspector");
    await site.text("adhva-vibes-psi", "", "hero_subtitle", "");
    await site.text("adhva-vibes-psi", "", "officer_image", "/media/seed/about-banner_2000x900_480_960.webp");
    const page = await read(site.url + address);
    expect(textsOf(page, "h1")).toEqual(["Become a sub-inspector"]);
    const main = page.querySelector("main");
    expect(main?.textContent).toContain("Karnataka Police Sub-Inspector test series: 37 tests over 2 papers");
    expect(main?.querySelectorAll('img[src*="about-banner"]').length).toBe(1);
  });

  test("six reasons, ways to a person, five programmes, and a table with the numbers of the chart", async ({
    site,
  }) => {
    const page = await read(site.url + address);
    expect(textsOf(page, "#reasons h3").length).toBe(6);
    expect(textsOf(page, "#contact a").length).toBeGreaterThan(0);
    expect(textsOf(page, "[role=tab]")).toEqual([
      "Apex",
      "Core Practice Set",
      "Descriptive Pro",
      "Subject Mastery",
      "Exam Simulator",
    ]);
    expect(page.querySelector("canvas[role=img]")?.getAttribute("aria-label")).toMatch(/^Doughnut chart/);
    expect(rows(page, "Weightage of Paper 2 by subject")).toEqual([
      ["Subject", "Per cent"],
      ["Science & Tech", "15.6%"],
      ["Current Affairs", "13%"],
      ["History", "12.9%"],
      ["Geography", "11.8%"],
      ["Mental Ability", "9.2%"],
      ["Indian Polity", "8.6%"],
      ["Economy", "8.1%"],
      ["Static GK/Culture", "6.5%"],
      ["Environment", "2.2%"],
    ]);
  });

  test("the chart is fetched and drawn when it comes into sight; one programme is, by pointer, key and finger", async ({
    site,
  }) => {
    const page = await site.visit("/blog");
    const scripts = new Set<string>();
    page.on("request", (request) => request.resourceType() === "script" && scripts.add(request.url()));
    await page.setViewportSize({ width: 1440, height: 300 });
    await page.goto(site.url + address, { waitUntil: "networkidle" });
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

    const tab = (of: Page, name: string) => of.getByRole("tab", { name });
    /** The programme that is chosen, and the headings of the panels that are seen. */
    const shown = async (of: Page) => [
      await of.getByRole("tab", { selected: true }).innerText(),
      ...(await of.getByRole("tabpanel").getByRole("heading").allInnerTexts()),
    ];
    expect(await shown(page)).toEqual(["Apex", "Apex"]);
    await tab(page, "Subject Mastery").click();
    expect(await shown(page)).toEqual(["Subject Mastery", "Subject Mastery"]);
    await page.keyboard.press("ArrowRight");
    expect(await shown(page)).toEqual(["Exam Simulator", "Exam Simulator"]);
    const small = await site.visit(address, phone);
    await tab(small, "Descriptive Pro").tap();
    await expect.poll(() => shown(small)).toEqual(["Descriptive Pro", "Descriptive Pro"]);
  });
});
