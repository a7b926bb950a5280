import { describe } from "vitest";
import { listed } from "../../src/pages";
import { expect, screens, test } from "../../src/site";

// Resources, current affairs, about, contact, and an address where there is nothing.

test("the hub leads to five shelves, and each back", async ({ site }) => {
  const page = await site.visit("/resources");
  const shelves = [
    ["NCERT Notes", "/resources/scert-notes"],
    ["Current Affairs", "/resources/current-affairs"],
    ["Previous Year Questions", "/resources/pyqs"],
    ["MCQs Practice", "/resources/mcqs"],
    ["Strategy & Tips", "/resources/strategy"],
  ] as const;
  const links = page.getByRole("main").getByRole("listitem").getByRole("link");
  expect(await links.allInnerTexts()).toEqual(shelves.map(([title]) => title));
  const shelf = page.getByRole("main").getByRole("listitem");
  expect(await shelf.getByText("Coming soon", { exact: true }).count()).toBe(shelves.length);
  for (const [title, path] of shelves) {
    await page.getByRole("main").getByRole("link", { name: title }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByRole("main").getByText("Coming Soon.").waitFor();
    const back = page.getByRole("link", { name: "Back to Resources" });
    const [arrow, words] = await back.evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link.firstChild as Node);
      return [link.querySelector("svg")?.getBoundingClientRect().right ?? 0, range.getBoundingClientRect().left];
    });
    expect(arrow).toBeLessThan(Number(words)); // it points the way that one has come
    await back.click();
    await page.waitForURL("**/resources");
  }
});

test("no two pages have the same title", async ({ site }) => {
  const read = async (address: string) => (await fetch(address)).text();
  const addresses = await listed(site.url);
  expect(addresses.length).toBeGreaterThan(20);
  const byTitle = new Map<string, string[]>();
  for (const address of [...addresses, `${site.url}/nowhere`]) {
    const title = /<title>([^<]+)<\/title>/.exec(await read(address))?.[1] ?? "";
    byTitle.set(title, [...(byTitle.get(title) ?? []), address]);
  }
  expect([...byTitle].filter(([title, pages]) => title === "" || pages.length > 1)).toEqual([]);
});

describe("current affairs", () => {
  test("is coming soon", async ({ site }) => {
    const page = await site.visit("/current-affairs");
    await page.getByRole("heading", { level: 1, name: "Coming Soon" }).waitFor();
    expect(site.left).toEqual([]);
  });

  test("sends the browser on when the setting says so; without scripts a link does", async ({ site }) => {
    await site.settings({ current_affairs_redirect: true, current_affairs_url: "https://affairs.example/today" });
    const still = await site.visit("/current-affairs", { javaScriptEnabled: false });
    const link = still.getByRole("link", { name: "Go to current affairs" });
    expect(await link.getAttribute("href")).toBe("https://affairs.example/today");
    const page = await site.visit("/blog");
    await page.goto(`${site.url}/current-affairs`);
    await page.waitForURL("https://affairs.example/today");
    expect(site.left).toContain("https://affairs.example/today");
  });
});

for (const [name, screen] of Object.entries(screens)) {
  test(`about: the name, three values, the way to enrol, ${name}`, async ({ site }) => {
    const page = await site.visit("/about-us", screen);
    await page.getByText("is Sanskrit for path or journey").first().waitFor();
    expect(await page.locator("#values").getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
      "Student-first approach",
      "Structured learning path",
      "Mentorship beyond teaching",
    ]);
    await page.getByRole("main").getByRole("link", { name: "Enroll Now" }).waitFor();
  });
}

test("about: the managed picture, else the academy's own", async ({ site }) => {
  await site.text("about", "", "image_url", "/media/seed/psi-emblem_1200x1200_480_960.webp");
  const page = await site.visit("/about-us");
  expect(await page.locator("main img").first().getAttribute("src")).toContain("psi-emblem");
  await site.text("about", "", "image_url", "");
  await page.reload();
  expect(await page.locator("main img").count()).toBe(0);
  await page.getByText("अध्व").waitFor();
});

test("contact: three ways and the office hours", async ({ site }) => {
  const page = await site.visit("/contact-us");
  const main = page.getByRole("main");
  for (const way of ["Phone", "WhatsApp", "Email"]) await main.getByRole("heading", { name: way }).waitFor();
  expect(await main.getByRole("row").allInnerTexts()).toEqual([
    expect.stringMatching(/Mon-Fri\s+9:00 AM-6:00 PM/),
    expect.stringMatching(/Sat\s+10:00 AM-4:00 PM/),
    expect.stringMatching(/Sun\s+Closed/),
  ]);
});

test("an address where there is nothing", async ({ site }) => {
  site.expected.push(/Failed to load resource.*404/);
  const page = await site.visit("/nowhere/at-all");
  await page.getByRole("heading", { level: 1, name: "This is off the map" }).waitFor();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await page.waitForURL(`${site.url}/`);
});
