import { expect, it } from "vitest";
import { byItem, count, editAddress, outcome } from "./words";

it.each([
  [{ state: "running", total: 0, done: 0 }, "Reading the file…"],
  [{ state: "running", total: 300, done: 120 }, "120 of 300 done"],
  [{ state: "failed", total: 300, done: 120 }, "Failed after 120 of 300"],
  [{ state: "failed", total: 0, done: 0 }, "Failed"],
  [{ state: "done", total: 1, done: 1 }, "Done: 1 item"],
] as const)("%o: %s", (report, words) => expect(outcome(report)).toBe(words));

it("counts in words", () => {
  expect(count(1, "was skipped", "were skipped")).toBe("1 was skipped");
  expect(count(2, "was skipped", "were skipped")).toBe("2 were skipped");
});

it("what is said of one item stands together, once", () => {
  const said = byItem([
    { title: "A", reason: "x" },
    { title: "B", reason: "y" },
    { title: "A", reason: "z" },
    { title: "A", reason: "x" },
  ]);
  expect([...said].map(([item, reasons]) => [item, ...reasons])).toEqual([
    ["A", "x", "z"],
    ["B", "y"],
  ]);
});

it("what was created is edited in its tab", () => {
  const made = { id: "a1", title: "", path: "" };
  expect(editAddress({ ...made, collection: "articles" })).toBe("/admin/dashboard?tab=articles&edit=a1");
  expect(editAddress({ ...made, collection: "pages" })).toBe("/admin/dashboard?tab=pages&edit=a1");
});
