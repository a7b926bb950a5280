import type { Page } from "playwright-core";
import { describe } from "vitest";
import { eventually, expect, screens, test } from "../../src/site";

// The two forms: what they send, what they say, what they keep.

/** Counts the calls of one address that the page makes. */
function counted(page: Page, pattern: RegExp) {
  const calls: string[] = [];
  page.on("request", (request) => pattern.test(request.url()) && calls.push(request.postData() ?? ""));
  return calls;
}

describe("notify me", () => {
  const field = (page: Page) => page.getByLabel("Email");
  const press = (page: Page) => page.getByRole("button", { name: "Notify Me" }).click();
  const message = (page: Page) => page.locator("#notify-message");
  const colour = (page: Page, of: string) =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, of);

  test("the page says what is coming", async ({ site }) => {
    const page = await site.visit("/current-affairs-test");
    await page.getByRole("heading", { level: 1, name: "Current Affairs Monthly Test" }).waitFor();
    await page.getByText("Coming Soon.").waitFor();
    expect(await page.locator("#features").getByRole("heading", { level: 3 }).count()).toBe(3);
    expect(await page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
  });

  for (const [name, screen] of Object.entries(screens)) {
    test(`what is no address is said so without a call; Enter sends; success clears, ${name}`, async ({ site }) => {
      const page = await site.visit("/current-affairs-test", screen);
      const calls = counted(page, /\/api\/notifications/);
      for (const wrong of ["", "   ", "asha.example.com"]) {
        await field(page).fill(wrong);
        await press(page);
        await message(page).getByText("Please enter a valid email address", { exact: true }).waitFor();
      }
      expect(calls).toEqual([]);
      const email = `asha-${name}@example.com`;
      await field(page).fill(email);
      await field(page).press("Enter");
      await message(page).getByText("Thank you! We will notify you when we launch.").waitFor();
      expect(await field(page).inputValue()).toBe("");
      expect(calls.map((call) => JSON.parse(call))).toEqual([
        { email, page: "current-affairs-test", source: "notify-me-button" },
      ]);
      expect(await message(page).evaluate((element) => getComputedStyle(element).color)).toBe(
        await colour(page, "--leaf"),
      );
      const entries = await site.editor.call<{ email: string }[]>("GET", "/api/admin/notifications");
      expect(entries.map((entry) => entry.email)).toContain(email);
    });
  }

  test("an address that only the server finds invalid is called so", async ({ site }) => {
    site.expected.push(/Failed to load resource.*422/);
    const page = await site.visit("/current-affairs-test");
    const calls = counted(page, /\/api\/notifications/);
    await field(page).fill("a@b");
    await press(page);
    await message(page).getByText("Please enter a valid email address", { exact: true }).waitFor();
    expect(calls.length).toBe(1);
    expect(await field(page).inputValue()).toBe("a@b");
  });

  test("the server's own words are shown", async ({ site }) => {
    const page = await site.visit("/current-affairs-test");
    await page.route("**/api/notifications", (route) =>
      route.fulfill({ status: 201, json: { message: "You are on the list." } }),
    );
    await field(page).fill("asha@example.com");
    await press(page);
    await message(page).getByText("You are on the list.").waitFor();
  });

  test("what an editor wrote goes before the server's words", async ({ site }) => {
    const item = await site.editor.call<{ id: string }>("POST", "/api/admin/page-content", {
      ...{ page: "current-affairs-test", section: "form", type: "done", content: "We write to you on the day." },
      order_index: 4,
    });
    site.later(() => site.editor.call("PUT", `/api/admin/page-content/${item.id}`, { content: "" }));
    await site.editor.live();
    const page = await site.visit("/current-affairs-test");
    await field(page).fill("own-words@example.com");
    await press(page);
    await message(page).getByText("We write to you on the day.", { exact: true }).waitFor();
  });

  test("a failure is said in red and keeps what was typed", async ({ site }) => {
    const page = await site.visit("/current-affairs-test", { alone: true });
    await field(page).fill("asha@example.com");
    await press(page);
    await message(page).getByText("Something went wrong. Please try again.", { exact: true }).waitFor();
    expect(await field(page).inputValue()).toBe("asha@example.com");
    expect(await message(page).evaluate((element) => getComputedStyle(element).color)).toBe(
      await colour(page, "--brick"),
    );
  });

  test("a double click sends once", async ({ site }) => {
    const page = await site.visit("/current-affairs-test");
    const calls = counted(page, /\/api\/notifications/);
    await field(page).fill("twice@example.com");
    await page.getByRole("button", { name: "Notify Me" }).dblclick();
    await message(page).getByText("Thank you!").waitFor();
    expect(calls.length).toBe(1);
  });
});

