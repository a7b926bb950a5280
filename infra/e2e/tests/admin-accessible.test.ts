import { fillLeads, nameOf } from "@academy/shared/test/leads";
import type { Locator, Page } from "playwright-core";
import { violationsInBothThemes } from "../src/axe";
import { settled } from "../src/browser";
import { answer } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Every tab and view of the dashboard with something on it, as axe and a narrow screen have it.

const TABS = [
  "Home",
  "Sections",
  "Articles",
  "Videos",
  "Media",
  "PSI",
  "Pages",
  "Lists",
  "Enrollments",
  "Mentorship",
  "Contacts",
  "Notifications",
  "Menus",
  "Social",
  "Trash",
];
const VIEWS = ["Site", "Team", "Tokens", "Account", "Publishing", "Import", "Audit", "Privacy"];
const WIDE = { width: 1440, height: 900 };
/** The smallest phone. */
const NARROW = 320;
const DIALOG = "[role=dialog]";
const LONG = "preparation".repeat(28).slice(0, 300);

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test("nothing is wrong by WCAG 2.2 AA on any screen, in both themes, nor too wide for a phone", async ({
  editor,
  dashboard,
  visitor,
}) => {
  const write = (title: string, more: object = {}) =>
    editor.call<{ id: string }>("POST", "/api/articles", { title, content: "<p>Text</p>", ...more });
  await write("Goes live", { status: "published", publish_date: later(1) });
  await write("Half a thought");
  await write(LONG, { status: "published", category: LONG.slice(0, 60), tags: [LONG.slice(0, 60)] });
  await editor.call("POST", "/api/admin/sections", { name: LONG.slice(0, 100), type: "long", is_visible: true });
  await editor.call("POST", "/api/contact", { name: LONG.slice(0, 100), email: "a@academy.test", message: LONG });
  const { id } = await write("Thrown away");
  await editor.call("DELETE", `/api/articles/${id}`);
  await fillLeads(editor, 5);
  // Nobody listens there: the message to it fails.
  const hook = { name: "Mirror", url: "https://build.invalid/hook", interval_seconds: 10, active: true };
  await editor.call("POST", "/api/admin/webhooks", hook);
  const token = { name: LONG.slice(0, 80), scopes: ["content:publish", "leads:read"] };
  await editor.call("POST", "/api/admin/tokens", token);

  const page = await dashboard.page({ viewport: WIDE, permissions: ["clipboard-read", "clipboard-write"] });
  await page.route("**/api/publish/status", async (route) => {
    const status = await (await route.fetch()).json();
    const failures = [{ path: "/blog/half", reason: "Invalid URL", since: "2026-01-15T09:30:00Z" }];
    await route.fulfill({ json: { ...status, failures, failed_count: 1 } });
  });
  await page.goto(dashboard.address("tab=home"));
  const wrong: string[] = [];
  const look = async (what: string, scope?: string) => {
    await settled(page);
    wrong.push(...(await violationsInBothThemes(page, scope)).map((violation) => `${what}: ${violation}`));
  };
  const fits = async (what: string, widths: readonly number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ ...WIDE, width });
      await eventually(`nothing of ${what} sticks out at ${width} px`, () =>
        page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      );
    }
    await page.setViewportSize(WIDE);
  };
  const tab = (name: string, list: Locator | Page = page) => list.getByRole("tab", { name, exact: true });
  const reach = async (name: string, list: Locator | Page = page) => {
    await tab(name, list).click();
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    await page.getByRole("tabpanel", { name, exact: true }).getByRole("heading").first().waitFor();
  };

  for (const name of TABS) {
    await reach(name);
    if (name === "Home") {
      await page.getByRole("region", { name: "Failed" }).getByText("Webhook Mirror").waitFor();
      await page.getByRole("region", { name: "Latest leads" }).getByRole("link").first().waitFor();
    }
    // The frame is the same around all of them.
    await look(name, name === "Home" ? undefined : "main");
    await fits(name, name === "Home" ? [NARROW, 1024] : [NARROW]);
    if (name === "Home") {
      await page.setViewportSize({ ...WIDE, width: 390 });
      await look("Home on a phone");
      await page.setViewportSize(WIDE);
    }
    if (name === "Articles") {
      await page.getByRole("checkbox", { name: "Select all" }).check();
      await look("selected articles", "main");
      await fits("selected articles", [NARROW]);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill("goes");
      await page.getByRole("option", { name: /^Goes live/ }).waitFor();
      await look("the palette", DIALOG);
      await fits("the palette", [NARROW]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await look("the shortcuts", DIALOG);
      await fits("the shortcuts", [NARROW]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    if (name === "Enrollments") {
      await page.getByRole("button", { name: nameOf(40), exact: true }).click();
      await page.getByRole("dialog").getByText("4 Temple Road").waitFor();
      await look("an enrolment", DIALOG);
      await fits("an enrolment", [NARROW]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    if (name === "Contacts") {
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
      await look("a question", DIALOG);
      await fits("a question", [NARROW]);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
  }

  await reach("Settings");
  for (const name of VIEWS) {
    await reach(name, page.getByRole("tablist", { name: "Settings" }));
    if (name === "Site") {
      await page.getByRole("combobox", { name: "Background" }).selectOption({ label: "Video" });
      await page.getByRole("textbox", { name: "Video address" }).waitFor();
    }
    if (name === "Tokens") await page.getByRole("list", { name: "Tokens" }).getByRole("listitem").waitFor();
    if (name === "Publishing") {
      await page.getByRole("list", { name: "Webhooks" }).getByRole("heading", { name: "Mirror" }).waitFor();
      await page.getByRole("table", { name: "Deliveries" }).waitFor();
    }
    await look(name, "main");
    await fits(name, [NARROW]);
    if (name === "Site") await page.getByRole("combobox", { name: "Background" }).selectOption({ label: "Image" });
    if (name === "Tokens") {
      visitor.expected.push(/422/);
      await page.getByRole("button", { name: "New Token" }).click();
      await page.getByRole("dialog", { name: "New Token" }).getByRole("button", { name: "Create Token" }).click();
      await page.getByText("Choose at least one.").waitFor();
      await look("a new token", DIALOG);
      await fits("a new token", [NARROW]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }
    if (name === "Publishing") {
      await page.getByRole("button", { name: "Edit Mirror" }).click();
      await page.getByRole("dialog", { name: "Edit Webhook: Mirror" }).getByLabel("Kind").waitFor();
      await look("a webhook", DIALOG);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "New secret for Mirror" }).click();
      const question = "Make a new secret for Mirror? For a day messages are signed with the old one too.";
      await answer(page, question, "Make a new secret");
      const secrets = page.getByRole("dialog", { name: "Secret of Mirror" });
      const secret = await secrets.getByLabel("Secret").inputValue();
      await look("a secret", DIALOG);
      await secrets.getByRole("button", { name: "Copy" }).click();
      await secrets.getByText("Copied.").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
      await page.keyboard.press("Escape");
      await secrets.waitFor({ state: "hidden" });
    }
  }
  expect(wrong).toEqual([]);
});
