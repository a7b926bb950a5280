import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
import { answer, focused, toast } from "../src/dashboard";
import { emailOf, fillLeads, hold, lists, nameOf, question, saved } from "../src/leads";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What each list of leads has of its own: all that was filled in, a status, links and files.

test.beforeAll(({ editor }) => fillLeads(editor));

describe("enrollments", () => {
  const opener = (page: Page, number: number) => page.getByRole("button", { name: nameOf(number), exact: true });

  test("a row opens all that was filled in, by mouse and by keyboard", async ({ dashboard }) => {
    const page = await dashboard.open("tab=enrollments");
    await opener(page, 40).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: nameOf(40) });
    await drawer.getByText("4 Temple Road").waitFor();
    expect(await drawer.getByRole("definition").allTextContents()).toEqual([
      nameOf(40),
      emailOf(40),
      "+919876543210",
      "17 May 2001",
      "UPSC Mains",
      "Evening (6-10 PM)",
      "1 Dec 2026",
      "4 Temple Road",
      "Mysuru",
      "Karnataka",
      "570001",
      "UPI",
      "₹12,500",
    ]);
    expect(await drawer.getByRole("link", { name: emailOf(40) }).getAttribute("href")).toBe(`mailto:${emailOf(40)}`);
    expect(new URL(page.url()).searchParams.get("open")).toBeTruthy();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await focused(opener(page, 40));
    expect(new URL(page.url()).searchParams.get("open")).toBeNull();

    // Anywhere in the row but on a link.
    await page
      .getByRole("row")
      .filter({ hasText: nameOf(41) })
      .getByRole("cell", { name: "UPSC Mains" })
      .click();
    await page.getByRole("dialog", { name: nameOf(41) }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  test("an enrolment has an address, and is deleted where it is read", async ({ editor, dashboard, visitor }) => {
    visitor.expected.push(/404/);
    const [{ id } = { id: "" }] = await editor.call<{ id: string }[]>("GET", `/api/enrollments?q=${emailOf(20)}`);
    const page = await dashboard.open(`tab=enrollments&open=${id}`);
    const drawer = page.getByRole("dialog", { name: nameOf(20) });
    const remove = drawer.getByRole("button", { name: "Delete" });
    await remove.click();
    const asks = question(`enrollment of ${nameOf(20)}`);
    const asked = page.getByRole("dialog", { name: asks });
    await focused(asked.getByRole("button", { name: "Cancel" }));
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
    await drawer.getByText("4 Temple Road").waitFor();
    await remove.click();
    await answer(page, asks, "Delete");
    await toast(page, "Enrollment deleted").waitFor();
    await drawer.waitFor({ state: "hidden" });
    await page.goto(dashboard.address(`tab=enrollments&open=${id}`));
    await page.getByText("This enrollment no longer exists").waitFor();
  });
});

describe("mentorship", () => {
  const status = (page: Page, number: number) => page.getByRole("combobox", { name: `Status of ${nameOf(number)}` });
  const stored = async (editor: Editor, number: number) => {
    const found = await editor.call<{ status: string }[]>("GET", `/api/mentorship?q=${emailOf(number)}`);
    return found[0]?.status;
  };
  const colour = (select: Locator) => select.evaluate((element) => getComputedStyle(element).color);

  test("a status has its colour, and a new one is stored", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=mentorship");
    const amber = await colour(status(page, 30));
    await status(page, 31).selectOption("approved");
    await status(page, 32).selectOption("rejected");
    await eventually("they are stored", async () => (await stored(editor, 31)) === "approved");
    await eventually("they are stored", async () => (await stored(editor, 32)) === "rejected");
    await page.reload();
    expect(await status(page, 31).inputValue()).toBe("approved");
    const [green, red] = [await colour(status(page, 31)), await colour(status(page, 32))];
    expect(new Set([amber, green, red]).size).toBe(3);
    expect([amber, green, red]).toEqual(["rgb(133, 74, 0)", "rgb(47, 111, 62)", "rgb(166, 58, 34)"]);
  });

  test("a change shows at once, and is taken back when the call is cut", async ({ editor, dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=mentorship");
    const before = await stored(editor, 33);
    const release = await hold(page, "**/api/mentorship/*", "abort");
    await status(page, 33).selectOption("rejected");
    await eventually("it shows", async () => (await status(page, 33).inputValue()) === "rejected");
    release();
    await toast(page, "Failed to update status").waitFor();
    await eventually("it is taken back", async () => (await status(page, 33).inputValue()) === before);
    expect(await stored(editor, 33)).toBe(before);
  });

  test("of several changes in a row the last one stays", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=mentorship");
    let answered = 0;
    page.on("response", (response) => {
      if (response.request().method() === "PUT") answered++;
    });
    for (const value of ["approved", "rejected", "approved", "rejected"]) {
      await status(page, 34).selectOption(value);
    }
    expect(await status(page, 34).inputValue()).toBe("rejected");
    await eventually("all are answered", () => answered === 4);
    expect(await stored(editor, 34)).toBe("rejected");
    expect(await status(page, 34).inputValue()).toBe("rejected");
  });
});

