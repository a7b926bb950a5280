import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expect, phone, screens, test } from "../../src/site";

// What stands around every page: the hidden way to sign in, the theme, who is signed in, footer, community button.

describe("seven clicks on About", () => {
  const about = (page: Page) => page.getByRole("navigation").getByRole("link", { name: "About", exact: true });

  test("the seventh goes to the sign-in page, each within 8 seconds of the one before", async ({ site }) => {
    const page = await site.visit("/blog", { frozen: true });
    for (let click = 1; click <= 6; click++) {
      await about(page).click();
      await page.waitForURL("**/about-us");
      await page.clock.runFor(8000);
    }
    await about(page).click();
    await page.waitForURL("**/auth");
  });

  test("a longer pause begins the count anew", async ({ site }) => {
    const page = await site.visit("/about-us", { frozen: true });
    for (let click = 1; click <= 6; click++) await about(page).click();
    await page.clock.runFor(8001);
    for (let click = 1; click <= 6; click++) await about(page).click();
    expect(new URL(page.url()).pathname).toBe("/about-us");
    await about(page).click();
    await page.waitForURL("**/auth");
  });

  test("also from the menu of a small screen", async ({ site }) => {
    const page = await site.visit("/about-us", { ...phone, frozen: true });
    const menu = page.getByRole("button", { name: "Menu" });
    for (let click = 1; click <= 6; click++) {
      await menu.tap();
      // A tap waits for no page, unlike a click.
      await Promise.all([page.waitForEvent("domcontentloaded"), about(page).tap()]);
    }
    await menu.tap();
    await about(page).tap();
    await page.waitForURL("**/auth");
  });
});

describe("theme", () => {
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

  for (const [name, screen] of Object.entries(screens)) {
    test(`light by default, the choice stays, ${name}`, async ({ site }) => {
      const page = await site.visit("/", { ...screen, colorScheme: "dark" });
      expect(await theme(page)).toBe("light");
      await page.getByRole("button", { name: "Switch to dark theme" }).click();
      expect(await theme(page)).toBe("dark");
      await page.goto(`${site.url}/contact-us`);
      expect(await theme(page)).toBe("dark");
      await page.getByRole("button", { name: "Switch to light theme" }).click();
      await page.reload();
      expect(await theme(page)).toBe("light");
    });
  }

  test("the chosen theme is there before anything is painted", async ({ site }) => {
    const page = await site.visit("/blog", { theme: "dark" });
    await page.addInitScript(() => {
      const seen: (string | undefined)[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => document.body && seen.push(document.documentElement.dataset.theme)).observe(document, {
        childList: true,
        subtree: true,
      });
    });
    await page.reload();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set(["dark"]));
  });
});

describe("who is signed in", () => {
  const items = async (page: Page) => [
    await page.getByRole("link", { name: "Dashboard" }).count(),
    await page.getByRole("button", { name: "Logout" }).count(),
  ];

  test("visitors are not asked about and see no way in", async ({ site }) => {
    const asked: string[] = [];
    const page = await site.visit("/");
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload({ waitUntil: "networkidle" });
    expect(asked).not.toContain("/api/auth/me");
    expect(await items(page)).toEqual([0, 0]);
  });

  test("the signed-in have Dashboard and Logout, and Logout leads home", async ({ site }) => {
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
    await expect.poll(() => items(page)).toEqual([0, 0]);
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("Logged out successfully").count()).toBe(0);
  });

  test("a logout that fails says so and leads nowhere", async ({ site }) => {
    site.expected.push(/logout failed/, /net::ERR_FAILED/);
    const page = await site.visit("/blog", { signedIn: true });
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("alert").getByText("Failed to log out", { exact: true }).waitFor();
    expect(await items(page)).toEqual([1, 1]);
    expect(page.url()).toBe(`${site.url}/blog`);
  });

  test("what a page leaves for the next one to say is said there, whoever left it", async ({ site }) => {
    const page = await site.visit("/blog");
    for (const left of ['{"message":"From elsewhere","variant":"success"}', "nonsense"]) {
      await page.evaluate((text) => sessionStorage.setItem("toast", text), left);
      await page.reload();
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem("toast"))).toBe(null);
    }
    await page.evaluate(
      (text) => sessionStorage.setItem("toast", text),
      '{"message":"From elsewhere","variant":"success"}',
    );
    const said = page.getByRole("status").getByText("From elsewhere").waitFor();
    await page.goto(`${site.url}/`);
    await said;
  });
});

