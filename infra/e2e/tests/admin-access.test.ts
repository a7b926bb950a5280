import type { Page } from "playwright-core";
import { describe } from "vitest";
import { violationsInBothThemes } from "../src/axe";
import { type Dashboard, offer, text, toast, tool } from "../src/dashboard";
import { png } from "../src/png";
import { expect, test } from "../src/test";
import { expectGone, expectHeld, swipe, until } from "../src/toasts";
import { file } from "../src/upload";

// The dashboard's messages by the numbers, what it says when something cannot be loaded, and what a machine
// can find of its accessibility.

test.beforeAll(async ({ editor }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "A lecture", category: "Polity" })) form.set(name, value);
  form.set("file", file("two-minutes.webm"));
  await editor.send("/api/videos", form);
});

describe("a message at the top right", () => {
  const toasts = (page: Page) => page.locator(".toast");
  /** By keyboard: a message may stand over the button. */
  const add = (page: Page) => page.getByRole("textbox", { name: "URL" }).press("Enter");

  /** Opens the dashboard; from then on time stands still until the test moves it. */
  async function frozen(dashboard: Dashboard, options = {}): Promise<Page> {
    const page = await dashboard.open("tab=social", options);
    await page.getByRole("textbox", { name: "URL" }).waitFor();
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 60_000);
    return page;
  }

  async function say(page: Page, wanted = 1): Promise<number> {
    await add(page);
    return until(toasts(page), wanted);
  }

  /** They slide in by the browser's own clock, which does not stand still. */
  async function settled(page: Page): Promise<void> {
    await page.clock.runFor(500);
    const moving = () => page.evaluate(() => document.getAnimations().length);
    await expect.poll(moving).toBe(0);
  }

  test("goes after 4000 ms; the pointer, the focus and a hidden tab hold it", async ({ dashboard }) => {
    const page = await frozen(dashboard);
    await expectGone(toasts(page), await say(page));
    await expectHeld(toasts(page), await say(page));
  });

  test("is 356 px wide and 14 px from the next, and the oldest of four gives way", async ({ dashboard, visitor }) => {
    const page = await frozen(dashboard);
    for (const wanted of [1, 2, 3]) await say(page, wanted);
    await settled(page);
    const boxes = await Promise.all((await toasts(page).all()).map((one) => one.boundingBox()));
    const sorted = boxes.map((box) => box as NonNullable<typeof box>).sort((a, b) => a.y - b.y);
    expect(sorted.map(({ width }) => width)).toEqual([356, 356, 356]);
    const [first, second, third] = sorted as [DOMRect, DOMRect, DOMRect];
    expect(second.y - (first.y + first.height)).toBeCloseTo(14, 0);
    expect(third.y - (second.y + second.height)).toBeCloseTo(14, 0);
    expect(first.x + first.width).toBeGreaterThan(1280 - 60);
    expect(first.y).toBeLessThan(100);
    await page.getByRole("combobox", { name: "Platform" }).selectOption("Github");
    await page.route("**/api/admin/social-media", (route) => route.fulfill({ status: 500, body: "" }));
    visitor.expected.push(/500/);
    await page.getByRole("textbox", { name: "URL" }).fill("https://github.com/academy");
    await add(page);
    await expect
      .poll(async () => {
        await page.clock.runFor(50);
        return toast(page, "Failed to add social media link").count();
      })
      .toBe(1);
    await until(toasts(page), 3);
  });

  test("fits on a phone", async ({ dashboard }) => {
    const page = await frozen(dashboard, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await say(page);
    await settled(page);
    const box = await toasts(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });

  test("is reached by Alt+T and left by Escape, or dismissed", async ({ dashboard }) => {
    const page = await frozen(dashboard);
    await say(page);
    const url = page.getByRole("textbox", { name: "URL" });
    const focused = (element: Element) => element === document.activeElement;
    await url.focus();
    await page.keyboard.press("Alt+t");
    expect(await toasts(page).evaluate(focused)).toBe(true);
    await page.keyboard.press("Escape");
    expect(await url.evaluate(focused)).toBe(true);
    await page.keyboard.press("Alt+t");
    expect(await toasts(page).evaluate(focused)).toBe(true);
    await page.keyboard.press("Tab");
    expect(await toasts(page).getByRole("button", { name: "Dismiss" }).evaluate(focused)).toBe(true);
    await page.keyboard.press("Enter");
    await until(toasts(page), 0);
    expect(await url.evaluate(focused)).toBe(true);
  });

  test("goes when it is dragged 45 px, or faster than 0.11 px a millisecond", async ({ dashboard }) => {
    const page = await frozen(dashboard);
    await say(page);
    await settled(page);
    await swipe(toasts(page), 44, 1000);
    await swipe(toasts(page), 11, 100);
    await swipe(toasts(page), -80, 100);
    expect(await toasts(page).count()).toBe(1);
    await swipe(toasts(page), 45, 1000);
    await until(toasts(page), 0);
    await say(page);
    await settled(page);
    await swipe(toasts(page), 12, 100);
    await until(toasts(page), 0);
  });
});

describe("what cannot be loaded is told", () => {
  test.for([
    ["videos", "**/api/videos?**"],
    ["psi", "**/api/page-content/**"],
    ["settings", "**/api/settings"],
  ] as const)("%s", async ([tab, call], { dashboard }) => {
    const page = await dashboard.openCut(`tab=${tab}`, call);
    await toast(page, "Failed to load data").waitFor();
  });
});

type Screen = [name: string, address: string, open: (page: Page) => Promise<unknown>];

const first = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
const menu = (page: Page, name: string) => tool(page, name).click();

const signedOut: Screen[] = [
  [
    "login, refused",
    "/auth",
    async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("nobody@academy.test");
      await page.getByRole("textbox", { name: "Password" }).fill("not the passphrase");
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.locator(".form-error").waitFor();
    },
  ],
  [
    "register, refused",
    "/auth",
    async (page) => {
      await page.getByRole("button", { name: "Create an account" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Nobody");
      await page.getByRole("textbox", { name: "Email" }).fill("nobody@academy.test");
      await page.getByRole("textbox", { name: "Password" }).fill("a long enough passphrase");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.locator(".form-error").waitFor();
    },
  ],
  ["invitation", "/auth?invitation=x", (page) => page.getByText("You are invited").waitFor()],
  ["phone", "/auth?mode=phone", (page) => page.getByRole("button", { name: "Send OTP" }).waitFor()],
  [
    "code, refused",
    "/auth?mode=phone",
    async (page) => {
      await page.getByRole("textbox", { name: "Name" }).fill("Meera");
      await page.getByRole("textbox", { name: "Phone" }).fill("+919876500000");
      await page.getByRole("button", { name: "Send OTP" }).click();
      await page.getByRole("textbox", { name: "OTP" }).fill("000000");
      await page.getByRole("button", { name: "Verify OTP" }).click();
      await toast(page, "Invalid OTP").waitFor();
    },
  ],
  ["forgot password", "/forgot-password", (page) => page.getByRole("button", { name: "Send reset link" }).waitFor()],
  [
    "link sent",
    "/forgot-password",
    async (page) => {
      await page.getByRole("textbox", { name: "Email" }).fill("nobody@academy.test");
      await page.getByRole("button", { name: "Send reset link" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
    },
  ],
  ["reset without token", "/reset-password", (page) => page.getByText("This address lacks its token").waitFor()],
  [
    "reset, refused",
    "/reset-password?token=x",
    async (page) => {
      await page.getByRole("textbox", { name: "New password" }).fill("a long enough passphrase");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.locator(".form-error").waitFor();
    },
  ],
];

const screens: Screen[] = [
  ["article list", "articles", (page) => page.getByRole("heading", { name: "All Articles" }).waitFor()],
  ["video dialog", "articles", (page) => menu(page, "Video")],
  [
    "link dialog",
    "articles",
    async (page) => {
      await text(page).fill("A link");
      await page.keyboard.press("Control+a");
      await menu(page, "Link");
      await page.getByRole("textbox", { name: "Link address" }).waitFor();
    },
  ],
  [
    "image description",
    "articles",
    async (page) => {
      await text(page).click();
      await offer(page, "paste", { image: png(64, 36, [40, 90, 160]) });
      await text(page).locator("img").click();
      await page.getByRole("textbox", { name: "Description (alt text)" }).waitFor();
    },
  ],
  [
    "other colour",
    "articles",
    async (page) => {
      await menu(page, "Color");
      await page.getByRole("textbox", { name: "Other colour" }).click();
    },
  ],
  [
    "conflict",
    "articles",
    async (page) => {
      await page.getByRole("textbox", { name: "Title" }).fill("Two pens");
      const problem = { status: 412, current: { updated_at: "2026-01-01T09:00:00Z" } };
      await page.route("**/api/articles", (route) => route.fulfill({ status: 412, json: problem }));
      await page.getByRole("button", { name: "Create Article" }).click();
      await page.getByRole("dialog", { name: "Someone else saved this article" }).waitFor();
    },
  ],
  [
    "videos",
    "videos",
    (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .waitFor(),
  ],
  ["video texts", "videos", (page) => first(page, /^Edit /)],
  ["video confirmation", "videos", (page) => first(page, /^Delete /)],
  [
    "the session has ended",
    "psi",
    async (page) => {
      await page.route("**/api/publish/status", (route) => route.fulfill({ status: 401, body: "" }));
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    },
  ],
];

async function check(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await violationsInBothThemes(page)).toEqual([]);
}

describe("nothing is wrong by WCAG 2.2 AA", () => {
  test.for(signedOut)("%s", async ([_name, address, open], { product, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await visitor.page();
    await page.goto(product.url + address);
    await page.getByRole("heading").first().waitFor();
    await open(page);
    await check(page);
  });

  test.for(screens)("%s", async ([_name, tab, open], { dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open(`tab=${tab}`, { theme: "light" });
    await open(page);
    await check(page);
  });

  test("each step of the wizard", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home");
    await page.getByRole("button", { name: "Enroll Now" }).click();
    const dialog = page.getByRole("dialog");
    for (const step of [1, 2, 3, 4]) {
      await dialog.locator(`li:nth-child(${step})[aria-current="step"]`).waitFor();
      await check(page);
      if (step < 4) await dialog.getByRole("button", { name: "Next" }).click();
    }
  });
});
