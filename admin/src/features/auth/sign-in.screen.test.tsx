import { administrator } from "@academy/shared/test/editor";
import { invite } from "@academy/shared/test/people";
import { reply } from "@/test/calls";
import { test as base, expect, screen, waitFor } from "@/test/dashboard";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist, logIn, pathOf, register } from "@/test/people";

// Signing in by e-mail and by phone, forgotten passwords, logging out.

const test = base.extend("nobody", async ({ dashboard }) => {
  dashboard.enter(null);
  return dashboard;
});

const heading = (name: string) => screen.findByRole("heading", { name });
const press = async (user: { click(target: Element): Promise<void> }, name: string) =>
  user.click(await screen.findByRole("button", { name }));

test("leads to where one wanted to go, with a spinner while the session is checked", async ({ nobody }) => {
  const { user } = nobody;
  const wanted = "/admin/dashboard?tab=settings&view=account";
  await nobody.visit(wanted);
  await heading("Welcome Back");
  expect(window.location.pathname).toBe("/auth");
  await user.click(screen.getByRole("link", { name: "Forgot password?" }));
  await heading("Forgot password");
  await user.click(screen.getByRole("link", { name: "Back to Login" }));
  await heading("Welcome Back");
  await logIn(user, administrator.email, "not the passphrase");
  await screen.findByText("The e-mail address or the password is not right.");
  const password = screen.getByLabelText(/^Password/);
  expect(password.getAttribute("type")).toBe("password");
  await press(user, "Show the password");
  expect(password.getAttribute("type")).toBe("text");
  await logIn(user, administrator.email, administrator.password);
  await told("Logged in successfully!");
  await screen.findByRole("button", { name: "Logout" });
  expect(window.location.search).toBe("?tab=settings&view=account");

  await nobody.leave();
  const { release } = nobody.calls.hold("GET", /^\/api\/auth\/me$/);
  await nobody.visit(wanted);
  expect((await screen.findByRole("status")).textContent).toBe("Loading…");
  expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
  release();
  await screen.findByRole("button", { name: "Logout" });
});

test("says why it fails", async ({ cms, nobody }) => {
  const { user, calls } = nobody;
  await nobody.visit("/auth");
  const proxy = calls.answer(
    "POST",
    /^\/api\/auth\/login$/,
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  );
  await logIn(user, administrator.email, administrator.password);
  await screen.findByText("Server error: 502");
  proxy();
  const mend = calls.cut("POST", /^\/api\/auth\//);
  await logIn(user, administrator.email, administrator.password);
  const { host } = new URL(cms.url);
  await screen.findByText(`Cannot connect to backend server at ${host}. Please check if the backend is running.`);

  await press(user, "Create an account");
  await heading("Create Account");
  const somebody = { name: "Nobody", email: "nobody@academy.test", password: "a long enough passphrase" };
  await register(user, somebody);
  await screen.findByText("Registration failed");
  mend();
  await press(user, "Create account");
  const refusal = await fetch(`${cms.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(somebody),
  });
  const { detail } = (await refusal.json()) as { detail: string };
  expect(detail).toMatch(/\w/);
  await screen.findByText(detail);
});

test("by phone takes two steps", async ({ editor, nobody }) => {
  const { user, calls } = nobody;
  const phone = "+919876543210";
  await invite(editor, { phone, role: "author" });
  await nobody.visit("/auth");
  await press(user, "Log in with your phone");
  await heading("Phone Login");
  await fill(user, screen.getByLabelText(/^Name/), "Meera");
  const number = screen.getByLabelText(/^Phone/);
  expect(number.getAttribute("placeholder")).toBe("+91XXXXXXXXXX");
  await fill(user, number, phone);
  let mend = calls.cut("POST", /^\/api\/auth\/phone\//);
  await press(user, "Send OTP");
  await told("Failed to send OTP");
  mend();
  await press(user, "Send OTP");
  const sent = await told(/^OTP sent! Use code: \d{6} \(Mock\)$/);
  const [code = ""] = sent.textContent?.match(/\d{6}/) ?? [];
  const otp = await screen.findByLabelText(/^OTP/);
  await fill(user, otp, code === "000000" ? "000001" : "000000");
  await press(user, "Verify OTP");
  await told("Invalid OTP");
  mend = calls.cut("POST", /^\/api\/auth\/phone\//);
  await press(user, "Verify OTP");
  await told("Verification failed");
  mend();
  await fill(user, otp, code);
  await press(user, "Verify OTP");
  await told("Logged in successfully!");
  await screen.findByText("Welcome, Meera");
});

test("a forgotten password is replaced by the link of a message", async ({ cms, editor, nobody }) => {
  const { user, calls } = nobody;
  const ravi = { name: "Ravi Kumar", email: "ravi.forgets@academy.test", password: "another long passphrase" };
  await enlist(cms, editor, ravi);
  await nobody.visit("/forgot-password");
  await fill(user, await screen.findByLabelText(/^Email/), ravi.email);
  const mend = calls.cut("POST", /^\/api\/auth\//);
  await press(user, "Send reset link");
  await told("Failed to send reset link");
  mend();
  await press(user, "Send reset link");
  await told("Password reset link sent to your email (Mock)");
  await heading("Check your email");
  screen.getByRole("link", { name: "Back to Login" });
  const link = await waitFor(async () => {
    const sent = JSON.stringify(await editor.call("GET", "/api/dev/outbox"));
    const [found] = sent.match(/http[^"\\\s]*\/reset-password\?token=[\w.-]+/) ?? [];
    if (!found) throw new Error("no message has come");
    return found;
  });
  await nobody.leave();
  await nobody.visit(pathOf(link));
  await fill(user, await screen.findByLabelText(/^New password/), `${ravi.password}, new`);
  await press(user, "Set password");
  await heading("Password changed");
  await user.click(screen.getByRole("link", { name: "Back to Login" }));
  await logIn(user, ravi.email, `${ravi.password}, new`);
  await screen.findByText("Welcome, Ravi Kumar");
});

test("logging out stays where it fails, and else leaves a message for the page that comes", async ({ nobody }) => {
  const { user, calls } = nobody;
  nobody.expected.push(/logout failed/);
  await nobody.open("tab=home");
  const mend = calls.cut("POST", /^\/api\/auth\/logout$/);
  await press(user, "Logout");
  expect((await told("Failed to log out")).textContent).toContain("Cannot connect to backend server");
  expect(nobody.errors).toEqual([expect.stringContaining("logout failed")]);
  await screen.findByText(`Welcome, ${administrator.name}`);
  mend();
  // The session of all tests of this file goes on.
  calls.answer("POST", /^\/api\/auth\/logout$/, () => reply(204));
  await press(user, "Logout");
  await heading("Welcome Back");
  const left = sessionStorage.getItem("toast") ?? "";
  expect(JSON.parse(left)).toEqual({ message: "Logged out successfully", variant: "success" });
});

test.for([
  ["/auth?invitation=x", "You are invited to work on this website."],
  ["/reset-password", "This link is incomplete"],
] as const)("%s says: %s", async ([address, words], { nobody }) => {
  await nobody.visit(address);
  await screen.findByText(new RegExp(words));
});
