import { devices, type Locator } from "playwright-core";
import { describe } from "vitest";
import { administrator } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { confirm, focused, settings, toast } from "../src/dashboard";
import { invite, logIn, PASSWORD, signedOut } from "../src/people";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// One's own account and sessions, and the audit log.

describe("one's own account", () => {
  test("a new password ends the other sessions", async ({ people, visitor }) => {
    visitor.expected.push(/status of 4(01|22)/);
    const email = "meera@academy.test";
    const here = await people.join("Meera Iyer", email, settings("account"));
    await here.getByText("Author: edits all content.").waitFor();
    const elsewhere = await people.signIn(email, settings("account"));
    const current = here.getByLabel("Current password");
    const next = here.getByLabel("New password");
    await current.fill("not the password");
    await next.fill("another passphrase");
    const change = here.getByRole("button", { name: "Change password" });
    await change.click();
    await here.getByText("The current password is not right.").waitFor();
    await current.fill(PASSWORD);
    await here.getByRole("button", { name: "Show the password" }).last().click();
    expect(await next.getAttribute("type")).toBe("text");
    await next.fill("é".repeat(201));
    await change.click();
    await here.getByText("Choose a password of at least 8 characters (and at most 200).").waitFor();
    await next.fill("another passphrase");
    await next.press("Enter");
    await here.getByText("You stay signed in here; your other sessions have ended.").waitFor();
    expect(await current.inputValue()).toBe("");
    await elsewhere.reload();
    await signedOut(elsewhere);
    await logIn(elsewhere, email, PASSWORD);
    await elsewhere.getByText("The e-mail address or the password is not right.").waitFor();
    await logIn(elsewhere, email, "another passphrase");
    await elsewhere.getByRole("heading", { name: "Your account" }).waitFor();
  });

  test("a person changes the own name, by keyboard, and the header has it at once", async ({ people, visitor }) => {
    visitor.expected.push(/status of 422/);
    const page = await people.join("Nila Bose", "nila@academy.test", settings("account"));
    const name = page.getByRole("textbox", { name: "Name" });
    const change = page.getByRole("button", { name: "Change name" });
    expect(await change.isDisabled()).toBe(true);
    await name.fill("é".repeat(121));
    await name.press("Enter");
    await eventually("the field says so", async () => (await name.getAttribute("aria-invalid")) === "true");
    await focused(name);
    await name.fill(" Nila Bose-Roy ");
    await name.press("Enter");
    await toast(page, "Name changed").waitFor();
    await page.getByText("Welcome, Nila Bose-Roy", { exact: true }).waitFor();
    expect(await name.inputValue()).toBe("Nila Bose-Roy");
    await page.reload();
    await page.getByText("Welcome, Nila Bose-Roy", { exact: true }).waitFor();
  });

  test("a phone is added with its code and the password, and removed with the password", async ({
    people,
    visitor,
  }) => {
    visitor.expected.push(/status of 422/);
    const page = await people.join("Tara Sen", "tara@academy.test", settings("account"));
    const phone = page.getByRole("textbox", { name: "Phone number" });
    const invalid = (field: Locator) =>
      eventually("the field says what is wrong", async () => (await field.getAttribute("aria-invalid")) === "true");
    await phone.fill("12");
    await phone.press("Enter");
    await page.getByText("Give a phone number with its country code").waitFor();
    await focused(phone);
    await phone.fill("98765 00077");
    await phone.press("Enter");
    const sent = await toast(page, "OTP sent! Use code:").textContent();
    const code = page.getByRole("textbox", { name: "Code" });
    await focused(code);
    const password = page.getByLabel("Your password");
    await code.fill("12");
    await password.fill("not the password");
    await password.press("Enter");
    await invalid(password);
    await password.fill(PASSWORD);
    await password.press("Enter");
    await invalid(code);
    await focused(code);
    await code.fill(/\d{6}/.exec(sent ?? "")?.[0] ?? "");
    await code.press("Enter");
    await toast(page, "Phone changed").waitFor();
    expect(await phone.inputValue()).toBe("+919876500077");
    expect(await code.count()).toBe(0);
    expect(await violationsInBothThemes(page)).toEqual([]);

    await phone.fill("");
    await password.fill(PASSWORD);
    await confirm(page, "Remove phone", "Remove");
    await toast(page, "Phone removed").waitFor();
    expect(await phone.inputValue()).toBe("");
  });

  test("who signs in by phone alone changes it with the codes of both phones", async ({ editor, product, visitor }) => {
    visitor.expected.push(/status of 4(01|22)/);
    const present = "+919876500088";
    await invite(editor, { phone: present });
    const enter = async () => {
      const page = await visitor.page();
      await page.goto(`${product.url}/auth`);
      await page.getByRole("button", { name: "Log in with your phone" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Ravi Kumar");
      await page.getByRole("textbox", { name: "Phone" }).fill(present);
      await page.getByRole("button", { name: "Send OTP" }).click();
      const sent = await toast(page, "OTP sent! Use code:").textContent();
      await page.getByRole("textbox", { name: "OTP" }).fill(/\d{6}/.exec(sent ?? "")?.[0] ?? "");
      await page.getByRole("button", { name: "Verify OTP" }).click();
      await page.getByText("Welcome, Ravi Kumar", { exact: true }).waitFor();
      await page.goto(`${product.url}/admin/dashboard?${settings("account")}`);
      await page.getByRole("heading", { name: "Your account" }).waitFor();
      return page;
    };
    const elsewhere = await enter();
    const page = await enter();
    const phone = page.getByRole("textbox", { name: "Phone number" });
    await phone.fill("98765 00089");
    await phone.press("Enter");
    const sent = await toast(page, "OTP sent! Use code:").textContent();
    const [first = "", second = ""] = sent?.match(/\d{6}/g) ?? [];
    const code = page.getByRole("textbox", { name: "Code", exact: true });
    const presentCode = page.getByRole("textbox", { name: "Code for your present phone" });
    await code.fill(first);
    await presentCode.fill(first);
    await presentCode.press("Enter");
    await page.getByText("One of the codes is not right, or they are too old.").waitFor();
    await focused(code);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await presentCode.fill(second);
    await presentCode.press("Enter");
    await toast(page, "Phone changed").waitFor();
    expect(await phone.inputValue()).toBe("+919876500089");
    await elsewhere.reload();
    await signedOut(elsewhere);
  });

  test("sessions are listed and ended", async ({ people, visitor }) => {
    visitor.expected.push(/status of 401/);
    const email = "kiran@academy.test";
    const here = await people.join("Kiran Rao", email, settings("account"));
    const [iphone, windows] = ["iPhone 15", "Desktop Firefox"].map((name) => devices[name]?.userAgent);
    const second = await people.signIn(email, settings("account"), { userAgent: iphone });
    const third = await people.signIn(email, settings("account"), { userAgent: windows });
    await here.reload();
    const sessions = here.getByRole("list", { name: "Sessions" }).getByRole("listitem");
    await sessions.nth(2).waitFor();
    expect(await sessions.allTextContents()).toEqual([
      expect.stringMatching(/^Chrome on Linux This device127\.0\.0\.1Signed in/),
      expect.stringMatching(/^Firefox on Windows 127\.0\.0\.1Signed in .*Last seen/),
      expect.stringMatching(/^Safari on iPhone 127\.0\.0\.1Signed in .*Last seen/),
    ]);
    await confirm(here, "End session: Firefox on Windows", "End session");
    await toast(here, "Session ended").waitFor();
    await third.reload();
    await signedOut(third);
    await eventually("two are left", async () => (await sessions.count()) === 2);
    await confirm(here, "End all others", "End all others");
    await toast(here, "You are signed in only here now").waitFor();
    await second.reload();
    await signedOut(second);
    await eventually("one is left", async () => (await sessions.count()) === 1);
  });
});

describe("the audit log", () => {
  test("shows who did what, and is searched, narrowed, sorted and paged", async ({ editor, dashboard }) => {
    const { id } = await editor.call<{ id: string }>("POST", "/api/articles", { title: "Seen", content: "<p>x</p>" });
    for (let count = 0; count < 55; count++) await editor.call("PUT", "/api/settings", {});
    await invite(editor, { email: "seen@academy.test" });
    const page = await dashboard.open(settings("audit"));
    const rows = page.getByRole("table", { name: "Audit log" }).locator("tbody").getByRole("row");
    await rows.nth(49).waitFor();
    expect(await rows.count()).toBe(50);
    for (const words of [`${administrator.name} invited seen@academy.test`, "127.0.0.1"]) {
      await rows.first().filter({ hasText: words }).waitFor();
    }
    await page.getByRole("button", { name: "next page" }).click();
    await rows
      .filter({ hasText: `${administrator.name} created the article Seen` })
      .first()
      .waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(id);
    await page.getByText("1 found", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Seen" }).click();
    await page.getByRole("heading", { name: "Edit Article" }).waitFor();
    await page.goBack();

    await page.getByRole("combobox", { name: "Show" }).selectOption("sign-in");
    await page.getByRole("button", { name: "When" }).click();
    // The first thing that ever happened: the account that could not sign in, and then was made.
    await rows.first().filter({ hasText: "Somebody failed to sign in as e***@academy.test" }).waitFor();
    await rows
      .nth(1)
      .filter({ hasText: `${administrator.name} made an account` })
      .waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("nobody did this");
    await page.getByText("Nothing matches").waitFor();
  });

  test("names fields as the forms do, and nothing internal", async ({ editor, dashboard }) => {
    const { id } = await editor.call<{ id: string }>("POST", "/api/articles", { title: "First", content: "<p>x</p>" });
    await editor.call("PUT", `/api/articles/${id}`, { title: "Second", publish_date: "2030-01-01T00:00:00Z" });
    await editor.call("DELETE", `/api/articles/${id}`);
    await editor.call("PUT", "/api/settings", { blog_show_coming_soon: true, site_description: "Another one" });
    await editor.call("PUT", "/api/settings", { blog_show_coming_soon: false });
    const page = await dashboard.open(settings("audit"));
    const rows = page.getByRole("table", { name: "Audit log" }).locator("tbody").getByRole("row");
    await rows.nth(1).filter({ hasText: "Blog shows Coming Soon" }).waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(id);
    await page.getByText("3 found", { exact: true }).waitFor();
    await rows.first().filter({ hasText: "deleted the article Second" }).waitFor();
    expect(await rows.nth(1).textContent()).toContain("changed the article SecondPublish date");
    await rows.nth(2).filter({ hasText: "created the article First" }).waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await rows.nth(10).waitFor();
    const whole = (await rows.allTextContents()).join("\n");
    expect(whole).not.toMatch(/\b(hash|expires|tries|token|generation|revision|secret|[0-9a-f]{24})\b/i);
  });
});
