import type { Page } from "playwright-core";
import { describe } from "vitest";
import { type Article, administrator, type Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { settled } from "../src/browser";
import { expect, test } from "../src/test";
import { eventually, gate } from "../src/wait";

// The dashboard's home: what is scheduled, what waits, what came last and what failed.

const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const write = (editor: Editor, title: string, more: object = {}) =>
  editor.call<Article>("POST", "/api/articles", { title, content: "<p>Text</p>", ...more });

test("says what will stand there while there is nothing", async ({ dashboard }) => {
  const page = await dashboard.open("tab=home");
  await part(page, "Scheduled").getByText("Nothing waits for its time.").waitFor();
  await part(page, "Drafts").getByText("No draft waits.").waitFor();
  await part(page, "Latest leads").getByText("Nobody has written yet.").waitFor();
  expect(await part(page, "Failed").count()).toBe(0);
});

describe("with work to do", () => {
  test.beforeAll(async ({ editor }) => {
    await write(editor, "Goes last", { status: "published", publish_date: later(60) });
    await write(editor, "Leaves", { status: "published", unpublish_date: later(30) });
    await write(editor, "Goes next", { status: "published", publish_date: later(1) });
    await write(editor, "Public already", { status: "published" });
    await write(editor, "Half a thought");
    const who = { email: "asha@example.org", phone: "+919876543210" };
    await editor.call("POST", "/api/enrollments", { ...who, fullName: "Asha Rao", course: "psi" });
    await editor.call("POST", "/api/mentorship", { ...who, name: "Meera Iyer", education_level: "Graduate" });
    await editor.call("POST", "/api/contact", {
      ...who,
      name: "Kiran Das",
      message: "When does it begin? ".repeat(40),
    });
    await editor.call("POST", "/api/notifications", { email: who.email, page: "current-affairs-test" });
  });

  test("what goes live or leaves comes next first, and leads to its form by keyboard", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home");
    const entries = part(page, "Scheduled").getByRole("listitem");
    await entries.nth(2).waitFor();
    expect(await entries.allTextContents()).toEqual([
      expect.stringMatching(/^Goes live (today|tomorrow), .*Goes next$/),
      expect.stringMatching(/^Leaves the site .*Leaves$/),
      expect.stringMatching(/^Goes live .*Goes last$/),
    ]);
    await entries.first().getByRole("link", { name: "Goes next" }).press("Enter");
    await page.getByRole("heading", { name: "Edit Article" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Goes next");
  });

  test("says how many are scheduled when there are more than it shows", async ({ editor, dashboard }) => {
    const more: Article[] = [];
    for (const hours of [70, 80, 90]) {
      more.push(await write(editor, `In ${hours} hours`, { status: "published", publish_date: later(hours) }));
    }
    const page = await dashboard.open("tab=home");
    await part(page, "Scheduled").getByRole("link", { name: "All 6", exact: true }).press("Enter");
    await page.getByRole("tab", { name: "Articles", selected: true }).waitFor();
    for (const { id } of more) await editor.call("DELETE", `/api/articles/${id}`);
  });

  test("drafts and leads lead to where they are", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home");
    const drafts = part(page, "Drafts").getByRole("listitem");
    await drafts.first().waitFor();
    expect(await drafts.allTextContents()).toEqual([expect.stringMatching(/^Half a thoughtYourschanged /)]);
    const leads = part(page, "Latest leads").getByRole("listitem");
    await leads.first().waitFor();
    expect(await leads.allTextContents()).toEqual([
      expect.stringContaining("asha@example.orgSubscribercurrent-affairs-test"),
      expect.stringContaining("Kiran DasMessageWhen does it begin?"),
      expect.stringContaining("Meera IyerApplicationGraduate, pending"),
      expect.stringContaining("Asha RaoEnrollmentPSI"),
    ]);
    await leads.getByRole("link", { name: "Asha Rao" }).click();
    await page.getByRole("dialog", { name: "Asha Rao" }).getByText("asha@example.org").waitFor();
  });

  test("what others do appears without a reload", async ({ editor, dashboard }) => {
    const page = await dashboard.page();
    await page.clock.install();
    await page.goto(dashboard.address("tab=home"));
    await part(page, "Latest leads").getByRole("link", { name: "Asha Rao" }).waitFor();
    const lead = { name: "Just now", email: "now@example.org", message: "Hello" };
    const { id } = await editor.call<{ id: string }>("POST", "/api/contact", lead);
    await page.clock.runFor(61_000);
    await part(page, "Latest leads").getByRole("link", { name: "Just now" }).waitFor();
    await editor.call("DELETE", `/api/contact/${id}`);
  });

  test("what failed leads to where it is mended, webhooks for administrators only", async ({ dashboard, people }) => {
    const failing = async (page: Page) => {
      const since = "2026-01-15T09:30:00Z";
      await page.route("**/api/publish/status", async (route) => {
        const status = await (await route.fetch()).json();
        const failures = [{ path: "/blog/half", reason: "Invalid URL", since }];
        await route.fulfill({ json: { ...status, failures, failed_count: 1 } });
      });
      await page.route("**/api/admin/webhooks", async (route) => {
        const last_delivery = { state: "failed", error: "it answered 500", last_attempt_at: since };
        await route.fulfill({ json: [{ id: "hook", name: "Mirror", active: true, last_delivery }] });
      });
    };
    const page = await dashboard.page();
    await failing(page);
    await page.goto(dashboard.address("tab=home"));
    const failed = part(page, "Failed");
    await failed.getByText("It answered 500.").waitFor();
    await failed.getByRole("link", { name: "Edit the article: /blog/half" }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await failed.getByRole("link", { name: "Open Publishing: Mirror" }).press("Enter");
    await page.getByRole("tab", { name: "Publishing", selected: true }).waitFor();

    const author = await people.join("Ravi", "ravi@academy.test", "tab=articles");
    await failing(author);
    await author.goto(dashboard.address("tab=home"));
    await part(author, "Failed").getByText("Invalid URL.").waitFor();
    expect(await author.getByText("Mirror").count()).toBe(0);
    await part(author, "Drafts").getByText(administrator.name).waitFor();
  });

  test("a long name leaves room for the publish status", async ({ people }) => {
    const name = "Venkata Naga Satyanarayana Subrahmanyeswara Rao Chowdary Venkata Naga Satyanarayana";
    const page = await people.join(name, "v@academy.test", "tab=home");
    for (const width of [769, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const welcome = await page.getByText("Welcome, Venkata").boundingBox();
      const status = await page.getByRole("button", { name: /^Publish status/ }).boundingBox();
      if (!welcome || !status) throw new Error("the header is not there");
      const below = status.y >= welcome.y + welcome.height;
      expect(below || welcome.x + welcome.width <= status.x, `${width} px`).toBe(true);
    }
  });

  test.for([390, 1024, 1440])(
    "nothing is wrong by WCAG 2.2 AA, nor too wide at %i px",
    async (width, { dashboard }) => {
      const page = await dashboard.open("tab=home", { viewport: { width, height: 900 } });
      await part(page, "Latest leads").getByRole("link", { name: "Asha Rao" }).waitFor();
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await eventually("nothing sticks out", () =>
        page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      );
    },
  );
});

describe("the code of a tab comes", () => {
  /** The page's files so far, by name: SettingsTab. */
  function files(page: Page): Set<string> {
    const names = new Set<string>();
    page.on("request", (request) => {
      const [, name] = /\/admin\/assets\/(\w+)-[^/]+\.js$/.exec(request.url()) ?? [];
      if (name) names.add(name);
    });
    return names;
  }

  test.for([
    ["tab=articles", ["ArticlesTab"], "Create Article"],
    ["tab=settings&view=menus", ["SettingsTab", "MenusView"], "Menus"],
  ] as const)("while it is asked who opens it: %s", async ([query, wanted, heading], { dashboard }) => {
    const page = await dashboard.page();
    const fetched = files(page);
    const { opened, open } = gate();
    await page.route("**/api/auth/me", async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(dashboard.address(query), { waitUntil: "commit" });
    await eventually(`${wanted} are on their way`, () => wanted.every((name) => fetched.has(name)));
    open();
    await page.getByRole("heading", { name: heading }).waitFor();
  });

  test("when the pointer or the focus comes near it", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home");
    const fetched = files(page);
    const near = (name: string) => eventually(`${name} is on its way`, () => fetched.has(name));
    await page.getByRole("tab", { name: "Videos" }).hover();
    await near("VideosTab");
    await page.getByRole("tab", { name: "Settings" }).focus();
    await near("SettingsTab");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Team" }).hover();
    await near("TeamView");
    expect(fetched).not.toContain("PsiTab");
  });
});
