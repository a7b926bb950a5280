import { afterEach, describe, expect, it, vi } from "vitest";
import { copyCalls, workingCopy } from "./copies";
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

afterEach(() => vi.unstubAllGlobals());

describe("a working copy", () => {
  it("that is not there is null, however the server says so, and removing it is no failure", async () => {
    const calls = copyCalls<{ id: string; title: string }, { title: string }>(
      "/articles/{id}/working-copy",
      { empty: { title: "" }, formOf: ({ title }) => ({ title }), written: (form) => form },
      () => {},
      () => {},
    );
    const stored = { id: "1", title: "a" };
    for (const answer of [() => new Response(null, { status: 204 }), () => Response.json(null)]) {
      vi.stubGlobal("fetch", async () => answer());
      expect(await calls.fetch(stored)).toBeNull();
    }
    vi.stubGlobal("fetch", async () => Response.json({ status: 404 }, { status: 404 }));
    await calls.discard(stored, 1);
  });

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
