import { administrator } from "@academy/shared/test/editor";
import { invite } from "@academy/shared/test/people";
import { describe } from "vitest";
import { type Dashboard, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { confirm, fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist, pathOf, register, signIn } from "@/test/people";

// The team and its invitations.

const TEAM = "tab=settings&view=team";
const row = (list: string, words: string) =>
  waitFor(() => {
    const found = within(screen.getByRole("list", { name: list }))
      .getAllByRole("listitem")
      .find(({ textContent }) => textContent?.includes(words));
    if (!found) throw new Error(`no row of ${list} says ${words}`);
    return found;
  });
const gone = (words: string) => waitFor(() => expect(screen.queryByText(words)).toBeNull());
const link = (to: string) =>
  screen.findByRole("dialog", { name: `Invitation for ${to}` }).then((dialog) => ({
    dialog: within(dialog),
    link: (within(dialog).getByRole("textbox", { name: "Link" }) as HTMLInputElement).value,
  }));
const send = async ({ user }: Dashboard) => user.click(screen.getByRole("button", { name: "Invite" }));

/** Chooses another role for a member, and confirms it. */
async function makeRole({ user }: Dashboard, name: string, role: string): Promise<void> {
  await user.selectOptions(await screen.findByRole("combobox", { name: `Role of ${name}` }), role);
  await user.click(await screen.findByRole("button", { name: new RegExp(`^Make an? ${role}$`) }));
}

/** Opens an address in a window where nobody is signed in. */
async function open(dashboard: Dashboard, address: string): Promise<void> {
  await dashboard.leave();
  dashboard.enter(null);
  await dashboard.visit(address);
}

test("somebody is invited, joins, changes roles, and is removed", async ({ cms, editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(TEAM);
  expect((await row("Members", administrator.name)).textContent).toContain("You");
  const address = screen.getByRole("textbox", { name: "Email address" });
  await fill(user, address, "ravi@academy.test");
  await user.keyboard("{Enter}");
  const invitation = await link("ravi@academy.test");
  await focused(invitation.dialog.getByRole("button", { name: "Copy" }));
  await user.keyboard("{Enter}");
  await invitation.dialog.findByText("Copied.");
  expect(await navigator.clipboard.readText()).toBe(invitation.link);
  await waitFor(async () => expect(await (await fetch(`${cms.url}/api/dev/outbox`)).text()).toContain(invitation.link));
  await user.click(invitation.dialog.getByRole("button", { name: "Done" }));
  await focused(address);
  await row("Open invitations", "ravi@academy.test");

  await open(dashboard, pathOf(invitation.link));
  await screen.findByText(/^You are invited to work on this website\./);
  await screen.findByText(/At least 8 characters\./);
  await register(user, { name: "Ravi Kumar", email: "somebody.else@academy.test" });
  await screen.findByText("This invitation is for another e-mail address. Use the one it was sent to.");
  await register(user, { name: "Ravi Kumar", email: "ravi@academy.test" });
  await told("Account created successfully!");
  const ravi = await signIn(cms, { email: "ravi@academy.test" });
  await dashboard.leave();
  dashboard.enter(ravi);
  await dashboard.visit(`/admin/dashboard?${TEAM}`);
  await screen.findByText("Your role does not include this");
  const views = within(screen.getByRole("tablist", { name: "Settings" })).getAllByRole("tab");
  expect(views.map(({ textContent }) => textContent)).toEqual(["Site", "Account", "Publishing", "Redirects"]);

  await dashboard.leave();
  await dashboard.open(TEAM);
  expect((await row("Members", "Ravi Kumar")).textContent).toContain("ravi@academy.test");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Role of Ravi Kumar" }).value).toBe("author");
  await makeRole(dashboard, "Ravi Kumar", "administrator");
  await told("Ravi Kumar is now an administrator");
  expect((await ravi.request("GET", "/api/admin/users")).status).toBe(200);
  await makeRole(dashboard, "Ravi Kumar", "counsellor");
  await told("Ravi Kumar is now a counsellor");
  expect((await ravi.request("GET", "/api/enrollments")).status).toBe(200);
  expect((await ravi.request("GET", "/api/admin/pages")).status).toBe(403);
  await confirm(user, "Remove Ravi Kumar", "Remove");
  await told("Ravi Kumar was removed");
  await gone("Ravi Kumar");
  expect((await ravi.request("GET", "/api/auth/me")).status).toBe(401);
  expect(await editor.call<object[]>("GET", "/api/admin/users")).not.toContainEqual(
    expect.objectContaining({ email: "ravi@academy.test" }),
  );
  await open(dashboard, pathOf(invitation.link));
  await register(user, { name: "Ravi Kumar", email: "ravi@academy.test" });
  await screen.findByText(/^This invitation has been used, withdrawn, or is too old\./);
});

test("what is still on the screen of somebody who lost the role or the account says so", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user, calls } = dashboard;
  const email = "tara@academy.test";
  const tara = await enlist(cms, editor, { name: "Tara Sen", email });
  const { id } = await tara.call<{ id: string }>("GET", "/api/auth/me");
  const change = (role: string) => editor.call("PUT", `/api/admin/users/${id}`, { role });
  await change("administrator");
  await dashboard.open(TEAM, { editor: tara });
  // A list that is still asked for would be refused, and the form gone before it is sent.
  await row("Members", "Tara Sen");
  await waitFor(() => expect(calls.of("GET", /^\/api\/admin\/invitations$/).at(-1)?.status).toBe(200));
  await change("author");
  await fill(user, await screen.findByRole("textbox", { name: "Email address" }), "friend@academy.test");
  await send(dashboard);
  await screen.findByText("Your role does not include this");
  await editor.call("DELETE", `/api/admin/users/${id}`);
  // It notices by itself when somebody comes back to it, and there is no way back in.
  const dialog = await waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    return within(screen.getByRole("dialog", { name: "Your session has ended" }));
  });
  await fill(user, dialog.getByLabelText(/^Password/), "a passphrase of their own");
  await user.click(dialog.getByRole("button", { name: "Log in" }));
  await dialog.findByText("The e-mail address or the password is not right.");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("heading", { name: "Welcome Back" });
});

