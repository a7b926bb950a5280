import path from "node:path";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { type Article, administrator, Editor } from "../src/api";
import { Dashboard, text, toast } from "../src/dashboard";
import { invite } from "../src/people";
import { test as base, expect } from "../src/test";
import { eventually } from "../src/wait";

// Signing in, and a session that ends while one works: nothing that was typed is lost.

const video = path.resolve(import.meta.dirname, "../../../cms-api/internal/videofile/testdata/with-duration.webm");
const ravi = { name: "Ravi Kumar", email: "ravi@academy.test", password: "another long passphrase" };
const phone = "+919876543210";

const test = base
  /** Opens a tab with a session of its own. The publish state stands still, so that only the test's own calls meet its end. */
  .extend("work", ({ product, dashboard, visitor }) => async (query: string) => {
    visitor.expected.push(/401/);
    const own = await Editor.enter(product);
    const status = await own.status();
    const page = await new Dashboard(product, own, visitor).open("tab=home");
    await page.route("**/api/publish/status", (route) => route.fulfill({ json: status }));
    await page.goto(dashboard.address(query));
    const end = async () => {
      expect((await own.request("POST", "/api/auth/logout")).status).toBe(204);
    };
    return { page, end };
  });

test.beforeAll(async ({ editor }) => {
  const link = await invite(editor, { email: ravi.email, role: "author" });
  const invitation = new URL(link).searchParams.get("invitation");
  await editor.call("POST", "/api/auth/register", { ...ravi, invitation });
  await invite(editor, { phone, role: "author" });
});

