import { devices, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { rendered } from "../src/browser";
import { previewed, settings, text, toast, unpublished } from "../src/dashboard";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { expect, test } from "../src/test";
import { eventually, gate } from "../src/wait";

// The preview is the page: rendered by the publisher from what is typed, and shown beside the form.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => previewed(page).getByRole("heading", { level: 1, name, exact: true });
const root = (page: Page) => previewed(page).locator("html");
const long = Array.from({ length: 60 }, (_, i) => `<p>Paragraph ${i + 1}</p>`).join("");
const make = (editor: Editor, name: string, status = "published") =>
  editor.call<Article>("POST", "/api/articles", { title: name, content: long, status });

const MANNERS: readonly [name: string, hands: Hands, options: object][] = [
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
];

test.for(MANNERS)(
  "by %s: an article is seen as it will be, in both widths and themes",
  async ([manner, hands, options], { editor, dashboard }) => {
    const made = await make(editor, `Seen by ${manner}`, "draft");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`, options);
    await title(page).fill(`Typed by ${manner}`);
    await hands.press(button(page, "Preview"));
    await heading(page, `Typed by ${manner}`).waitFor();
    await previewed(page).getByText("Paragraph 60").waitFor();
    for (const [width, pixels] of Object.entries({ Desktop: 1280, Phone: 390 })) {
      await hands.press(button(page, width));
      const wide = () => root(page).evaluate(() => window.innerWidth);
      await eventually(`${pixels} px wide`, async () => (await wide()) === pixels);
    }
    for (const theme of ["Dark", "Light"]) {
      await hands.press(button(page, theme));
      await previewed(page).locator(`html[data-theme="${theme.toLowerCase()}"]`).waitFor();
    }
    // Nobody else sees it.
    expect((await editor.call<Article>("GET", `/api/articles/${made.id}`)).title).toBe(made.title);
  },
);

describe("what is typed", () => {
  test("is followed where one reads, and links lead nowhere", async ({ editor, dashboard }) => {
    const made = await make(editor, "Followed");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    await button(page, "Preview").click();
    await heading(page, "Followed").waitFor();
    await root(page).evaluate(() => window.scrollTo(0, 900));
    await title(page).fill("Followed on");
    await heading(page, "Followed on").waitFor();
    expect(await root(page).evaluate(() => Math.round(window.scrollY))).toBe(900);
    await previewed(page).getByRole("link", { name: "Back to All Articles" }).first().click();
    await title(page).fill("Followed still");
    await heading(page, "Followed still").waitFor();
  });

  test("is shown as it was typed last, however late an earlier answer comes", async ({ editor, dashboard }) => {
    const made = await make(editor, "Early");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    await button(page, "Preview").click();
    await heading(page, "Early").waitFor();
    const { opened, open } = gate();
    await page.route("**/api/preview", async (route) => {
      if (route.request().postData()?.includes("Slow")) await opened;
      await route.continue().catch(() => {});
    });
    const slow = page.waitForRequest((request) => request.postData()?.includes("Slow") ?? false);
    await title(page).fill("Slow");
    await slow;
    await title(page).fill("Quick");
    await heading(page, "Quick").waitFor();
    open();
    await title(page).fill("Quicker");
    await heading(page, "Quicker").waitFor();
    expect(await heading(page, "Slow").count()).toBe(0);
  });

  test("is not shown before there is anything of it", async ({ editor, dashboard }) => {
    const made = await make(editor, "Slow line");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    await button(page, "Preview").click();
    await heading(page, "Slow line").waitFor();
    await page.clock.install();
    const { opened, open } = gate();
    const framed = /\?theme=/;
    await page.route(framed, async (route) => {
      await opened;
      await route.continue();
    });
    const asked = page.waitForRequest(framed);
    await title(page).fill("Come at last");
    await asked;
    await page.clock.fastForward(10_000);
    await rendered(page);
    await heading(page, "Slow line").waitFor();
    await root(page).evaluate(() => window.scrollTo(0, 900));
    open();
    await heading(page, "Come at last").waitFor();
    expect(await root(page).evaluate(() => Math.round(window.scrollY))).toBe(900);
  });

  test("that cannot be shown says why in the page's place, and is shown again by itself", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/Failed to load resource/);
    const made = await make(editor, "Busy");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const refuse = (status: number, detail: string) =>
      page.route("**/api/preview", (route) => route.fulfill({ status, json: { status, detail } }));
    await refuse(503, "The publisher is busy. Please try again shortly.");
    await button(page, "Preview").click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(/^The page cannot be shown\. The publisher is busy\./).waitFor();
    await page.unroute("**/api/preview");
    await heading(page, "Busy").waitFor();
    await refuse(422, "The picture cannot be shown.");
    await title(page).fill("Refused");
    await preview.getByText(/^Not up to date\. The picture cannot be shown\.$/).waitFor();
    // The page before is still there.
    await heading(page, "Busy").waitFor();
    await page.unroute("**/api/preview");
    await title(page).fill("Taken");
    await heading(page, "Taken").waitFor();
    expect(await preview.getByText("Not up to date.").count()).toBe(0);
  });

  test("of a new article and a new page has a preview, too", async ({ dashboard }) => {
    const page = await dashboard.open("tab=articles");
    await title(page).fill("Not stored anywhere");
    await text(page).click();
    await page.keyboard.type("First words");
    await button(page, "Preview").click();
    await heading(page, "Not stored anywhere").waitFor();
    await previewed(page).getByText("First words").waitFor();

    const other = await dashboard.open(`${settings("pages")}&edit=new`);
    await title(other).fill("A page to come");
    await button(other, "Add block").click();
    await other.getByRole("option", { name: "Text", exact: true }).click();
    await other.locator('[name="heading"]').fill("What it says");
    await button(other, "Preview").click();
    await previewed(other).getByRole("heading", { name: "What it says" }).waitFor();
  });
});

describe("beside", () => {
  test("the section's form", async ({ dashboard }) => {
    const page = await dashboard.open("tab=sections");
    await button(page, "Edit Hero").click();
    const form = page.getByRole("dialog", { name: /^Edit Section Content/ });
    await form.locator('[name="heading"]').fill("Begin where you are");
    await form.getByRole("button", { name: "Preview", exact: true }).click();
    await heading(page, "Begin where you are").waitFor();
    await form.locator('[name="heading"]').fill("Begin today");
    await heading(page, "Begin today").waitFor();
  });

  test("the settings", async ({ dashboard }) => {
    const page = await dashboard.open("tab=settings");
    await page.locator('[name="site_title"]').fill("Another Academy");
    await button(page, "Preview").click();
    await previewed(page).getByText("Another Academy").first().waitFor();
  });

  test("the texts of the police page", async ({ dashboard }) => {
    const page = await dashboard.open("tab=psi");
    await page.locator('[name="hero_title"]').fill("One step at a time");
    await button(page, "Preview").click();
    await heading(page, "One step at a time").waitFor();
  });

  test("the texts of any page, whatever section they are of", async ({ dashboard }) => {
    const page = await dashboard.open(`${settings("pages")}&page=contact-us`);
    const field = (section: string, name: string) =>
      page.getByRole("group", { name: section, exact: true }).getByRole("textbox", { name, exact: true });
    await field("Top of the page", "Title").fill("Come and see us");
    await button(page, "Preview").click();
    await heading(page, "Come and see us").waitFor();
    await field("Form", "Heading").fill("Or write");
    await previewed(page).getByRole("heading", { name: "Or write", exact: true }).waitFor();
    await heading(page, "Come and see us").waitFor();
  });

  test("the menus", async ({ dashboard }) => {
    const page = await dashboard.open(settings("menus"));
    const main = page.getByRole("group", { name: "Navigation", exact: true });
    await main.getByRole("button", { name: "Edit Contact" }).click();
    await main.locator('[name="label"]').last().fill("Write to us");
    await page.getByRole("button", { name: "Preview: Navigation" }).click();
    await button(page, "Desktop").click();
    await previewed(page).getByRole("link", { name: "Write to us", exact: true }).first().waitFor();
  });
});

test.for([
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
] as const)(
  "by %s: a link shows a draft to who has no account, until it is revoked",
  async ([manner, hands, options], { product, editor, dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const made = await make(editor, `Shared by ${manner}`, "draft");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`, options);
    await title(page).fill(`Shown by ${manner}`);
    await hands.press(button(page, "Share"));
    const dialog = page.getByRole("dialog", { name: "Share" });
    await dialog.getByRole("combobox", { name: "Good for" }).selectOption({ label: "1 hour" });
    await hands.press(dialog.getByRole("button", { name: "Create link" }));
    const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    expect(address.startsWith(`${product.url}/api/preview/shared/`)).toBe(true);
    const reader = await visitor.page();
    await reader.goto(address);
    await reader.getByRole("heading", { level: 1, name: `Shown by ${manner}` }).waitFor();

    await hands.press(dialog.getByRole("button", { name: "Revoke" }));
    await toast(page, "Link revoked").waitFor();
    expect(await dialog.getByRole("button", { name: "Revoke" }).count()).toBe(0);
    expect(await dialog.getByRole("textbox", { name: "Link" }).count()).toBe(0);
    expect((await reader.goto(address))?.status()).toBe(404);
    await page.keyboard.press("Escape");
    await unpublished(page).waitFor();
  },
);
