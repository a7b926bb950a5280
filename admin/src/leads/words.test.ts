import { expect, it } from "vitest";
import { activityWords, callBackWords, detailOf } from "./words";

it("says when to call back", () => {
  const now = new Date(2031, 4, 31, 18);
  const words = ["", "2031-05-31", "2031-06-01", "2031-06-02", "2031-05-30"].map((day) => callBackWords(day, now));
  expect(words).toEqual([
    "",
    "Call back today",
    "Call back tomorrow",
    "Call back 2 Jun 2031",
    "Call back was due 30 May 2031",
  ]);
});

it("says what was done with a lead", () => {
  const words = [
    { what: "lead_status", from: "new", to: "contacted" },
    { what: "assigned_to", to: "Ravi" },
    { what: "assigned_to", from: "Ravi", to: "a former member" },
    { what: "assigned_to", from: "Ravi" },
    { what: "call_back_on", to: "2031-05-02" },
    { what: "call_back_on", from: "2031-05-02" },
    { what: "note" },
  ] as const;
  expect(words.map(activityWords)).toEqual([
    "Status: New → Contacted",
    "Assigned to Ravi",
    "Assigned to a former member instead of Ravi",
    "No longer assigned to Ravi",
    "Call back on 2 May 2031",
    "Call back on 2 May 2031 cleared",
    "Wrote a note",
  ]);
});

it("shows a form's fields in words", () => {
  expect([
    detailOf("course", "upsc-mains"),
    detailOf("dateOfBirth", "2001-05-17"),
    detailOf("amount", "0"),
    detailOf("education_level", "Graduate"),
  ]).toEqual([
    ["Course", "UPSC Mains"],
    ["Date of birth", "17 May 2001"],
    ["Amount (₹)", ""],
    ["Education level", "Graduate"],
  ]);
});
