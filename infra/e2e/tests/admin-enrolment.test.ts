import { toast } from "../src/dashboard";
import { expect, test } from "../src/test";

// The steps of the enrolment wizard differ in height: the second half of a double click falls where the button was.

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