async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(who.email);
  await page.getByRole("textbox", { name: "Password" }).fill(who.password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

describe("signing in", () => {
  test("leads to where one wanted to go, with a spinner while the session is checked", async ({
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/401/);
    const page = await visitor.page();
    await page.goto(dashboard.address("tab=settings&view=account"));
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/auth");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("link", { name: "Back to Login" }).click();
    await signIn(page, { ...administrator, password: "not the passphrase" });
    await page.getByText("The e-mail address or the password is not right.").waitFor();
    const password = page.getByRole("textbox", { name: "Password" });
    expect(await password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show the password" }).click();
    expect(await password.getAttribute("type")).toBe("text");
    await signIn(page, administrator);
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
    await signIn(page, administrator);
    await page.getByText("Server error: 502", { exact: true }).waitFor();
    await page.unroute("**/api/auth/login");
    await page.route("**/api/auth/*", (route) => route.abort());
    await signIn(page, administrator);
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
    await signIn(page, ravi);
    await page.getByText("Welcome, Ravi Kumar").waitFor();
  });

  test("logging out leads home, and stays where it fails", async ({ product, visitor }) => {
    visitor.expected.push(/ERR_FAILED/, /logout failed/);
    const page = await visitor.page();
    await page.goto(`${product.url}/auth`);
    await signIn(page, ravi);
    await page.getByRole("button", { name: "Logout" }).waitFor();
    await page.route("**/api/auth/logout", (route) => route.abort());
    const [logged] = await Promise.all([
      page.waitForEvent("console", (message) => message.text().includes("logout failed")),
      page.getByRole("button", { name: "Logout" }).click(),
    ]);
    expect(logged.type()).toBe("error");
    await page.getByText("Welcome, Ravi Kumar").waitFor();
    await page.unroute("**/api/auth/logout");
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${product.url}/`);
    await page.goto(`${product.url}/admin/dashboard`);
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  });
});

describe("a session that ends while one works", () => {
  const ended = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

  async function write(page: Page, title: string): Promise<void> {
    await text(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await text(page).fill(`The text of ${title}.`);
  }

  const named = async (editor: Editor, title: string) =>
    (await editor.call<(Article & { author: string })[]>("GET", "/api/articles?limit=200")).filter(
      (article) => article.title === title,
    );

  test("is mended in place, and the call that failed is sent again once", async ({ editor, work }) => {
    const { page, end } = await work("tab=articles");
    await write(page, "Half written");
    await end();
    await page.getByRole("button", { name: "Create Article" }).click();
    const dialog = ended(page);
    await dialog.getByText("what you typed is still here").waitFor();
    expect(await dialog.getByRole("textbox", { name: "Email" }).inputValue()).toBe(administrator.email);
    const password = dialog.getByRole("textbox", { name: "Password" });
    await eventually("the password has the focus", () =>
      password.evaluate((element) => element === document.activeElement),
    );
    await password.fill("not the passphrase");
    await page.keyboard.press("Enter");
    await dialog.getByText("The e-mail address or the password is not right.").waitFor();
    await page.keyboard.press("Escape");
    await password.fill(administrator.password);
    await page.keyboard.press("Enter");
    await toast(page, "Article created successfully").waitFor();
    await dialog.waitFor({ state: "hidden" });
    expect((await named(editor, "Half written")).map(({ author }) => author)).toEqual([administrator.name]);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
  });

  test("stands over other dialogs, and several writes keep their order", async ({ work }) => {
    const { page, end } = await work("tab=sections");
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click();
    const content = page.getByRole("dialog", { name: /Edit Section Content/ });
    const fields = content.getByRole("textbox");
    await fields.first().waitFor();
    const count = Math.min(await fields.count(), 3);
    for (let at = 0; at < count; at++) await fields.nth(at).fill(`Text ${at}`);
    const writes: string[] = [];
    page.on("response", (response) => {
      const { content: sent } = (response.request().postDataJSON() ?? {}) as { content?: string };
      if (response.url().includes("/admin/page-content") && response.ok()) writes.push(sent ?? "");
    });
    await end();
    await content.getByRole("button", { name: "Save Changes" }).click();
    await ended(page).waitFor();
    await page.keyboard.press("Escape");
    expect(await fields.first().inputValue()).toBe("Text 0");
    await ended(page).getByRole("textbox", { name: "Password" }).fill(administrator.password);
    await ended(page).getByRole("button", { name: "Log in", exact: true }).click();
    await content.waitFor({ state: "hidden" });
    expect(writes).toEqual(["Text 0", "Text 1", "Text 2"].slice(0, count));
  });

  test("an upload begins when one is signed in again", async ({ editor, work }) => {
    const { page, end } = await work("tab=videos");
    await page.getByRole("textbox", { name: "Title" }).fill("Late");
    await page.getByRole("textbox", { name: "Category" }).fill("Polity");
    await page.locator('input[type="file"]').setInputFiles(video);
    await end();
    await page.getByRole("button", { name: "Upload Video" }).click();
    await ended(page).getByRole("textbox", { name: "Password" }).fill(administrator.password);
    await ended(page).getByRole("button", { name: "Log in", exact: true }).click();
    await toast(page, "Video uploaded successfully").waitFor();
    const stored = await editor.call<{ title: string }[]>("GET", "/api/videos");
    expect(stored.filter(({ title }) => title === "Late")).toHaveLength(1);
  });

  test("is noticed when one comes back to the window, also that one has signed in elsewhere", async ({ work }) => {
    const { page, end } = await work("tab=settings");
    const title = page.getByRole("textbox", { name: "Site title" });
    await title.fill("Typed before");
    await end();
    const comesBack = (what: string, probe: () => Promise<boolean>) =>
      eventually(what, async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("focus")));
        return probe();
      });
    await comesBack("the end is noticed", () => ended(page).isVisible());
    const [elsewhere] = await Promise.all([
      page.waitForEvent("popup"),
      ended(page).getByRole("link", { name: "Log in with your phone in a new tab" }).click(),
    ]);
    await elsewhere.getByRole("heading", { name: "Phone Login" }).waitFor();
    await elsewhere.getByRole("button", { name: "Log in with e-mail" }).click();
    await signIn(elsewhere, administrator);
    await elsewhere.getByRole("button", { name: "Logout" }).waitFor();
    await comesBack("the session is noticed", () => ended(page).isHidden());
    expect(await title.inputValue()).toBe("Typed before");
    await page.getByText("Not saved yet").waitFor();
  });

  test("another person does not save what was typed, nor sees the draft", async ({
    product,
    editor,
    dashboard,
    work,
  }) => {
    const { page, end } = await work("tab=articles");
    await write(page, "Of one hand");
    await end();
    await page.getByRole("button", { name: "Create Article" }).click();
    await ended(page).waitFor();
    await signIn(page, ravi);
    const other = page.getByRole("dialog", { name: "Ravi Kumar is signed in now" });
    await other.getByRole("button", { name: `Sign in as ${administrator.name}` }).click();
    await ended(page).waitFor();
    expect(await named(editor, "Of one hand")).toEqual([]);
    await signIn(page, ravi);
    page.on("dialog", (dialog) => dialog.accept());
    await other.getByRole("button", { name: "Go on as Ravi Kumar" }).click();
    await page.getByText("Welcome, Ravi Kumar").waitFor();
    await text(page).waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
    expect(await named(editor, "Of one hand")).toEqual([]);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${product.url}/`);
    await page.goto(dashboard.address("tab=articles"));
    await signIn(page, administrator);
    await page.getByText("were kept on this device and are back").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Of one hand");
  });

  test("Cancel leads to the sign-in page, which leads back to the draft", async ({ editor, work }) => {
    const { page, end } = await work("tab=articles");
    await write(page, "Given up");
    await end();
    await page.getByRole("button", { name: "Create Article" }).click();
    await ended(page).getByRole("button", { name: "Cancel" }).click();
    await toast(page, "Failed to create article").waitFor();
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await signIn(page, administrator);
    await page.getByText("were kept on this device and are back").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Given up");
    expect(new URL(page.url()).search).toBe("?tab=articles");
    expect(await named(editor, "Given up")).toEqual([]);
  });
});