describe("contact", () => {
  const fill = async (page: Page, text: string) => {
    await page.getByLabel("Name").fill("Asha Rao");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Phone").fill("+91 98450 00000");
    await page.getByLabel("Message").fill(text);
  };
  const values = (page: Page) =>
    page.locator("form :is(input, textarea)").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const button = (page: Page) => page.getByRole("button", { name: /^Send/ });

  for (const [name, screen] of Object.entries(screens)) {
    test(`a message arrives, the form is cleared, ${name}`, async ({ site }) => {
      const page = await site.visit("/contact-us", screen);
      const text = `When does the next batch begin? (${name})`;
      await fill(page, text);
      await button(page).click();
      await page.getByRole("status").getByText("Message sent successfully!").waitFor();
      expect(await values(page)).toEqual(["", "", "", ""]);
      const [newest] = await site.editor.call<object[]>("GET", "/api/contact?limit=1");
      expect(newest).toMatchObject({ name: "Asha Rao", email: "asha@example.com", message: text });
    });
  }

  test("the browser asks for what is required; the phone is not", async ({ site }) => {
    const page = await site.visit("/contact-us");
    const calls = counted(page, /\/api\/contact/);
    await button(page).click();
    const invalid = () =>
      page.locator("form :invalid").evaluateAll((all) => all.map((one) => one.getAttribute("name")));
    expect(await invalid()).toEqual(["name", "email", "message"]);
    await page.getByLabel("Email").fill("no address");
    await page.getByLabel("Name").fill("Asha");
    await page.getByLabel("Message").fill("Hello");
    await button(page).click();
    expect(await invalid()).toEqual(["email"]);
    expect(calls).toEqual([]);
    await page.getByLabel("Email").fill("asha@example.com");
    await button(page).click();
    await page.getByText("Message sent successfully!").waitFor();
    expect(JSON.parse(calls[0] ?? "")).toEqual({ name: "Asha", email: "asha@example.com", message: "Hello" });
  });

  test("a failure is a toast and keeps what was typed, until it goes through", async ({ site }) => {
    const page = await site.visit("/contact-us", { alone: true });
    await fill(page, "Does this arrive?");
    await button(page).click();
    await page.getByRole("alert").getByText("Failed to send message", { exact: true }).waitFor();
    expect(await values(page)).toEqual(["Asha Rao", "asha@example.com", "+91 98450 00000", "Does this arrive?"]);
    await page.context().unrouteAll();
    await button(page).click();
    await page.getByText("Message sent successfully!").waitFor();
    expect(await values(page)).toEqual(["", "", "", ""]);
  });

  test("what the server refuses is explained beside the form", async ({ site }) => {
    site.expected.push(/Failed to load resource.*422/);
    const page = await site.visit("/contact-us");
    await fill(page, "Call me");
    await page.getByLabel("Phone").fill("12");
    await button(page).click();
    await page.getByRole("alert").getByText("Failed to send message").waitFor();
    expect(await page.locator("form").getByRole("alert").innerText()).toMatch(/phone/i);
    expect(await page.getByLabel("Message").inputValue()).toBe("Call me");
  });

  test("a message that is too long is refused and not cut", async ({ site }) => {
    site.expected.push(/Failed to load resource.*422/);
    const page = await site.visit("/contact-us");
    await fill(page, "Call me");
    await page.getByLabel("Message").fill("");
    await page.getByLabel("Message").focus();
    await page.keyboard.insertText("y".repeat(10_001));
    await button(page).click();
    await page.locator("form").getByRole("alert").getByText("at most 10000 characters").waitFor();
    expect((await page.getByLabel("Message").inputValue()).length).toBe(10_001);
  });

  test("a double click sends once", async ({ site }) => {
    const page = await site.visit("/contact-us");
    const calls = counted(page, /\/api\/contact/);
    await fill(page, "Once, please");
    await button(page).dblclick();
    await page.getByText("Message sent successfully!").waitFor();
    await eventually("the button is ready again", async () => (await button(page).innerText()) === "Send Message");
    expect(calls.length).toBe(1);
  });
});
