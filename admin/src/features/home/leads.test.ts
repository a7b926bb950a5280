import { expect, it } from "vitest";
import { latest } from "./leads";

it("puts the newest of every kind first, with the way to each", () => {
  const who = { email: "asha@example.com", phone: "+919876543210", revision: 1, lead_status: "new" as const };
  const leads = latest(
    3,
    [{ ...who, id: "e1", name: "Asha", course: "psi", created_at: "2026-01-03T10:00:00Z" }],
    [
      {
        ...who,
        id: "a1",
        name: "Ravi",
        education_level: "",
        status: "pending",
        created_at: "2026-01-04T10:00:00+05:30",
      },
    ],
    [{ ...who, id: "m1", name: "Meera", message: "Hello", created_at: "2026-01-04T05:00:00Z" }],
    [{ ...who, id: "s1", page: "videos", source: "", created_at: "2026-01-01T10:00:00Z" }],
  );
  expect(leads.map(({ kind, name, about, to }) => [kind, name, about, to])).toEqual([
    ["Message", "Meera", "Hello", "/admin/dashboard?tab=contacts&q=asha%40example.com"],
    ["Application", "Ravi", "pending", "/admin/dashboard?tab=mentorship&q=asha%40example.com"],
    ["Enrollment", "Asha", "PSI", "/admin/dashboard?tab=enrollments&open=e1"],
  ]);
});