describe("contacts", () => {
  test("a card has links, and the table is saved with formulas disarmed", async ({ editor, dashboard, visitor }) => {
    await editor.call("POST", "/api/contact", { name: "=SUM(1)", email: "sums@example.org", message: "No phone" });
    const page = await dashboard.open("tab=contacts");
    const card = page.getByRole("article", { name: `Message from ${nameOf(50)}` });
    await card.getByText("Question 50").waitFor();
    expect(await card.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual([
      `mailto:${emailOf(50)}`,
      "tel:+919876543210",
    ]);
    const without = page.getByRole("article", { name: "Message from =SUM(1)" });
    expect(await without.getByRole("link").count()).toBe(1);

    const { name, text } = await saved(page, "Export CSV");
    expect(name).toBe("contact.csv");
    expect(text.startsWith("\ufeffid,name,email,phone,message,created_at\r\n")).toBe(true);
    expect(text).toContain(",'=SUM(1),sums@example.org,");
    expect(text).toContain(`,${nameOf(1)},`);

    visitor.expected.push(/Failed to load resource/);
    await page.route("**/api/contact/export?*", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    await toast(page, "Failed to export").waitFor();
  });
});

describe("notifications", () => {
  test("counts, table and file have everybody, also those of other pages", async ({ editor, dashboard }) => {
    const all = await editor.call<{ email: string; page: string }[]>("GET", "/api/admin/notifications?limit=1000");
    const emails = new Set(all.map(({ email }) => email));
    const page = await dashboard.open("tab=notifications");
    const figures = [all.length, emails.size, all.filter((one) => one.page === "current-affairs-test").length];
    await eventually("the counts are there", async () => {
      const shown = await page.getByRole("definition").allTextContents();
      return shown.join() === figures.join();
    });
    await page.getByRole("row", { name: new RegExp(`^${emailOf(1)} videos N/A`) }).waitFor();

    const { name, text } = await saved(page, "Export CSV");
    expect(name).toMatch(/^notifications-\d{4}-\d\d-\d\d\.csv$/);
    await toast(page, "Email list exported successfully!").waitFor();
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("\ufeffEmail,Page,Source,Date");
    expect(lines).toHaveLength(all.length + 2);
    expect(lines[1]).toContain(`${emailOf(1)},videos,N/A,`);
    expect(text).toContain(`${emailOf(2)},current-affairs-test,'=1+1,`);
  });

  test("Copy All copies every address once", async ({ editor, dashboard }) => {
    const all = await editor.call<{ email: string }[]>("GET", "/api/admin/notifications?limit=1000");
    const page = await dashboard.open("tab=notifications");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy All" }).click();
    await toast(page, "All emails copied to clipboard!").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe([...new Set(all.map(({ email }) => email))].join(", "));
  });

  test("what cannot be fetched is neither saved nor copied", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=notifications");
    await page.route("**/api/admin/notifications?*limit=1000*", (route) => route.abort());
    await page.getByRole("button", { name: "Export CSV" }).click();
    await toast(page, "Failed to export").waitFor();
    // By keyboard: the mouse rests where the toast is, which therefore stays.
    await page.getByRole("button", { name: "Copy All" }).focus();
    await page.keyboard.press("Enter");
    await toast(page, "Failed to load data").waitFor();
  });
});

// The last, since the other tests count on who came last.
describe("the ways to a lead", () => {
  test.for(lists)(
    "$tab: links, which a stranger's words lead nowhere else",
    async ({ tab, entries }, { editor, dashboard }) => {
      const hostile = { name: "Stranger", email: "x?bcc=all&subject=hi@example.org", phone: "098765 43210" };
      await Promise.all([
        editor.call("POST", "/api/enrollments", { ...hostile, fullName: hostile.name, course: "psi" }),
        editor.call("POST", "/api/mentorship", hostile),
        editor.call("POST", "/api/contact", { ...hostile, message: "mailto:y@example.org" }),
        editor.call("POST", "/api/notifications", { email: hostile.email, page: tab }),
      ]);
      const page = await dashboard.open(`tab=${tab}`);
      const entry = entries(page).filter({ hasText: hostile.email }).first();
      await entry.waitFor();
      const links = await entry
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? "").sort());
      const phone = tab === "notifications" ? [] : ["tel:+919876543210"];
      expect(links).toEqual(["mailto:x%3Fbcc%3Dall%26subject%3Dhi@example.org", ...phone]);
    },
  );
});
