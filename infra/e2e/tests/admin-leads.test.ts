import type { Page } from "playwright-core";
import { describe } from "vitest";
import { violationsInBothThemes } from "../src/axe";
import { settled } from "../src/browser";
import { answer, focused, toast } from "../src/dashboard";
import {
  counted,
  deleted,
  emailOf,
  fillLeads,
  hold,
  type List,
  lists,
  MANY,
  nameOf,
  question,
  saved,
  search,
} from "../src/leads";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What visitors leave: enrolments, mentorship applications, contact messages and subscribers, and their counts on the
// home tab. With nothing at first, then with more than a page of each.

describe("with nothing yet", () => {
  test.for([
    ["enrollments", "No enrollments yet"],
    ["mentorship", "No applications yet"],
    ["contacts", "No messages yet"],
    ["notifications", "No notifications yet"],
  ] as const)("%s say so", async ([tab, words], { dashboard }) => {
    const page = await dashboard.open(`tab=${tab}`);
    await page.getByText(words, { exact: true }).waitFor();
    expect(await search(page).count()).toBe(0);
    if (tab === "notifications") {
      await page.getByText("Email subscriptions will appear here when users sign up", { exact: true }).waitFor();
      const figures = page.getByRole("definition");
      await eventually("nobody is counted", async () => (await figures.allTextContents()).join() === "0,0,0");
      expect(await page.getByRole("button", { name: "Copy All" }).isDisabled()).toBe(true);
      expect(await page.getByRole("button", { name: "Export CSV" }).isDisabled()).toBe(true);
    }
  });
});

