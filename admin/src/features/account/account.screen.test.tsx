import type { Editor } from "@academy/shared/test/editor";
import { invite, PASSWORD } from "@academy/shared/test/people";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { confirm, fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist, logIn, signIn } from "@/test/people";

// One's own account and sessions.

const ACCOUNT = "tab=settings&view=account";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 " +
  "Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

const value = (field: HTMLElement) => (field as HTMLInputElement).value;
const invalid = (field: HTMLElement) => waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
const statusOf = async (editor: Editor) => (await editor.request("GET", "/api/auth/me")).status;

test("a new password ends the other sessions", async ({ cms, editor, dashboard }) => {
  const { user } = dashboard;
  const email = "meera@academy.test";
  const here = await enlist(cms, editor, { name: "Meera Iyer", email });
  const elsewhere = await signIn(cms, { email });
  await dashboard.open(ACCOUNT, { editor: here });
  await screen.findByText("Author: edits all content, reads leads, changes the site's settings.");
  const current = screen.getByLabelText(/^Current password/);
  const next = screen.getByLabelText(/^New password/);
  const change = screen.getByRole("button", { name: "Change password" });
  await fill(user, current, "not the password");
  await fill(user, next, "another passphrase");
  await user.click(change);
  await screen.findByText("The current password is not right.");
  await fill(user, current, PASSWORD);
  await user.click(screen.getAllByRole("button", { name: "Show the password" }).at(-1) as HTMLElement);
  expect(next.getAttribute("type")).toBe("text");
  await fill(user, next, "é".repeat(201));
  await user.click(change);
  await screen.findByText("Choose a password of at least 8 characters (and at most 200).");
  await fill(user, next, "another passphrase");
  const mend = dashboard.calls.cut("POST", /^\/api\/auth\/password$/);
  await user.click(change);
  await screen.findByText(/^Cannot connect to backend server/);
  mend();
  await fill(user, next, "another passphrase");
  await user.keyboard("{Enter}");
  await screen.findByText(/You stay signed in here; your other sessions have ended\./);
  expect(value(current)).toBe("");
  expect(await statusOf(elsewhere)).toBe(401);

  await dashboard.leave();
  dashboard.enter(elsewhere);
  await dashboard.visit(`/admin/dashboard?${ACCOUNT}`);
  await logIn(user, email, PASSWORD);
  await screen.findByText("The e-mail address or the password is not right.");
  await logIn(user, email, "another passphrase");
  await screen.findByRole("heading", { name: "Your account" });
});

test("a person changes the own name, by keyboard, and the header has it at once", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const nila = await enlist(cms, editor, { name: "Nila Bose", email: "nila@academy.test" });
  await dashboard.open(ACCOUNT, { editor: nila });
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect((screen.getByRole("button", { name: "Change name" }) as HTMLButtonElement).disabled).toBe(true);
  await fill(user, name, "é".repeat(121));
  await user.keyboard("{Enter}");
  await invalid(name);
  await focused(name);
  await fill(user, name, " Nila Bose-Roy ");
  await user.keyboard("{Enter}");
  await told("Name changed");
  await screen.findByText("Welcome, Nila Bose-Roy");
  expect(value(name)).toBe("Nila Bose-Roy");
  expect(await nila.call("GET", "/api/auth/me")).toMatchObject({ name: "Nila Bose-Roy" });
});

test("a phone is added with its code and the password, and removed with the password", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const tara = await enlist(cms, editor, { name: "Tara Sen", email: "tara@academy.test" });
  await dashboard.open(ACCOUNT, { editor: tara });
  const phone = await screen.findByRole("textbox", { name: "Phone number" });
  await fill(user, phone, "12");
  await user.keyboard("{Enter}");
  await screen.findByText(/^Give a phone number with its country code/);
  await focused(phone);
  await fill(user, phone, "98765 00077");
  await user.keyboard("{Enter}");
  const [sent = ""] = (await told("OTP sent! Use code:")).textContent?.match(/\d{6}/) ?? [];
  const code = await screen.findByRole("textbox", { name: "Code" });
  await focused(code);
  await fill(user, code, "12");
  const password = screen.getByLabelText(/^Your password/);
  await fill(user, password, "not the password");
  await user.keyboard("{Enter}");
  await invalid(password);
  await fill(user, password, PASSWORD);
  await user.keyboard("{Enter}");
  await invalid(code);
  await focused(code);
  await fill(user, code, sent);
  await user.keyboard("{Enter}");
  await told("Phone changed");
  expect(value(phone)).toBe("+919876500077");
  expect(screen.queryByRole("textbox", { name: "Code" })).toBeNull();

  await fill(user, phone, "");
  await fill(user, await screen.findByLabelText(/^Your password/), PASSWORD);
  await confirm(user, "Remove phone", "Remove");
  await told("Phone removed");
  expect(value(phone)).toBe("");
  const members = await editor.call<{ email: string; phone?: string }[]>("GET", "/api/admin/users");
  expect(members.find(({ email }) => email === "tara@academy.test")?.phone ?? "").toBe("");
});

