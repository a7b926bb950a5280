import { describe } from "vitest";
import { expect, screen, test, within } from "@/test/dashboard";
import { closed, named, set, value } from "@/test/forms";
import { told } from "@/test/messages";

// Enrolling somebody from the home tab, in four steps.

const student: Record<string, string>[] = [
  { fullName: "Asha Rao", email: "asha@example.org", phone: "+919876543210", dateOfBirth: "2001-05-17" },
  { course: "upsc-mains", batch: "evening", startDate: "2026-12-01" },
  { address: "4 Temple Road", city: "Mysuru", state: "Karnataka", pincode: "570001" },
  { paymentMethod: "upi", amount: "12500" },
];

const wizard = () => screen.findByRole("dialog");
const field = async (name: string) => named(name, await wizard());
const button = async (name: string) => within(await wizard()).findByRole("button", { name });
const options = async (name: string) =>
  [...(await field(name)).querySelectorAll("option")].map(({ value }) => value).filter(Boolean);

async function fillIn(values: Record<string, string> = {}): Promise<void> {
  for (const [name, value] of Object.entries(values)) set(await field(name), value);
}

describe("the enrolment wizard", () => {
  test("keeps what was filled in, stores it once on a double click, and begins anew", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=home");
    const enrol = await screen.findByRole("button", { name: "Enroll Now" });
    await user.click(enrol);
    const [first, second, third, fourth] = student;
    await fillIn(first);
    await user.click(await button("Next"));
    expect(await options("course")).toEqual(["upsc-prelims", "upsc-mains", "upsc-complete", "psi", "mentorship"]);
    expect(await options("batch")).toEqual(["morning", "afternoon", "evening", "weekend"]);
    await fillIn(second);
    await user.click(await button("Previous"));
    expect(value(await field("fullName"))).toBe("Asha Rao");
    await user.keyboard("{Escape}");
    await closed(/./);
    await user.click(enrol);
    expect(value(await field("phone"))).toBe("+919876543210");
    await user.click(await button("Next"));
    expect(value(await field("course"))).toBe("upsc-mains");
    await user.click(await button("Next"));
    await fillIn(third);
    await user.type(await field("pincode"), "99");
    expect(value(await field("pincode"))).toBe("570001");
    await user.dblClick(await button("Next"));
    expect(await options("paymentMethod")).toEqual(["upi", "card", "netbanking", "cash"]);
    await fillIn(fourth);
    await user.dblClick(await button("Submit"));
    await told("Enrollment submitted successfully!");
    await closed(/./);
    const enrolled = await editor.call<Record<string, unknown>[]>("GET", "/api/enrollments");
    expect(enrolled.map(({ name }) => name)).toEqual(["Asha Rao"]);
    await screen.findByRole("link", { name: "1 Active Enrollments" });
    await user.click(enrol);
    expect(value(await field("fullName"))).toBe("");
  });

  test("leads back to what the server refuses", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=home");
    await user.click(await screen.findByRole("button", { name: "Enroll Now" }));
    for (let step = 0; step < 3; step++) await user.click(await button("Next"));
    await user.click(await button("Submit"));
    await told("Failed to submit enrollment");
    expect((await field("fullName")).getAttribute("aria-invalid")).toBe("true");
  });
});
