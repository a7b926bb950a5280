import { describe, expect, it } from "vitest";
import { workingCopy } from "./copies";
import { changedIn } from "./writeOver";

const ANSWER = {
  revision: 3,
  saved_at: "2026-03-01T10:00:00Z",
  saved_by: { name: "Asha" },
  document_revision: 5,
  changed_since: [] as string[],
  publish_at: null,
  refused: "",
};

describe("a working copy", () => {
  it("has the fields that are changed, and no others", () => {
    const before = { title: "a", tags: ["x"], publish_date: null as string | null };
    expect(changedIn({ ...before, tags: ["x"] }, before)).toEqual({});
    expect(changedIn({ ...before, tags: ["x", "y"], publish_date: "2026" }, before)).toEqual({
      tags: ["x", "y"],
      publish_date: "2026",
    });
  });

  it("is published over the document as it is, unless that changed the same fields", () => {
    const over = (changed_since: string[]) => workingCopy({ ...ANSWER, changed_since }, {}, { revision: 7 }).over;
    expect(over([])).toBe(7);
    expect(over(["title"])).toBe(5);
  });
});
