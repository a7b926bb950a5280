import { Editor } from "@academy/shared/test/editor";
import { PASSWORD } from "@academy/shared/test/people";
import { appCode } from "@academy/shared/test/totp";
import type { User } from "@/api/types";
import { reply } from "@/test/calls";
import { type Dashboard, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { confirm, fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist, logIn } from "@/test/people";

// Second factors, and the confirmation before what only the person may do. Passkeys need a browser.

const ACCOUNT = "tab=settings&view=account";
const field = (name: string) => screen.findByRole("textbox", { name });
const press = async ({ user }: Dashboard, name: string) => user.click(await screen.findByRole("button", { name }));

test("a call that needs a confirmation waits for it, and nothing typed is lost", async ({ cms, dashboard }) => {
  const { user, calls } = dashboard;
  await dashboard.open("tab=settings&view=team", { editor: await Editor.enter(cms) });
  const old = reply(403, { type: "/problems/confirm", title: "Forbidden", status: 403, detail: "Please confirm." });
  const refuse = () => {
    let asked = 0;
    return calls.answer("POST", /^\/api\/admin\/invitations$/, () => (asked++ === 0 ? old.clone() : undefined));
  };
  const asks = () => screen.findByRole("dialog", { name: "Is it you?" });
  const over = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "Is it you?" })).toBeNull());

  let mend = refuse();
  const address = await field("Email address");
  await fill(user, address, "sita@academy.test");
  await user.keyboard("{Enter}");
  await focused(await within(await asks()).findByLabelText(/^Password/));
  await user.keyboard("{Escape}");
  await over();
  await screen.findByText("Please confirm.");
  expect((address as HTMLInputElement).value).toBe("sita@academy.test");
  mend();

  mend = refuse();
  await press(dashboard, "Invite");
  const password = await within(await asks()).findByLabelText(/^Password/);
  await fill(user, password, "not the password");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(password.getAttribute("aria-invalid")).toBe("true"));
  await fill(user, password, "a long enough passphrase");
  await user.keyboard("{Enter}");
  await over();
  await screen.findByRole("dialog", { name: "Invitation for sita@academy.test" });
  mend();

  // A download waits as well.
  await dashboard.leave();
  await dashboard.open("tab=contacts");
  let asked = 0;
  calls.answer("GET", /^\/api\/contact\/export/, () => (asked++ === 0 ? old.clone() : undefined));
  await press(dashboard, "Export CSV");
  await fill(user, await within(await asks()).findByLabelText(/^Password/), "a long enough passphrase");
  await user.keyboard("{Enter}");
  await told("Exported to");
});

test("an authenticator app is added, signs in, and is replaced by a recovery code when it is lost", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const email = "gita@academy.test";
  await dashboard.open(ACCOUNT, { editor: await enlist(cms, editor, { name: "Gita Rao", email }) });
  await press(dashboard, "Add an authenticator app");
  const dialog = within(await screen.findByRole("dialog", { name: "Add an authenticator app" }));
  const code = await dialog.findByRole("textbox", { name: "Code" });
  await focused(code);
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  dialog.getByRole("img", { name: "QR code of the key below" });
  const key = dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent ?? "";
  await fill(user, code, appCode(key) === "000000" ? "000001" : "000000");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(code.getAttribute("aria-invalid")).toBe("true"));
  await fill(user, code, appCode(key));
  await user.keyboard("{Enter}");
  await told("Authenticator app added");
  const codes = within(await screen.findByRole("list", { name: "Recovery codes" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");
  expect(codes).toHaveLength(10);
  await press(dashboard, "Copy");
  await told("Recovery codes copied");
  expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  await press(dashboard, "Download");
  expect(dashboard.downloads.at(-1)?.name).toBe("recovery-codes.txt");
  await press(dashboard, "I have kept them");
  await screen.findByText(/10 codes are left\./);

  const begin = async () => {
    await dashboard.leave();
    dashboard.enter(null);
    await dashboard.visit(`/admin/dashboard?${ACCOUNT}`);
    await logIn(user, email, PASSWORD);
    await screen.findByText(/^One more step:/);
  };
  await begin();
  const step = await field("Code");
  await focused(step);
  // The step's own code was used to add the app.
  await fill(user, step, appCode(key, 1));
  await user.keyboard("{Enter}");
  await screen.findByText("Welcome, Gita Rao");

  await begin();
  await press(dashboard, "Use a recovery code");
  const recovery = await field("Recovery code");
  await fill(user, recovery, "aaaa-aaaa-aaaa-aaaa");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(recovery.getAttribute("aria-invalid")).toBe("true"));
  await fill(user, recovery, codes[0] ?? "");
  await user.keyboard("{Enter}");
  await screen.findByText(/9 codes are left\./);
  await confirm(user, "Remove app", "Remove");
  await told("Authenticator app removed");
  await screen.findByRole("button", { name: "Add an authenticator app" });
});

test("a role that needs a factor is reminded, and then led to add one", async ({ cms, editor, dashboard }) => {
  const { calls } = dashboard;
  const mira = await enlist(cms, editor, { name: "Mira Sen", email: "mira@academy.test" });
  const me = await mira.call<User>("GET", "/api/auth/me");
  const due = (days: number) =>
    calls.answer("GET", /^\/api\/auth\/me$/, () =>
      reply(200, { ...me, factor_due_at: new Date(Date.now() + days * 86_400_000).toISOString() }),
    );
  const soon = due(5);
  await dashboard.open("tab=home", { editor: mira });
  const notice = within(await screen.findByRole("note"));
  notice.getByText("Your role needs a second factor.");
  await dashboard.user.click(notice.getByRole("link", { name: "Add one" }));
  await screen.findByRole("heading", { name: "Second factor" });
  soon();

  await dashboard.leave();
  dashboard.enter(mira);
  const over = due(-1);
  await dashboard.visit("/admin/dashboard?tab=home");
  await screen.findByRole("heading", { name: "Add a second factor" });
  expect(screen.queryByRole("navigation", { name: "Tabs" })).toBeNull();
  await press(dashboard, "Add an authenticator app");
  const dialog = within(await screen.findByRole("dialog", { name: "Add an authenticator app" }));
  const code = await dialog.findByRole("textbox", { name: "Code" });
  await fill(dashboard.user, code, appCode(dialog.getByText(/^([A-Z2-7]{4} ){7}/).textContent ?? ""));
  await dashboard.user.keyboard("{Enter}");
  await screen.findByRole("list", { name: "Recovery codes" });
  over();
  await press(dashboard, "I have kept them");
  await screen.findByText("Welcome, Mira Sen");
});
