import { readFileSync } from "node:fs";
import { toast } from "../src/dashboard";
import { expect, test } from "../src/test";

// Leads where only a browser shows them: files, the clipboard, colours, and the steps of the enrolment wizard, which
// differ in height: the second half of a double click falls where the button was.

test("a list is saved as a file, its addresses are copied, and a status has its colour", async ({
  editor,
  dashboard,
}) => {
  for (const status of ["pending", "approved", "rejected"]) {
    const who = { name: status, email: `${status}@example.org`, phone: "+919876543210" };
    const { id } = await editor.call<{ id: string }>("POST", "/api/mentorship", who);
    if (status !== "pending") await editor.call("PUT", `/api/mentorship/${id}`, { status });
    await editor.call("POST", "/api/notifications", { email: who.email, page: "videos" });
  }
  const page = await dashboard.open("tab=mentorship", { permissions: ["clipboard-read", "clipboard-write"] });
  const colours = ["pending", "approved", "rejected"].map((name) =>
    page
      .getByRole("combobox", { name: `Status of ${name}`, exact: true })
      .evaluate((select) => getComputedStyle(select).color),
  );
  expect(await Promise.all(colours)).toEqual(["rgb(133, 74, 0)", "rgb(47, 111, 62)", "rgb(166, 58, 34)"]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("mentorship.csv");
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffid,name,/);
  expect(lines).toHaveLength(4);

  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByRole("button", { name: "Copy All" }).click();
  await toast(page, "All emails copied to clipboard!").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "rejected@example.org, approved@example.org, pending@example.org",
  );
});

test("a double click in the enrolment wizard goes one step, and stores once", async ({ editor, dashboard }) => {
  const page = await dashboard.open("tab=home");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  const dialog = page.getByRole("dialog");
  const fill = (name: string, value: string) => dialog.locator(`[name="${name}"]`).fill(value);
  const next = dialog.getByRole("button", { name: "Next" });
  await fill("fullName", "Asha Rao");
  await fill("email", "asha@example.org");
  await fill("phone", "+919876543210");
  await fill("dateOfBirth", "2001-05-17");
  await next.dblclick();
  await dialog.locator('[name="course"]').selectOption("upsc-mains");
  await dialog.locator('[name="batch"]').selectOption("evening");
  await fill("startDate", "2026-12-01");
  await next.dblclick();
  await fill("address", "4 Temple Road");
  await fill("city", "Mysuru");
  await fill("state", "Karnataka");
  await fill("pincode", "570001");
  await next.dblclick();
  await dialog.locator('[name="paymentMethod"]').selectOption("upi");
  await fill("amount", "12500");
  await dialog.getByRole("button", { name: "Submit" }).dblclick();
  await toast(page, "Enrollment submitted successfully!").waitFor();
  await dialog.waitFor({ state: "hidden" });
  const enrolled = await editor.call<{ name: string }[]>("GET", "/api/enrollments");
  expect(enrolled.map(({ name }) => name)).toEqual(["Asha Rao"]);
});
