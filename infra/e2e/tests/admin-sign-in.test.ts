import { administrator } from "../src/api";
import { rested, toast } from "../src/dashboard";
import { enlist, invite, logIn } from "../src/people";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Signing in by e-mail and by phone, forgotten passwords, logging out.

const ravi = { name: "Ravi Kumar", email: "ravi@academy.test", password: "another long passphrase" };
const phone = "+919876543210";

test.beforeAll(async ({ editor }) => {
  await enlist(editor, ravi);
  await invite(editor, { phone, role: "author" });
});

test("leads to where one wanted to go, with a spinner while the session is checked", async ({ dashboard, visitor }) => {
  visitor.expected.push(/401/);
  const page = await visitor.page();
  await page.goto(dashboard.address("tab=settings&view=account"));
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/auth");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("link", { name: "Back to Login" }).click();
  // The page left behind asks for an e-mail address as well.
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  await logIn(page, administrator.email, "not the passphrase");
  await page.getByText("The e-mail address or the password is not right.").waitFor();
  const password = page.getByRole("textbox", { name: "Password" });
  expect(await password.getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Show the password" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await logIn(page, administrator.email, administrator.password);
  await toast(page, "Logged in successfully!").waitFor();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=settings&view=account");

  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/auth/me", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("status").getByText("Loading…").waitFor();
  expect(await page.getByRole("button", { name: "Logout" }).count()).toBe(0);
  go();
  await page.getByRole("button", { name: "Logout" }).waitFor();
});

test("says why it fails", async ({ product, visitor }) => {
  visitor.expected.push(/Failed to load resource/);
  const page = await visitor.page();
  await page.goto(`${product.url}/auth`);
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
  await logIn(page, administrator.email, administrator.password);
  await page.getByText("Server error: 502", { exact: true }).waitFor();
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/*", (route) => route.abort());
  await logIn(page, administrator.email, administrator.password);
  const { host } = new URL(product.url);
  const away = `Cannot connect to backend server at ${host}. Please check if the backend is running.`;
  await page.getByText(away, { exact: true }).waitFor();

  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Create Account" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Nobody");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody@academy.test");
  await page.getByRole("textbox", { name: "Password" }).fill("a long enough passphrase");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Registration failed", { exact: true }).waitFor();
  await page.unroute("**/api/auth/*");
  const [refusal] = await Promise.all([
    page.waitForResponse("**/api/auth/register"),
    page.getByRole("button", { name: "Create account" }).click(),
  ]);
  const { detail } = (await refusal.json()) as { detail: string };
  await page.getByText(detail, { exact: true }).waitFor();
});

test("by phone takes two steps", async ({ product, visitor }) => {
  visitor.expected.push(/Failed to load resource/);
  const page = await visitor.page();
  await page.goto(`${product.url}/auth`);
  await page.getByRole("button", { name: "Log in with your phone" }).click();
  await page.getByRole("heading", { name: "Phone Login" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Meera");
  expect(await page.getByRole("textbox", { name: "Phone" }).getAttribute("placeholder")).toBe("+91XXXXXXXXXX");
  await page.getByRole("textbox", { name: "Phone" }).fill(phone);
  await page.route("**/api/auth/phone/*", (route) => route.abort());
  await page.getByRole("button", { name: "Send OTP" }).click();
  await toast(page, "Failed to send OTP").waitFor();
  await page.unroute("**/api/auth/phone/*");
  await page.getByRole("button", { name: "Send OTP" }).click();
  const sent = page.locator(".toast", { hasText: /^OTP sent! Use code: \d{6} \(Mock\)$/ });
  const code = (await sent.innerText()).match(/\d{6}/)?.[0] ?? "";
  const otp = page.getByRole("textbox", { name: "OTP" });
  await otp.fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await toast(page, "Invalid OTP").waitFor();
  await page.route("**/api/auth/phone/*", (route) => route.abort());
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await toast(page, "Verification failed").waitFor();
  await page.unroute("**/api/auth/phone/*");
  await otp.fill(code);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await toast(page, "Logged in successfully!").waitFor();
  await page.getByText("Welcome, Meera").waitFor();
});

test("a forgotten password is replaced by the link of a message", async ({ product, editor, visitor }) => {
  visitor.expected.push(/Failed to load resource/);
  const page = await visitor.page();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByRole("textbox", { name: "Email" }).fill(ravi.email);
  await page.route("**/api/auth/*", (route) => route.abort());
  await page.getByRole("button", { name: "Send reset link" }).click();
  await toast(page, "Failed to send reset link").waitFor();
  await page.unroute("**/api/auth/*");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await toast(page, "Password reset link sent to your email (Mock)").waitFor();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.getByRole("link", { name: "Back to Login" }).waitFor();
  const link = await eventually("the message", async () => {
    const sent = JSON.stringify(await editor.call("GET", "/api/dev/outbox"));
    return sent.match(/http[^"\\\s]*\/reset-password\?token=[\w.-]+/)?.[0];
  });
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password" }).fill(`${ravi.password}, new`);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Password changed" }).waitFor();
  await page.getByRole("link", { name: "Back to Login" }).click();
  ravi.password += ", new";
  await logIn(page, ravi.email, ravi.password);
  await page.getByText("Welcome, Ravi Kumar").waitFor();
});

test("logging out leads home, and stays where it fails", async ({ product, visitor }) => {
  visitor.expected.push(/ERR_FAILED/, /logout failed/);
  const page = await visitor.page();
  await page.goto(`${product.url}/auth`);
  await logIn(page, ravi.email, ravi.password);
  await page.getByRole("button", { name: "Logout" }).waitFor();
  await page.route("**/api/auth/logout", (route) => route.abort());
  const [logged] = await Promise.all([
    page.waitForEvent("console", (message) => message.text().includes("logout failed")),
    page.getByRole("button", { name: "Logout" }).click(),
  ]);
  expect(logged.type()).toBe("error");
  await toast(page, "Failed to log out").getByText("Cannot connect to backend server").waitFor();
  await page.getByText("Welcome, Ravi Kumar").waitFor();
  await page.unroute("**/api/auth/logout");
  await rested(page);
  // Before the site's own scripts, which take the message and show it.
  await page.addInitScript(() => Object.assign(globalThis, { left: sessionStorage.getItem("toast") }));
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${product.url}/`);
  const left = await page.evaluate(() => (globalThis as unknown as { left: string }).left);
  expect(JSON.parse(left)).toEqual({ message: "Logged out successfully", variant: "success" });
  await page.goto(`${product.url}/admin/dashboard`);
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
});