describe("with more than a page", () => {
  test.beforeAll(({ editor }) => fillLeads(editor));

  test("the home tab counts all of them", async ({ dashboard }) => {
    const page = await dashboard.open("tab=home");
    for (const [count, label] of [
      [MANY, "Active Enrollments"],
      [MANY, "Mentorship Programs"],
      [MANY + 1, "Email Subscribers"],
    ]) {
      await page.getByRole("link", { name: `${count} ${label}` }).waitFor();
    }
    await page.getByText("Students").locator("..").getByText(String(MANY), { exact: true }).waitFor();
  });

  test.for(lists)(
    "$tab: searched, sorted, paged",
    async ({ tab, entries, words, sort, total, perPage }, { dashboard }) => {
      const page = await dashboard.open(`tab=${tab}`);
      await counted(page, `${total} in all`);
      expect(await entries(page).count()).toBe(perPage);
      await page.getByRole("button", { name: "next page" }).click();
      await entries(page)
        .filter({ hasText: words(MANY - perPage) })
        .waitFor();
      await page.getByRole("button", { name: "previous page" }).click();
      await entries(page)
        .filter({ hasText: words(MANY) })
        .waitFor();

      await sort(page, "ascending");
      await entries(page)
        .first()
        .filter({ hasText: words(1) })
        .waitFor();
      await sort(page, "descending");
      await entries(page)
        .first()
        .filter({ hasText: words(MANY) })
        .waitFor();

      await search(page).fill(words(7).toUpperCase());
      await counted(page, "1 found");
      await entries(page)
        .filter({ hasText: words(7) })
        .waitFor();
      expect(await entries(page).count()).toBe(1);
      await search(page).fill("nobody is called so");
      await page.getByText("Nothing matches").waitFor();
      await search(page).fill("");
      await counted(page, `${total} in all`);
    },
  );

  test.for(lists)(
    "$tab: exported is what was searched for, in the order that is on",
    async ({ tab, entries, words, sort, total, file, call }, { editor, dashboard }) => {
      const page = await dashboard.open(`tab=${tab}`);
      await counted(page, `${total} in all`);
      await sort(page, "ascending");
      await sort(page, "descending");
      const text = words(1).slice(0, words(1).indexOf("1"));
      const found = await editor.call<unknown[]>("GET", `${call}?q=${encodeURIComponent(text)}`);
      // At once, before the list itself has been searched.
      await search(page).fill(text);
      const { name, text: csv } = await saved(page, "Export CSV");
      expect(name).toMatch(file);
      await toast(page, `${found.length} rows: those of the search for “${text}”.`).waitFor();
      expect(csv.trimEnd().split("\r\n")).toHaveLength(found.length + 1);
      expect(csv).not.toContain(words(10));
      expect(csv.indexOf(words(9))).toBeLessThan(csv.indexOf(words(1)));

      await search(page).fill("");
      await entries(page)
        .first()
        .filter({ hasText: words(MANY) })
        .waitFor();
      await page.getByRole("button", { name: "Export CSV" }).focus();
      const [whole] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      expect(whole.suggestedFilename()).toMatch(file);
      await toast(page, `${total} rows: the whole list.`).waitFor();
    },
  );

  test("the page before stays in sight while the next one comes", async ({ dashboard }) => {
    const page = await dashboard.open("tab=enrollments");
    const [list] = lists as [List];
    await list
      .entries(page)
      .filter({ hasText: nameOf(MANY) })
      .waitFor();
    const release = await hold(page, "**/api/enrollments?*offset=50*", "continue");
    await page.getByRole("button", { name: "next page" }).click();
    await page.locator('[aria-busy="true"]').waitFor();
    expect(await list.entries(page).count()).toBe(50);
    expect(await page.getByText("Loading…").count()).toBe(0);
    release();
    await list
      .entries(page)
      .filter({ hasText: nameOf(1) })
      .waitFor();
    await page.locator('[aria-busy="false"]').waitFor();
  });

  test("a page that does not come is told, and can be asked for again", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=enrollments");
    await counted(page, `${MANY} in all`);
    let cut = true;
    await page.route("**/api/enrollments?*offset=50*", (route) => (cut ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "next page" }).click();
    await toast(page, "Failed to load data").waitFor();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    cut = false;
    const [list] = lists as [List];
    await eventually("the page is there", async () => {
      // It also tries again by itself: the button may be gone.
      await again.click({ timeout: 500 }).catch(() => {});
      return (
        (await list
          .entries(page)
          .filter({ hasText: nameOf(1) })
          .count()) === 1
      );
    });
  });

  test.for(lists)(
    "$tab: deleted after a question, and kept when that fails",
    async (list, { editor, dashboard, visitor }) => {
      visitor.expected.push(/Failed to load resource/);
      const { tab, entries, words, what, named, total, call } = list;
      const page = await dashboard.open(`tab=${tab}`);
      // After each try the list is asked for again.
      const relisted = () =>
        page.waitForResponse((to) => to.request().method() === "GET" && new URL(to.url()).pathname === call);
      const button = (number: number) =>
        entries(page)
          .filter({ hasText: words(number) })
          .getByRole("button", { name: /^Delete / });
      await button(MANY - 1).click();
      await answer(page, question(named(MANY - 1)), "Cancel");
      await focused(button(MANY - 1));

      await page.route(`**${call}/*`, (route) => route.abort());
      await button(MANY - 1).click();
      const asItWas = relisted();
      await answer(page, question(named(MANY - 1)), "Delete");
      await toast(page, `Failed to delete ${what}`).waitFor();
      await button(MANY - 1).waitFor();
      await asItWas;

      await page.unroute(`**${call}/*`);
      await button(MANY - 1).click();
      const shorter = relisted();
      await answer(page, question(named(MANY - 1)), "Delete");
      await toast(page, deleted(what)).waitFor();
      await counted(page, `${total - 1} in all`);
      await eventually("the entry is gone", async () => (await button(MANY - 1).count()) === 0);
      await focused(button(MANY - 2));
      // Else it could come without what somebody else deletes now.
      await shorter;
      // Somebody else was faster: that is no failure.
      const left = await editor.call<{ id: string; email: string }[]>("GET", `${call}?q=${emailOf(MANY)}`);
      await editor.call("DELETE", `${call}/${left[0]?.id}`);
      await button(MANY).click();
      await answer(page, question(named(MANY)), "Delete");
      await counted(page, `${total - 2} in all`);
    },
  );

  test.for(lists)("$tab: Failed to load data, once", async ({ tab, call, entries, words }, { dashboard }) => {
    const cut = new RegExp(`${call}\\?`);
    const page = await dashboard.openCut(`tab=${tab}`, cut);
    await toast(page, "Failed to load data").waitFor();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await page.locator(".toast").count()).toBe(1);
    await page.unroute(cut);
    await eventually("the list is there", async () => {
      await again.click({ timeout: 500 }).catch(() => {});
      return (
        (await entries(page)
          .filter({ hasText: words(30) })
          .count()) > 0
      );
    });
  });

  test("the home tab stays usable without the counts", async ({ dashboard }) => {
    const page = await dashboard.openCut("tab=home", "**/api/enrollments?*");
    await toast(page, "Failed to load data").waitFor();
    expect(await page.locator(".toast").count()).toBe(1);
    await page.getByText("The counts could not be loaded").waitFor();
    await page.getByRole("button", { name: "Enroll Now" }).click();
    await page.getByRole("dialog", { name: "Enroll a student" }).waitFor();
  });

  const screens: [name: string, tab: string, open: (page: Page) => Promise<void>][] = [
    ["home", "home", (page) => page.getByRole("link", { name: /^\d+ Active Enrollments/ }).waitFor()],
    ...lists.map(({ tab, entries }): [string, string, (page: Page) => Promise<void>] => [
      tab,
      tab,
      (page) => entries(page).first().waitFor(),
    ]),
    [
      "an enrolment",
      "enrollments",
      async (page) => {
        await page.getByRole("button", { name: nameOf(40), exact: true }).click();
        await page.getByRole("dialog").getByText("4 Temple Road").waitFor();
      },
    ],
    [
      "a question",
      "contacts",
      async (page) => {
        await page
          .getByRole("button", { name: /^Delete / })
          .first()
          .click();
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).waitFor();
      },
    ],
  ];
  test.for(screens)(
    "nothing is wrong by WCAG 2.2 AA in both themes, nor too wide for a phone: %s",
    async ([_, tab, open], { dashboard }) => {
      const page = await dashboard.open(`tab=${tab}`);
      await open(page);
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await eventually("nothing sticks out", () =>
        page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      );
    },
  );
});
