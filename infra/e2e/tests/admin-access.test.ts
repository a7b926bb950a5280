import type { Page } from "playwright-core";
import { describe } from "vitest";
import { violationsInBothThemes } from "../src/axe";
import { settled, type Visitor } from "../src/browser";
import { offer, previewed, settings, text, toast, tool, unpublished } from "../src/dashboard";
import { violationsByIbmInBothThemes } from "../src/ibm";
import { png } from "../src/png";
import { expect, test } from "../src/test";
import { file } from "../src/upload";

// What a machine can find of the accessibility of every screen, in both themes.

test.beforeAll(async ({ editor }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "A lecture", category: "Polity" })) form.set(name, value);
  form.set("file", file("two-minutes.webm"));
  await editor.send("/api/videos", form);
  await editor.live();
});

type Screen = [name: string, address: string, open: (page: Page, visitor: Visitor) => Promise<unknown>];

const first = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();
const menu = (page: Page, name: string) => tool(page, name).click();

const signedOut: Screen[] = [
  ["login", "/auth", (page) => page.getByRole("heading", { name: "Welcome Back" }).waitFor()],
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
  ["home", "home", (page) => page.getByText("Total Articles").waitFor()],
  ["wizard", "home", (page) => page.getByRole("button", { name: "Enroll Now" }).click()],
  ["articles", "articles", (page) => text(page).waitFor()],
  [
    "preview",
    "articles",
    async (page) => {
      await page.getByRole("textbox", { name: "Title" }).fill("Seen before");
      await page.getByRole("button", { name: "Preview" }).click();
      await previewed(page).getByRole("heading", { level: 1, name: "Seen before" }).waitFor();
    },
  ],
  [
    "a draft",
    "articles",
    async (page) => {
      await page.getByRole("textbox", { name: "Title" }).fill("Kept for later");
      await unpublished(page).waitFor();
    },
  ],
  [
    "header menu",
    "articles",
    (page) => page.getByRole("toolbar").getByRole("button", { name: "Header", exact: true }).click(),
  ],
  [
    "colours",
    "articles",
    (page) => page.getByRole("toolbar").getByRole("button", { name: "Color", exact: true }).click(),
  ],
  ["sections", "sections", (page) => page.getByRole("button", { name: "Add Section" }).click()],
  [
    "section types",
    "sections",
    async (page) => {
      await page.getByRole("button", { name: "Add Section" }).click();
      await page.getByRole("combobox", { name: "Section Type" }).click();
      await page.getByRole("option").first().waitFor();
    },
  ],
  [
    "menus",
    "settings&view=menus",
    async (page) => {
      await page.getByRole("button", { name: "Edit Learning Paths" }).click();
      await page.getByRole("button", { name: "Edit PSI" }).first().click();
    },
  ],
  [
    "section content",
    "sections",
    (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click(),
  ],
  [
    "confirmation",
    "sections",
    (page) =>
      page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click(),
  ],
  ["psi", "psi", (page) => page.getByRole("textbox", { name: "Hero title" }).waitFor()],
  [
    "social",
    "social",
    (page) =>
      page
        .getByRole("button", { name: /^Edit / })
        .first()
        .click(),
  ],
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
    async (page, visitor) => {
      visitor.expected.push(/412/);
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
    async (page, visitor) => {
      visitor.expected.push(/401/);
      await page.route("**/api/publish/status", (route) => route.fulfill({ status: 401, body: "" }));
      await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    },
  ],
];

async function check(page: Page): Promise<void> {
  await settled(page);
  expect(await violationsInBothThemes(page)).toEqual([]);
}

// The second checker is slower: it sees each tab once, and nothing that is opened there.
describe("nothing is wrong by IBM's checker", () => {
  const check = async (page: Page) => {
    await settled(page);
    expect(await violationsByIbmInBothThemes(page)).toEqual([]);
  };
  const lists = ["enrollments", "mentorship", "contacts", "notifications"];
  const tabs = ["home", "sections", "articles", "videos", "psi", ...lists, "social"].map((tab) => `tab=${tab}`);
  const views = ["site", "pages", "menus", "lists", "team", "account", "publishing", "audit", "privacy"].map(settings);

  test.for([...tabs, ...views])("%s", async (query, { dashboard }) => check(await dashboard.open(query)));

  test.for(["/auth", "/forgot-password"])("%s", async (path, { product, visitor }) => {
    const page = await visitor.page();
    await page.goto(product.url + path);
    await page.getByRole("heading").first().waitFor();
    await check(page);
  });
});

describe("nothing is wrong by WCAG 2.2 AA", () => {
  test.for(signedOut)("%s", async ([_name, address, open], { product, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await visitor.page();
    await page.goto(product.url + address);
    await page.getByRole("heading").first().waitFor();
    await open(page, visitor);
    await check(page);
  });

  test.for(screens)("%s", async ([_name, tab, open], { dashboard, visitor }) => {
    const page = await dashboard.open(`tab=${tab}`);
    await open(page, visitor);
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
