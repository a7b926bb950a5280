import type { Page } from "playwright-core";
import { read } from "../../src/read";
import { expect, phone, test } from "../../src/site";
import { gate } from "../../src/wait";

// What stands around every page: the theme, who is signed in, top bar, footer, community button. What each does in
// every case is shown beside it, in site/src.

const invitation = "Join our community for daily updates, study materials, and more!";
const community = (page: Page) => page.getByRole("link", { name: invitation });
const words = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent.trim());

test("the chosen theme stays, and is there before anything is painted and before scripts have come", async ({
  site,
}) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const page = await site.visit("/", { ...phone, colorScheme: "dark" });
  // Whatever the device prefers.
  expect(await theme()).toBe("light");
  await page.getByRole("button", { name: "Switch to dark theme" }).tap();
  await expect.poll(theme).toBe("dark");
  const { opened, open } = gate();
  await page.route(/\/_next\/.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => document.body && seen.push(document.documentElement.dataset.theme)).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  const coming = page.goto(`${site.url}/contact-us`, { waitUntil: "domcontentloaded" });
  await page.waitForURL("**/contact-us", { waitUntil: "domcontentloaded" });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(["dark"]));
  open();
  await coming;
  await page.getByRole("button", { name: "Switch to light theme" }).tap();
  await expect.poll(theme).toBe("light");
  await page.reload();
  expect(await theme()).toBe("light");
});

test("the signed-in have Dashboard and Logout, and Logout leads home, which says so once", async ({ site }) => {
  const page = await site.visit("/blog", { signedIn: true });
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL("**/admin/dashboard**");
  await page.goBack();
  // The answer stands in for the API's: the session belongs to all tests.
  await page.route("**/api/auth/logout", async (route) => {
    await page.context().clearCookies();
    await route.fulfill({ status: 204 });
  });
  const logout = page.waitForRequest("**/api/auth/logout");
  // From now on: it does not wait for all of the page.
  const said = page.getByRole("status").getByText("Logged out successfully", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  expect((await logout).method()).toBe("POST");
  await page.waitForURL(`${site.url}/`);
  await said;
  await expect.poll(() => page.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload({ waitUntil: "networkidle" });
  expect(await page.getByText("Logged out successfully").count()).toBe(0);
  // Nobody asks about a visitor.
  expect(asked).toContain("/api/settings");
  expect(asked).not.toContain("/api/auth/me");
});

test("top bar and footer have the ways to reach and to follow the academy; nothing leads in", async ({ site }) => {
  const link = { platform: "Github", url: "https://github.com/academy", color: "#24292f", order_index: 0 };
  const shown = await site.create<{ id: string }>("/api/admin/social-media", { ...link, active: true });
  const page = await read(`${site.url}/mentorship`);
  const [contact, follow] = page.querySelectorAll("body header ul");
  const hrefs = [...(contact?.querySelectorAll("a") ?? [])].map((one) => one.getAttribute("href"));
  expect(hrefs.slice(0, 2)).toEqual(["mailto:hello@academy.example", expect.stringMatching(/^tel:\+91/)]);
  expect(follow?.getAttribute("aria-label")).toBe("Follow Us");
  expect(follow?.textContent).toContain("Follow Us");
  expect(words(follow?.querySelectorAll("a") ?? [])).toEqual(["Telegram", "Instagram", "YouTube"]);

  const footer = page.querySelector("footer");
  const social = (of: Document) => of.querySelector("footer ul")?.querySelectorAll("a") ?? [];
  const others = ["Telegram", "Instagram", "YouTube", "WhatsApp", "LinkedIn"];
  expect(words(social(page))).toEqual(["Github", ...others]);
  const [github] = social(page);
  expect([github?.getAttribute("href"), github?.getAttribute("target")]).toEqual([link.url, "_blank"]);
  expect(footer?.textContent).toContain("© 2024");
  const links = words(footer?.querySelectorAll("a") ?? []);
  expect(links).toEqual(expect.arrayContaining(["Home", "Contact", "Study Materials", "Video Library"]));
  const chat = [...(footer?.querySelectorAll("a") ?? [])].find((one) => one.textContent.trim() === "Chat with us");
  expect(chat?.getAttribute("href")).toMatch(/^https:\/\/wa\.me\//);
  const all = words(page.querySelectorAll("a, button"));
  expect(all.filter((one) => ["Dashboard", "Logout"].includes(one))).toEqual([]);

  await site.editor.call("PUT", `/api/admin/social-media/${shown.id}`, { ...link, active: false });
  await site.editor.live();
  expect(words(social(await read(`${site.url}/mentorship`)))).toEqual(others);
});

test("on a phone the top bar is one line, no text lies under the community's button, and the menu leads on", async ({
  site,
}) => {
  const page = await site.visit("/", phone);
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: /^\+91/ }).evaluate((link) => {
    if (link.lastChild) link.lastChild.textContent = "+91 98765 43210, +91 98765 43211";
  });
  expect((await bar.boundingBox())?.height).toBe(40);
  const email = bar.getByRole("link", { name: "hello@academy.example" });
  expect(await email.boundingBox()).toMatchObject({ width: 36, height: 36 });
  expect(await email.getAttribute("href")).toMatch(/^mailto:/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const tab = await community(page).boundingBox();
  const close = page.getByRole("button", { name: "Close the community button" });
  const cross = await close.boundingBox();
  const left = Math.min(tab?.x ?? 0, cross?.x ?? 0);
  const right = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector("main") as Node, NodeFilter.SHOW_TEXT);
    let most = 0;
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const box = range.getBoundingClientRect();
      const hidden = texts.currentNode.parentElement?.closest(".visually-hidden, svg, [role=status]");
      if (!hidden) most = Math.max(most, box.right);
    }
    return most;
  });
  expect(right).toBeLessThanOrEqual(left);
  for (const box of [tab, cross]) {
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
  }
  await close.tap();
  await community(page).waitFor({ state: "hidden" });

  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).tap();
  await page.waitForURL("**/contact-us");

  // A tap leaves what it met as if a pointer were over it; it looks as before.
  await page.goto(`${site.url}/mentorship`);
  const ask = page.getByRole("main").getByRole("link", { name: "Ask a question" }).first();
  const colour = () => ask.evaluate((link) => getComputedStyle(link).backgroundColor);
  const before = await colour();
  await ask.hover();
  expect(await colour()).toBe(before);
});

test("the community's button expands under the pointer and with the focus, and opens the channel", async ({ site }) => {
  const page = await site.visit("/resources");
  await community(page).waitFor();
  const tooltip = page.getByRole("tooltip", { name: "" });
  expect(await tooltip.isVisible()).toBe(false);
  const narrow = (await community(page).boundingBox())?.width ?? 0;
  await community(page).hover();
  await tooltip.waitFor();
  expect(await tooltip.textContent()).toBe(invitation);
  await expect.poll(async () => (await community(page).boundingBox())?.width).toBeGreaterThan(narrow + 100);
  await page.mouse.move(100, 100);
  await tooltip.waitFor({ state: "hidden" });
  await page.getByRole("contentinfo").getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await tooltip.waitFor();
  const [channel] = await Promise.all([page.context().waitForEvent("page"), community(page).click()]);
  await channel.waitForLoadState();
  expect(channel.url()).toBe("https://example.org/community");
});