test("somebody who signs in by phone alone changes it with the codes of both phones", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const present = "+919876500088";
  await invite(editor, { phone: present });
  dashboard.enter(null);
  await dashboard.visit("/auth?mode=phone");
  await fill(user, await screen.findByLabelText(/^Name/), "Ravi Kumar");
  await fill(user, screen.getByLabelText(/^Phone/), present);
  await user.click(screen.getByRole("button", { name: "Send OTP" }));
  const [otp = ""] = (await told(/^OTP sent! Use code: \d{6} \(Mock\)$/)).textContent?.match(/\d{6}/) ?? [];
  await fill(user, await screen.findByLabelText(/^OTP/), otp);
  await user.click(screen.getByRole("button", { name: "Verify OTP" }));
  await screen.findByText("Welcome, Ravi Kumar");
  await dashboard.leave();
  await dashboard.visit(`/admin/dashboard?${ACCOUNT}`);
  await screen.findByText(/There is no password to change/);

  const phone = screen.getByRole("textbox", { name: "Phone number" });
  await fill(user, phone, "98765 00089");
  await user.keyboard("{Enter}");
  const sent = await told(/OTP sent! Use code: \d{6}\D+\d{6}/);
  const [first = "", second = ""] = sent.textContent?.match(/\d{6}/g) ?? [];
  const code = await screen.findByRole("textbox", { name: "Code" });
  const presentCode = screen.getByRole("textbox", { name: "Code for your present phone" });
  await fill(user, code, first);
  await fill(user, presentCode, first);
  await user.keyboard("{Enter}");
  await screen.findByText(/One of the codes is not right, or they are too old\./);
  await focused(code);
  await fill(user, presentCode, second);
  await user.keyboard("{Enter}");
  await told("Phone changed");
  await waitFor(() => expect(value(phone)).toBe("+919876500089"));
});

test("sessions are listed and ended", async ({ cms, editor, dashboard }) => {
  const { user } = dashboard;
  const email = "kiran@academy.test";
  const joined = await enlist(cms, editor, { name: "Kiran Rao", email });
  const here = await signIn(cms, { email }, CHROME);
  await joined.call("POST", "/api/auth/logout");
  const second = await signIn(cms, { email }, IPHONE);
  const third = await signIn(cms, { email }, FIREFOX);
  await dashboard.open(ACCOUNT, { editor: here });
  const list = within(await screen.findByRole("list", { name: "Sessions" }));
  const sessions = () => list.getAllByRole("listitem");
  expect(sessions().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Chrome on Linux This device127\.0\.0\.1Signed in/),
    expect.stringMatching(/^Firefox on Windows 127\.0\.0\.1Signed in .*Last seen/),
    expect.stringMatching(/^Safari on iPhone 127\.0\.0\.1Signed in .*Last seen/),
  ]);
  const mend = dashboard.calls.cut("POST", /^\/api\/auth\/sessions\/end-others$/);
  await confirm(user, "End all others", "End all others");
  await told("Failed to end the other sessions");
  mend();
  await confirm(user, "End session: Firefox on Windows", "End session");
  await told("Session ended");
  expect(await statusOf(third)).toBe(401);
  await waitFor(() => expect(sessions()).toHaveLength(2));
  expect(await statusOf(second)).toBe(200);
  await confirm(user, "End all others", "End all others");
  await told("You are signed in only here now");
  expect(await statusOf(second)).toBe(401);
  await waitFor(() => expect(sessions()).toHaveLength(1));
});
