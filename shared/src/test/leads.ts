import type { Editor } from "./editor";

/** How many of a kind of lead `fillLeads` leaves: more than a page. */
export const MANY = 55;
export const nameOf = (number: number) => `Lead ${String(number).padStart(2, "0")}`;
export const emailOf = (number: number) => `lead-${String(number).padStart(2, "0")}@example.org`;

/** An enrolment with all that can be filled in. */
export const student = {
  fullName: "Asha Rao",
  email: "asha@example.org",
  phone: "+919876543210",
  dateOfBirth: "2001-05-17",
  course: "upsc-mains",
  batch: "evening",
  startDate: "2026-12-01",
  address: "4 Temple Road",
  city: "Mysuru",
  state: "Karnataka",
  pincode: "570001",
  paymentMethod: "upi",
  amount: 12500,
};

/**
 * Leaves many enrolments and as many `others` of each other kind, one after the other, so that the last is the newest.
 */
export async function fillLeads(api: Editor, others = MANY): Promise<void> {
  for (let number = 1; number <= MANY; number++) {
    const who = { name: nameOf(number), email: emailOf(number), phone: "+919876543210" };
    await api.call("POST", "/api/enrollments", { ...student, fullName: who.name, email: who.email });
    if (number > others) continue;
    await Promise.all([
      api.call("POST", "/api/mentorship", { ...who, education_level: "Graduate" }),
      api.call("POST", "/api/contact", { ...who, message: `Question ${number}` }),
      api.call("POST", "/api/notifications", { email: who.email, page: "current-affairs-test", source: "=1+1" }),
    ]);
  }
  await api.call("POST", "/api/notifications", { email: emailOf(1), page: "videos" });
}
