import { readFileSync } from "node:fs";
import { describe } from "vitest";
import { administrator } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { confirm, focused, settings, toast } from "../src/dashboard";
import { expect, test } from "../src/test";

// Settings, Privacy: what is stored of one person is looked up, handed out, and erased.

const PERSON = { name: "Meera Nair", email: "meera@example.org", phone: "+919876500001" };

test.beforeAll(async ({ editor }) => {
  await editor.call("POST", "/api/contact", { ...PERSON, message: "When does the next batch begin?" });
  await editor.call("POST", "/api/mentorship", { ...PERSON, education_level: "Graduate" });
  await editor.call("POST", "/api/notifications", { email: PERSON.email, page: "current-affairs-test" });
});

describe("a person's data", () => {
  test("are looked up, downloaded and erased by keyboard", async ({ dashboard, visitor }) => {
    visitor.expected.push(/status of 422/);
    const page = await dashboard.open(settings("privacy"));
    const address = page.getByRole("textbox", { name: "E-mail address or phone number" });
    await address.fill("nobody at all");
    await page.keyboard.press("Enter");
    await page.getByText("Give an e-mail address, or a phone number").waitFor();
    await focused(address);
    await address.fill("nobody@example.org");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is stored").waitFor();

    await address.fill(" Meera@Example.org ");
    await page.keyboard.press("Enter");
    const found = page.getByRole("region", { name: `Stored of ${PERSON.email}` });
    await found.waitFor();
    expect(await found.getByRole("listitem").allTextContents()).toEqual([
      "1 mentorship application",
      "1 contact message",
      "1 subscription",
    ]);
    expect(await violationsInBothThemes(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const stored = JSON.parse(readFileSync(await download.path(), "utf8")) as { address: string };
    expect(stored.address).toBe(PERSON.email);
    expect(JSON.stringify(stored)).toContain("When does the next batch begin?");

    await confirm(page, "Erase", "Erase");
    await toast(page, `The data of ${PERSON.email} were erased`).waitFor();
    const erased = page.getByRole("region", { name: "What was erased" });
    expect(await erased.getByRole("listitem").count()).toBe(3);
    await address.fill(PERSON.phone);
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is stored").waitFor();
    await page.goto(dashboard.address(settings("audit")));
    await page.getByText("Erased what was stored of a person").first().waitFor();
    expect(await page.getByText(PERSON.email).count()).toBe(0);
  });

  test("of somebody who works here: the account stays, and it is said what to do", async ({ dashboard }) => {
    const page = await dashboard.open(settings("privacy"), { viewport: { width: 390, height: 844 } });
    await page.getByText("For ever").waitFor();
    await page.getByRole("textbox", { name: "E-mail address or phone number" }).fill(administrator.email);
    await page.getByRole("button", { name: "Look up" }).click();
    await confirm(page, "Erase", "Erase");
    await page.getByText("Remove it in Settings → Team").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // The last tab of a strip that is wider than the screen.
    const { x, width } = await page
      .getByRole("tab", { name: "Privacy" })
      .evaluate((tab) => tab.getBoundingClientRect());
    expect(x + width).toBeLessThanOrEqual(390);
  });
});
