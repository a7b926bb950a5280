import { devices } from "playwright-core";
import { expect, test } from "../src/test";

// A counsellor's day on a phone: from "somebody wrote" to "somebody was called", and enrolled.

const phone = { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } };

test("a counsellor sees a new lead, calls, writes a note, sets a day, and enrols", async ({ editor, dashboard }) => {
  const who = { name: "Meera Iyer", email: "meera@example.org", phone: "98765 43210" };
  const { id } = await editor.call<{ id: string }>("POST", "/api/contact", { ...who, message: "When does it begin?" });
  const page = await dashboard.open("tab=home", phone);
  await page.getByRole("link", { name: "All leads" }).click();
  const row = page.locator(`tr[data-entry="${id}"]`);
  await expect
    .poll(() => row.getByRole("link", { name: "Call Meera Iyer" }).getAttribute("href"))
    .toBe("tel:+919876543210");
  await row.getByRole("button", { name: "Take it: Meera Iyer" }).tap();
  await row.getByText("You").waitFor();
  await row.getByRole("button", { name: "Meera Iyer", exact: true }).tap();

  const drawer = page.getByRole("dialog", { name: "Meera Iyer" });
  await drawer.getByRole("textbox", { name: "Note" }).fill("Wants the evening batch.");
  await drawer.getByRole("button", { name: "Add note" }).tap();
  await drawer.getByRole("list", { name: "Notes" }).getByText("Wants the evening batch.").waitFor();
  await drawer.getByLabel("Call back on").fill("2020-05-02");
  await drawer.getByText("Call back was due 2 May 2020").waitFor();
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  const due = page.getByRole("region", { name: "Call back now (1)" });
  await due.getByRole("link", { name: "WhatsApp Meera Iyer" }).waitFor();

  // The board's columns snap; its menu moves a card on, which dragging would, too.
  await page.getByRole("button", { name: "Board" }).tap();
  await page.getByRole("button", { name: "Move Meera Iyer to…" }).tap();
  await page.getByRole("menuitem", { name: "Enrolled" }).tap();
  const enrolled = page.getByRole("region", { name: /^Enrolled/ });
  await enrolled.getByRole("button", { name: "Meera Iyer", exact: true }).waitFor();
  await expect
    .poll(() => editor.call<object>("GET", `/api/admin/leads/contact/${id}`))
    .toMatchObject({ lead_status: "enrolled", call_back_on: "", note_count: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("a card is dragged to another column", async ({ editor, dashboard }) => {
  const who = { name: "Ravi Kumar", email: "ravi@example.org" };
  const { id } = await editor.call<{ id: string }>("POST", "/api/contact", { ...who, message: "Hello" });
  const page = await dashboard.open("tab=contacts&as=board");
  const card = page.locator(`.board-card[data-entry="${id}"]`);
  await card.locator(".drag-handle").hover();
  await page.mouse.down();
  const to = await page.getByRole("region", { name: /^Contacted/ }).boundingBox();
  if (!to) throw new Error("there is no column");
  await page.mouse.move(to.x + 60, to.y + 120, { steps: 8 });
  await page.mouse.up();
  await page
    .getByRole("region", { name: /^Contacted/ })
    .locator(`[data-entry="${id}"]`)
    .waitFor();
  await expect
    .poll(() => editor.call<object>("GET", `/api/admin/leads/contact/${id}`))
    .toMatchObject({ lead_status: "contacted" });
});