test("an invitation is withdrawn or renewed, and what is wrong is said at the field", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(TEAM);
  const address = await screen.findByRole("textbox", { name: "Email address" });
  await fill(user, address, "nonsense");
  await send(dashboard);
  await screen.findByText("Please enter a valid email address");
  await focused(address);
  expect(address.getAttribute("aria-invalid")).toBe("true");
  await fill(user, address, administrator.email);
  await send(dashboard);
  await screen.findByText(/^This person has an account already\./);

  await user.selectOptions(screen.getByRole("combobox", { name: "Invite by" }), "phone");
  const phone = screen.getByRole("textbox", { name: "Phone number" });
  await fill(user, phone, "12");
  await send(dashboard);
  await screen.findByText(/^Give a phone number with its country code/);
  await fill(user, phone, "98765 43210");
  await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "administrator");
  await send(dashboard);
  const first = await link("+919876543210");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await row("Open invitations", "+919876543210")).textContent).toContain("administrator");
  await user.click(screen.getByRole("button", { name: "New link for +919876543210" }));
  const second = await link("+919876543210");
  expect(second.link).not.toBe(first.link);
  await user.click(second.dialog.getByRole("button", { name: "Done" }));
  await confirm(user, "Withdraw +919876543210", "Withdraw");
  await told("The invitation of +919876543210 was withdrawn");
  await gone("+919876543210");
  for (const old of [first, second]) {
    await open(dashboard, pathOf(old.link));
    await register(user, { name: "Guest", email: "guest@academy.test" });
    await screen.findByText(/^This invitation has been used, withdrawn, or is too old\./);
  }
});

test("the last administrator stays one, and whoever is signed in may not lose that by a link", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open(TEAM);
  await makeRole(dashboard, administrator.name, "author");
  const refusal = /^Failed to change the role: The last administrator cannot be made an author/;
  const dialog = await screen.findByRole("dialog", { name: refusal });
  await user.click(within(dialog).getByRole("button", { name: "OK" }));
  expect(screen.queryByRole("button", { name: `Remove ${administrator.name}` })).toBeNull();

  await dashboard.leave();
  await dashboard.visit(pathOf(await invite(editor, { email: "later@academy.test" })));
  await screen.findByText(new RegExp(`you are signed in as ${administrator.name}`));
  await user.click(screen.getByRole("link", { name: "Stay signed in and go to the dashboard" }));
  await screen.findByText(`Welcome, ${administrator.name}`);
});

describe("a call that is cut", () => {
  test("is told by each list that it would have filled", async ({ dashboard }) => {
    for (const call of [/^\/api\/admin\/(users|invitations)$/, /^\/api\/auth\/sessions$/, /^\/api\/admin\/audit-log/]) {
      dashboard.calls.cut("GET", call);
    }
    const lists = {
      team: ["The team could not be loaded", "The invitations could not be loaded"],
      account: ["The sessions could not be loaded"],
      audit: ["The audit log could not be loaded"],
    };
    for (const [view, words] of Object.entries(lists)) {
      await dashboard.open(`tab=settings&view=${view}`);
      for (const said of words) await screen.findByText(said);
      await dashboard.leave();
    }
  });

  test("is told in a dialog, which has to be read", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    await enlist(cms, editor, { name: "Helper", email: "helper@academy.test" });
    await invite(editor, { email: "cut@academy.test" });
    for (const method of ["PUT", "DELETE"]) dashboard.calls.cut(method, /^\/api\/admin\/(users|invitations)\//);
    await dashboard.open(TEAM);
    for (const [words, act] of [
      ["Failed to remove Helper", () => confirm(user, "Remove Helper", "Remove")],
      ["Failed to change the role", () => makeRole(dashboard, "Helper", "administrator")],
      ["Failed to withdraw the invitation", () => confirm(user, "Withdraw cut@academy.test", "Withdraw")],
    ] as const) {
      await act();
      const dialog = await screen.findByRole("dialog", { name: new RegExp(`^${words}: Cannot connect`) });
      await user.click(within(dialog).getByRole("button", { name: "OK" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  });
});
