import { describe } from "vitest";
import { everyPage, listed } from "../../src/pages";
import { read, textsOf } from "../../src/read";
import { expect, test } from "../../src/site";

// Resources, current affairs, about, contact, and an address where there is nothing.

/** The links with these words, by where they lead. */
const ways = (of: ParentNode, words: string) =>
  [...of.querySelectorAll("main a")].flatMap((a) => (a.textContent === words ? a.getAttribute("href") : []));

const shelves = [
  ["NCERT Notes", "/resources/scert-notes"],
  ["Current Affairs", "/resources/current-affairs"],
  ["Previous Year Questions", "/resources/pyqs"],
  ["MCQs Practice", "/resources/mcqs"],
  ["Strategy & Tips", "/resources/strategy"],
] as const;

test("the hub leads to five shelves, and each back", async ({ site }) => {
  const hub = await read(`${site.url}/resources`);
  const links = [...hub.querySelectorAll("main li a")];
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(shelves);
  expect(textsOf(hub, "main li").filter((words) => words?.endsWith("Coming soon")).length).toBe(shelves.length);
  for (const [title, path] of shelves) {
    const shelf = await read(site.url + path);
    expect(textsOf(shelf, "h1")).toEqual([title]);
    expect(shelf.querySelector("main")?.textContent).toContain("Coming Soon.");
    expect(ways(shelf, "Back to Resources")).toEqual(["/resources"]);
  }
});

test("the way to a shelf, and back: its arrow points the way that one has come", async ({ site }) => {
  const page = await site.visit("/resources");
  const [title, path] = shelves[4];
  await page.getByRole("main").getByRole("link", { name: title }).click();
  await page.waitForURL(`**${path}`);
  const back = page.getByRole("link", { name: "Back to Resources" });
  const [arrow, words] = await back.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link.firstChild as Node);
    return [link.querySelector("svg")?.getBoundingClientRect().right ?? 0, range.getBoundingClientRect().left];
  });
  expect(arrow).toBeLessThan(Number(words));
  await back.click();
  await page.waitForURL("**/resources");
});

test("no two pages have the same title", async ({ site }) => {
  const addresses = await listed(site.url);
  expect(addresses.length).toBeGreaterThan(20);
  const byTitle = new Map<string, string[]>();
  for (const address of [...addresses, `${site.url}/nowhere`]) {
    const title = /<title>([^<]+)<\/title>/.exec(await (await fetch(address)).text())?.[1] ?? "";
    byTitle.set(title, [...(byTitle.get(title) ?? []), address]);
  }
  expect([...byTitle].filter(([title, pages]) => title === "" || pages.length > 1)).toEqual([]);
});

test("no page that loads itself again has a form in which somebody could be writing", async ({ site }) => {
  const found = [];
  for (const path of everyPage) {
    const page = await read(site.url + path);
    const renewing = page.querySelector('is-land:is([data-island="Sections"], [data-island="Closed"])');
    if (renewing) found.push([path, page.querySelectorAll("form").length]);
  }
  expect(found).toEqual([
    ["/", 0],
    ["/adhva-vibes-psi", 0],
  ]);
});

describe("current affairs", () => {
  test("is coming soon, and leads nowhere", async ({ site }) => {
    const page = await read(`${site.url}/current-affairs`);
    expect(textsOf(page, "h1")).toEqual(["Coming Soon"]);
    expect(ways(page, "Go to current affairs")).toEqual([]);
  });

  test("sends the browser on when the setting says so; without scripts a link does", async ({ site }) => {
    const elsewhere = "https://affairs.example/today";
    await site.settings({ current_affairs_redirect: true, current_affairs_url: elsewhere });
    expect(ways(await read(`${site.url}/current-affairs`), "Go to current affairs")).toEqual([elsewhere]);
    const page = await site.visit("/blog");
    await page.goto(`${site.url}/current-affairs`);
    await page.waitForURL(elsewhere);
    expect(site.left).toContain(elsewhere);
  });
});

test("about: the name, three values, the way to enrol", async ({ site }) => {
  const page = await read(`${site.url}/about-us`);
  expect(page.querySelector("main")?.textContent).toContain("is Sanskrit for path or journey");
  expect(textsOf(page, "#values h3")).toEqual([
    "Student-first approach",
    "Structured learning path",
    "Mentorship beyond teaching",
  ]);
  expect(ways(page, "Enroll Now")).toEqual(["https://example.org/enrol"]);
});

test("about: the managed picture, else the academy's own", async ({ site }) => {
  await site.text("about", "", "image_url", "/media/seed/psi-emblem_1200x1200_480_960.webp");
  const managed = await read(`${site.url}/about-us`);
  expect(managed.querySelector("main img")?.getAttribute("src")).toContain("psi-emblem");
  await site.text("about", "", "image_url", "");
  const own = await read(`${site.url}/about-us`);
  expect(own.querySelector("main img")).toBeNull();
  expect(own.querySelector("main")?.textContent).toContain("अध्व");
});

test("contact: three ways and the office hours", async ({ site }) => {
  const page = await read(`${site.url}/contact-us`);
  expect(textsOf(page, "main li h2")).toEqual(["Phone", "WhatsApp", "Email"]);
  const rows = [...page.querySelectorAll("main tr")].map((row) => textsOf(row, "th, td"));
  expect(rows).toEqual([
    ["Mon-Fri", "9:00 AM-6:00 PM"],
    ["Sat", "10:00 AM-4:00 PM"],
    ["Sun", "Closed"],
  ]);
});

test("an address where there is nothing", async ({ site }) => {
  expect((await fetch(`${site.url}/nowhere/at-all`)).status).toBe(404);
  const page = await read(`${site.url}/nowhere/at-all`);
  expect(textsOf(page, "h1")).toEqual(["This is off the map"]);
  expect(ways(page, "Back to Home")).toEqual(["/"]);
});
