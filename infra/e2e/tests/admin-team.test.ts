import type { Page } from "playwright-core";
import { describe } from "vitest";
import { administrator, Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { settled } from "../src/browser";
import { confirm, focused, settings, toast } from "../src/dashboard";
import { enlist, invite, logIn, PASSWORD, register, signedOut } from "../src/people";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// The team and its invitations, and what the views of the settings say when a call is cut.

const views = (page: Page) => page.getByRole("tablist", { name: "Settings" }).getByRole("tab");
const row = (page: Page, list: string, words: string) =>
  page.getByRole("list", { name: list, exact: true }).getByRole("listitem").filter({ hasText: words });

describe("the team", () => {
  test("somebody is invited, joins, changes roles, and is removed", async ({ product, dashboard, visitor }) => {
    visitor.expected.push(/status of 4(01|03|22)/);
    const page = await dashboard.open(settings("team"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    expect(await row(page, "Members", administrator.name).textContent()).toContain("You");
    const address = page.getByRole("textbox", { name: "E-mail address" });
    await address.fill("ravi@academy.test");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Invitation for ravi@academy.test" });
    await focused(dialog.getByRole("button", { name: "Copy" }));
    await page.keyboard.press("Enter");
    await dialog.getByText("Copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(await dialog.getByRole("textbox", { name: "Link" }).inputValue());
    await eventually("the link is mailed", async () =>
      (await (await fetch(`${product.url}/api/dev/outbox`)).text()).includes(link),
    );
    await dialog.getByRole("button", { name: "Done" }).click();
    await focused(address);
    await row(page, "Open invitations", "ravi@academy.test").waitFor();

    const ravi = await visitor.page();
    await ravi.goto(link);
    await ravi.getByText("You are invited to work on this website.").waitFor();
    await ravi.getByText("At least 8 characters.").waitFor();
    await register(ravi, "Ravi Kumar", "somebody.else@academy.test");
    await ravi.getByText("This invitation is for another e-mail address. Use the one it was sent to.").waitFor();
    await register(ravi, "Ravi Kumar", "ravi@academy.test");
    await toast(ravi, "Account created successfully!").waitFor();
    await ravi.goto(dashboard.address(settings("team")));
    await ravi.getByText("Only administrators see this").waitFor();
    expect(await views(ravi).allTextContents()).toEqual([
      "Site",
      "Pages",
      "Menus",
      "Lists",
      "Trash",
      "Account",
      "Publishing",
    ]);

    await page.reload();
    const member = row(page, "Members", "Ravi Kumar");
    expect(await member.textContent()).toMatch(/ravi@academy\.test.*author/);
    await page.getByText("No open invitations").waitFor();
    await confirm(page, "Make administrator: Ravi Kumar", "Make administrator");
    await toast(page, "Ravi Kumar is now an administrator").waitFor();
    await ravi.reload();
    await ravi.getByRole("list", { name: "Members" }).waitFor();
    await confirm(page, "Make author: Ravi Kumar", "Make author");
    await toast(page, "Ravi Kumar is now an author").waitFor();
    // What is still on the screen no longer works, and says why.
    await ravi.getByRole("textbox", { name: "E-mail address" }).fill("friend@academy.test");
    await ravi.getByRole("button", { name: "Invite", exact: true }).click();
    await ravi.getByText("Only administrators see this").waitFor();

    await confirm(page, "Remove Ravi Kumar", "Remove");
    await toast(page, "Ravi Kumar was removed").waitFor();
    await eventually("the row is gone", async () => (await member.count()) === 0);
    // Nobody touches this page: it notices by itself, and there is no way back in.
    await ravi.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await logIn(ravi, "ravi@academy.test", PASSWORD);
    await ravi.getByText("The e-mail address or the password is not right.").waitFor();
    await ravi.getByRole("button", { name: "Cancel" }).click();
    await signedOut(ravi);
    await ravi.goto(link);
    await register(ravi, "Ravi Kumar", "ravi@academy.test");
    await ravi.getByText("This invitation has been used, withdrawn, or is too old.").waitFor();
  });

  test("an invitation is withdrawn or renewed, and what is wrong is said at the field", async ({
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/status of 4(03|09|22)/);
    const page = await dashboard.open(settings("team"));
    const send = page.getByRole("button", { name: "Invite", exact: true });
    const address = page.getByRole("textbox", { name: "E-mail address" });
    await address.fill("nonsense");
    await send.click();
    await page.getByText("Please enter a valid email address").waitFor();
    await focused(address);
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    await address.fill(administrator.email);
    await send.click();
    await page.getByText("This person has an account already.").waitFor();

    await page.getByRole("combobox", { name: "Invite by" }).selectOption("phone");
    const phone = page.getByRole("textbox", { name: "Phone number" });
    await phone.fill("12");
    await send.click();
    await page.getByText("Give a phone number with its country code").waitFor();
    await phone.fill("98765 43210");
    await page.getByRole("combobox", { name: "Role" }).selectOption("administrator");
    await send.click();
    const dialog = page.getByRole("dialog", { name: "Invitation for +919876543210" });
    const first = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    const invitation = row(page, "Open invitations", "+919876543210");
    expect(await invitation.textContent()).toContain("administrator");
    await page.getByRole("button", { name: "New link for +919876543210" }).click();
    const second = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    expect(second).not.toBe(first);
    await dialog.getByRole("button", { name: "Done" }).click();
    await confirm(page, "Withdraw +919876543210", "Withdraw");
    await toast(page, "The invitation of +919876543210 was withdrawn").waitFor();
    await eventually("the row is gone", async () => (await invitation.count()) === 0);

    const guest = await visitor.page();
    for (const link of [first, second]) {
      await guest.goto(link);
      await register(guest, "Guest", "guest@academy.test");
      await guest.getByText("This invitation has been used, withdrawn, or is too old.").waitFor();
    }
  });

  test("the last administrator stays one, and whoever is signed in may not lose that by a link", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/status of 409/);
    const page = await dashboard.open(settings("team"));
    await confirm(page, `Make author: ${administrator.name}`, "Make author");
    await page
      .getByRole("dialog", { name: /^Failed to change the role: The last administrator cannot be made an author/ })
      .getByRole("button", { name: "OK" })
      .click();
    expect(await page.getByRole("button", { name: `Remove ${administrator.name}` }).count()).toBe(0);

    await page.goto(await invite(editor, { email: "later@academy.test" }));
    await page.getByText(`you are signed in as ${administrator.name}`).waitFor();
    await page.getByRole("link", { name: "Stay signed in and go to the dashboard" }).click();
    await page.getByText(`Welcome, ${administrator.name}`).waitFor();
  });
});

const asked = (button: string, yes: string) => (page: Page) => confirm(page, button, yes);

/** What is said when a call is cut, and what to do for it. */
const failures: [words: string, view: string, call: string, act: (page: Page) => Promise<void>][] = [
  ["The team could not be loaded", "team", "**/api/admin/users", async () => {}],
  ["The invitations could not be loaded", "team", "**/api/admin/invitations", async () => {}],
  ["The sessions could not be loaded", "account", "**/api/auth/sessions", async () => {}],
  ["The audit log could not be loaded", "audit", "**/api/admin/audit-log?**", async () => {}],
  [
    "Cannot connect to backend server",
    "account",
    "**/api/auth/password",
    async (page) => {
      await page.getByLabel("Current password").fill(administrator.password);
      await page.getByLabel("New password").fill("never stored");
      await page.getByRole("button", { name: "Change password" }).click();
    },
  ],
  ["Failed to remove Helper", "team", "**/api/admin/users/*", asked("Remove Helper", "Remove")],
  [
    "Failed to change the role",
    "team",
    "**/api/admin/users/*",
    asked("Make administrator: Helper", "Make administrator"),
  ],
  [
    "Failed to withdraw the invitation",
    "team",
    "**/api/admin/invitations/*",
    asked("Withdraw cut@academy.test", "Withdraw"),
  ],
  ["Failed to end the other sessions", "account", "**/api/auth/sessions/*", asked("End all others", "End all others")],
];

describe("with others there", () => {
  test.beforeAll(async ({ product, editor }) => {
    await enlist(editor, { name: "Helper", email: "helper@academy.test", password: PASSWORD });
    await Editor.enter(product);
    await invite(editor, { email: "cut@academy.test" });
  });

  test.for(failures)("a call that is cut: %s", async ([words, view, call, act], { dashboard }) => {
    const page = await dashboard.openCut(settings(view), call);
    await act(page);
    await page.getByText(words).first().waitFor();
  });

  const screens: [name: string, view: string, open: (page: Page) => Promise<void>][] = [
    ["team", "team", (page) => row(page, "Open invitations", "cut@").waitFor()],
    [
      "fresh invitation",
      "team",
      async (page) => {
        await page.getByRole("button", { name: "New link for cut@academy.test" }).click();
        await page.getByRole("textbox", { name: "Link" }).waitFor();
      },
    ],
    [
      "question",
      "team",
      async (page) => {
        await page.getByRole("button", { name: "Remove Helper" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Remove" }).waitFor();
      },
    ],
    ["account", "account", (page) => page.getByRole("list", { name: "Sessions" }).waitFor()],
    ["publishing", "publishing", async () => {}],
    ["audit", "audit", (page) => page.getByRole("table", { name: "Audit log" }).waitFor()],
  ];
  test.for(screens)(
    "nothing is wrong by WCAG 2.2 AA in both themes: %s",
    async ([_name, view, open], { dashboard }) => {
      const page = await dashboard.open(settings(view));
      await open(page);
      await settled(page);
      expect(await violationsInBothThemes(page)).toEqual([]);
    },
  );

  test("nothing is wrong by WCAG 2.2 AA in both themes: the form that an invitation opens", async ({
    product,
    visitor,
  }) => {
    const page = await visitor.page();
    await page.goto(`${product.url}/auth?invitation=one.two`);
    await page.getByRole("heading", { name: "Create Account" }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
});