test("the footer shows the visible social links, in their order, as soon as the API says so", async ({ site }) => {
  const link = { platform: "Github", url: "https://github.com/academy", color: "#24292f", order_index: 0 };
  const shown = await site.create<{ id: string }>("/api/admin/social-media", { ...link, active: true });
  const page = await site.visit("/mentorship");
  const names = () => page.getByRole("contentinfo").getByRole("list").first().getByRole("link").allTextContents();
  expect(await names()).toEqual(["Github", "Telegram", "Instagram", "YouTube", "WhatsApp", "LinkedIn"]);
  const github = page.getByRole("contentinfo").getByRole("link", { name: "Github" });
  expect(await github.getAttribute("href")).toBe(link.url);
  expect(await github.getAttribute("target")).toBe("_blank");

  await site.editor.call("PUT", `/api/admin/social-media/${shown.id}`, { ...link, active: false });
  await page.reload();
  await expect.poll(names).not.toContain("Github");
  const footer = page.getByRole("contentinfo");
  await footer.getByText("© 2024").waitFor();
  for (const name of ["Home", "Contact", "Study Materials", "Video Library"]) {
    await footer.getByRole("link", { name, exact: true }).waitFor();
  }
  expect(await footer.getByRole("link", { name: "Chat with us" }).getAttribute("href")).toMatch(/^https:\/\/wa\.me\//);
});

test("the top bar has the ways to reach the academy and three platforms to follow", async ({ site }) => {
  const page = await site.visit("/");
  const bar = page.getByRole("banner");
  const contact = bar.getByRole("list").first().getByRole("link");
  expect(await contact.first().getAttribute("href")).toBe("mailto:hello@academy.example");
  expect(await contact.nth(1).getAttribute("href")).toMatch(/^tel:\+91/);
  const follow = bar.getByRole("list", { name: "Follow Us" });
  await follow.getByText("Follow Us").waitFor();
  expect(await follow.getByRole("link").allTextContents()).toEqual(["Telegram", "Instagram", "YouTube"]);
});

test("on a phone the top bar is one line", async ({ site }) => {
  const page = await site.visit("/", phone);
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: /^\+91/ }).evaluate((link) => {
    if (link.lastChild) link.lastChild.textContent = "+91 98765 43210, +91 98765 43211";
  });
  expect((await bar.boundingBox())?.height).toBe(40);
  const email = await bar.getByRole("link", { name: "hello@academy.example" }).boundingBox();
  expect(email).toMatchObject({ width: 36, height: 36 });
  expect(await bar.getByRole("link", { name: "hello@academy.example" }).getAttribute("href")).toMatch(/^mailto:/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("the menu leads to Contact", async ({ site }) => {
  const page = await site.visit("/blog", phone);
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contact" }).tap();
  await page.waitForURL("**/contact-us");
});

test("after a tap a button looks as before", async ({ site }) => {
  const page = await site.visit("/mentorship", phone);
  const colour = (name: string) =>
    page
      .getByRole("main")
      .getByRole("link", { name })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  const before = await colour("Ask a question");
  // A tap leaves what it met as if a pointer were over it.
  await page.getByRole("main").getByRole("link", { name: "Ask a question" }).hover();
  expect(await colour("Ask a question")).toBe(before);
});

describe("community button", () => {
  const invitation = "Join our community for daily updates, study materials, and more!";
  const button = (page: Page) => page.getByRole("link", { name: invitation });

  test("appears after a second and expands under the pointer and with the focus", async ({ site }) => {
    const page = await site.visit("/resources", { frozen: true });
    await page.clock.runFor(999);
    expect(await button(page).count()).toBe(0);
    await page.clock.runFor(1);
    await button(page).waitFor();
    expect(await button(page).getAttribute("target")).toBe("_blank");
    const tooltip = page.getByRole("tooltip", { name: "" });
    expect(await tooltip.isVisible()).toBe(false);
    const narrow = (await button(page).boundingBox())?.width ?? 0;
    await button(page).hover();
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toBe(invitation);
    await expect.poll(async () => (await button(page).boundingBox())?.width).toBeGreaterThan(narrow + 100);
    await page.mouse.move(100, 100);
    await tooltip.waitFor({ state: "hidden" });
    await page.getByRole("contentinfo").getByRole("link").last().focus();
    await page.keyboard.press("Tab");
    await tooltip.waitFor();
  });

  for (const [name, screen] of Object.entries(screens)) {
    test(`can be closed, and stays closed on the next page, ${name}`, async ({ site }) => {
      const page = await site.visit("/resources", { ...screen, frozen: true });
      await page.clock.runFor(1000);
      await page.getByRole("button", { name: "Close the community button" }).click();
      expect(await button(page).count()).toBe(0);
      await page.goto(`${site.url}/videos`);
      await page.waitForLoadState("networkidle");
      await page.clock.runFor(5000);
      expect(await button(page).count()).toBe(0);
    });
  }

  test("on a phone it stands in the margin: no text lies under it", async ({ site }) => {
    const page = await site.visit("/", phone);
    const tab = await button(page).boundingBox();
    const cross = await page.getByRole("button", { name: "Close the community button" }).boundingBox();
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
  });

  test("leads to the channel of the settings in a new tab", async ({ site }) => {
    const page = await site.visit("/resources");
    const [channel] = await Promise.all([page.context().waitForEvent("page"), button(page).click()]);
    await channel.waitForLoadState();
    expect(channel.url()).toBe("https://example.org/community");
  });
});
