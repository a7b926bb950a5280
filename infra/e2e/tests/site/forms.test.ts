import type { Page } from "playwright-core";
import { propsOf, read } from "../../src/read";
import { expect, phone, test } from "../../src/site";

// The two forms on the real API. What they say and keep in each case is shown beside them, in site/src/features.

/** Counts the forms that the page sends to one address; one that is sent again with work counts once. */
function counted(page: Page, pattern: RegExp) {
  const calls: string[] = [];
  page.on("request", (request) => {
    const sent = request.postData() ?? "";
    if (pattern.test(request.url()) && !sent.includes('"work":')) calls.push(sent);
  });
  return calls;
}

test("the page of the test to come says what is coming", async ({ site }) => {
  const page = await read(`${site.url}/current-affairs-test`);
  expect(page.querySelector("h1")?.textContent).toBe("Current Affairs Monthly Test");
  expect(page.querySelector("main")?.textContent).toContain("Coming Soon.");
  expect(page.querySelectorAll("#features h3").length).toBe(3);
  const back = [...page.querySelectorAll("main a")].find((link) => link.textContent.trim() === "Back to Home");
  expect(back?.getAttribute("href")).toBe("/");
});

test("what an editor wrote is what the form says when an address has arrived", async ({ site }) => {
  const props = async () => {
    const { texts, own } = propsOf(await read(`${site.url}/current-affairs-test`), "NotifyForm");
    return [texts.done, own];
  };
  expect(await props()).toEqual(["Thank you! We will notify you when we launch.", false]);
  const item = await site.editor.call<{ id: string }>("POST", "/api/admin/page-content", {
    ...{ page: "current-affairs-test", section: "form", type: "done", content: "We write to you on the day." },
    order_index: 4,
  });
  site.later(() => site.editor.call("DELETE", `/api/admin/page-content/${item.id}`));
  await site.editor.live();
  expect(await props()).toEqual(["We write to you on the day.", true]);
});

test("an address: what is none is said in red, what arrives in green, and it is stored", async ({ site }) => {
  site.expected.push(/Failed to load resource.*422/);
  const page = await site.visit("/current-affairs-test");
  const calls = counted(page, /\/api\/notifications/);
  const field = page.getByLabel("Email");
  const message = page.locator("#notify-message");
  const coloured = (name: string) =>
    message.evaluate((element, name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return getComputedStyle(element).color === color;
    }, name);
  for (const wrong of ["", "a@b"]) {
    await field.fill(wrong);
    await page.getByRole("button", { name: "Notify Me" }).click();
    await message.getByText("Please enter a valid email address", { exact: true }).waitFor();
    expect(await coloured("--brick")).toBe(true);
  }
  // Only the second one may be an address, as far as a browser can tell.
  expect(calls.length).toBe(1);
  await field.fill("asha@example.com");
  await field.press("Enter");
  await message.getByText("Thank you! We will notify you when we launch.").waitFor();
  expect(await coloured("--leaf")).toBe(true);
  expect([await field.inputValue(), calls.length]).toEqual(["", 2]);
  const entries = await site.editor.call<{ email: string }[]>("GET", "/api/admin/notifications");
  expect(entries.map((entry) => entry.email)).toContain("asha@example.com");
});

test("a message: what the server refuses is explained beside the form, and what arrives is stored", async ({
  site,
}) => {
  site.expected.push(/Failed to load resource.*422/);
  const page = await site.visit("/contact-us", phone);
  const typed = { Name: "Asha Rao", Email: "asha@example.com", Phone: "12", Message: "" };
  for (const [label, words] of Object.entries(typed)) await page.getByLabel(label).fill(words);
  const message = page.getByLabel("Message");
  const send = page.getByRole("button", { name: "Send Message" });
  const refusal = page.locator("form").getByRole("alert");
  await message.fill("Call me");
  await send.click();
  await page.getByRole("alert").getByText("Failed to send message").waitFor();
  expect(await refusal.innerText()).toMatch(/phone/i);
  expect(await message.inputValue()).toBe("Call me");

  // The browser cuts nothing of what is too long.
  await page.getByLabel("Phone").fill("+91 98450 00000");
  await message.fill("");
  await message.focus();
  await page.keyboard.insertText("y".repeat(10_001));
  await send.click();
  await refusal.getByText("at most 10000 characters").waitFor();
  expect((await message.inputValue()).length).toBe(10_001);

  // The same message is stored once, however often it comes.
  const question = `When does the next batch begin? ${Date.now()}`;
  await message.fill(question);
  await send.click();
  await page.getByRole("status").getByText("Message sent successfully!").waitFor();
  expect(await message.inputValue()).toBe("");
  const [newest] = await site.editor.call<object[]>("GET", "/api/contact?limit=1");
  expect(newest).toMatchObject({
    ...{ name: "Asha Rao", email: "asha@example.com", phone: "+919845000000" },
    message: question,
  });
});

test("a message from an address that sends many arrives after some work, one with the trap filled in as spam", async ({
  site,
}) => {
  const page = await site.visit("/contact-us", phone);
  const answers: number[] = [];
  page.on("response", (response) => response.url().endsWith("/api/contact") && answers.push(response.status()));
  await page.evaluate(async () => {
    for (const number of [1, 2, 3]) {
      const form = { name: "Office", email: "office@example.com", message: `${number} of ${Math.random()}` };
      const body = JSON.stringify({ ...form, sent_from: { after_ms: 60_000 } });
      await fetch("/api/contact", { method: "POST", headers: { "content-type": "application/json" }, body });
    }
  });
  const send = async (words: string, status: string) => {
    answers.length = 0;
    await page.getByLabel("Name").fill("Asha Rao");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Message").fill(words);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect.poll(() => answers).toEqual([428, 201]);
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("");
    const [newest] = await site.editor.call<object[]>("GET", `/api/contact?limit=1&lead_status=${status}`);
    return newest;
  };
  const question = `From a busy office ${Date.now()}`;
  expect(await send(question, "new")).toMatchObject({
    message: question,
    lead_status: "new",
    sent_from: "/contact-us",
  });

  const trap = page.locator("form .trap");
  expect(await trap.getAttribute("tabindex")).toBe("-1");
  expect((await trap.boundingBox())?.width).toBeLessThanOrEqual(1);
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = "a program's words";
  });
  const spam = `By a program ${Date.now()}`;
  expect(await send(spam, "spam")).toMatchObject({ message: spam, lead_status: "spam" });
});
