import { ApiError } from "@academy/shared/api/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isSame, rebased } from "@/editing/state";
import { currentOf } from "@/editing/writeOver";
import { type StoredTexts, saveEachText, saveTexts, textsKind, valuesOf } from "./texts";
import type { Field, Values } from "./types";

const FIELDS: Field[] = ["heading", "lead", "note"].map((key) => ({ key, type: "text", name: key }));
const stored = (texts: Record<string, string>, revision = 1) => ({
  revision,
  items: Object.fromEntries(Object.entries(texts).map(([key, content]) => [key, { id: key, content, revision }])),
});

describe("what is typed over texts that are restored", () => {
  const kind = textsKind("about", "join", FIELDS, { fetch: vi.fn(), save: vi.fn(), failed: "" });
  const over = (before: StoredTexts, typed: Values, now: StoredTexts) =>
    rebased(kind, typed, kind.formOf(before), kind.formOf(now));

  it("gives way only where nobody has typed", () => {
    const before = stored({ heading: "Begin", lead: "As it became", note: "Kept" });
    const typed = { ...valuesOf(FIELDS, before), heading: "Begin today" };
    const now = stored({ heading: "Begin", lead: "As it was", note: "Kept" });
    expect(over(before, typed, now)).toEqual({ heading: "Begin today", lead: "As it was", note: "Kept" });
  });

  it("is the site's own again where that was chosen, or is restored", () => {
    const before = stored({ heading: "Begin", lead: "Added later" });
    const now = over(before, { lead: "Added later" }, stored({ heading: "Begin" }));
    expect(isSame(kind, now, {})).toBe(true);
  });
});

/** The calls of the texts of "about.join", whose text of each type and its revision the server has. */
function server(texts: Record<string, [content: string, revision: number]>, revision = 4) {
  const sent: string[] = [];
  const items = () =>
    Object.entries(texts).map(([type, [content, revision]]) => ({ id: type, type, content, empty: false, revision }));
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return answer(200, { id: "about.join", revision, items: items() });
    const over = request.headers.get("If-Match");
    const body = await request.json();
    sent.push(`${over} ${JSON.stringify(body)}`);
    if (over !== `"${revision}"`) return answer(412, { current: { id: "about.join", revision, items: items() } });
    for (const [type, { content }] of Object.entries<{ content: string }>(body)) texts[type] = [content, revision + 1];
    return answer(200, { id: "about.join", revision: revision + 1, items: items() });
  });
  return { sent, texts };
}

describe("the texts of a section", () => {
  afterEach(() => vi.unstubAllGlobals());
  const before = stored({ heading: "Begin", lead: "Lead" }, 1);
  const mine = { heading: { content: "Mine", empty: false } };

  it("are saved in one call, over those that somebody else has changed meanwhile", async () => {
    const { sent, texts } = server({ heading: ["Begin", 1], lead: ["Theirs", 2] });
    const saved = await saveTexts("about", "join", { ...mine, note: { content: "New", empty: false } }, before, 1);
    expect(sent).toHaveLength(2);
    expect(sent.map((call) => call.slice(0, 3))).toEqual(['"1"', '"4"']);
    expect(texts).toMatchObject({ heading: ["Mine", 5], lead: ["Theirs", 2], note: ["New", 5] });
    expect(saved.revision).toBe(5);
  });

  it("are not saved where somebody else has changed the same", async () => {
    const { texts } = server({ heading: ["Theirs", 2], lead: ["Lead", 1] });
    const error = await saveTexts("about", "join", mine, before, 1).catch((reason) => reason);
    expect(currentOf<StoredTexts>(error)?.items.heading?.content).toBe("Theirs");
    expect(texts.heading).toEqual(["Theirs", 2]);
  });

  it("one by one: what was refused for its revision alone is sent once more, and what is stored is not", async () => {
    const { texts } = server({ heading: ["Begin", 1], lead: ["Stored", 2] });
    const put = vi.fn(async (key: string, next: { content: string }, item?: { id: string; revision?: number }) => {
      if (item?.revision !== 3) {
        texts.heading = ["Begin", 3];
        throw new ApiError(412, {});
      }
      return { id: key, content: next.content, revision: 4 };
    });
    const changed = { ...mine, lead: { content: "Stored", empty: false } };
    await saveEachText({ page: "about", section: "join" }, changed, before, 1, put);
    expect(put.mock.calls.map(([key, , item]) => [key, item?.revision])).toEqual([
      ["heading", 1],
      ["heading", 3],
    ]);
  });

  it("one by one: one that somebody else has given its first text meanwhile is theirs", async () => {
    const { texts } = server({ heading: ["Begin", 1] });
    const put = vi.fn(async () => {
      texts.note = ["Theirs", 1];
      throw new ApiError(409, {});
    });
    const changed = { note: { content: "Mine", empty: false } };
    const saving = saveEachText({ page: "about", section: "join" }, changed, before, 1, put);
    await expect(saving).rejects.toMatchObject({ status: 412 });
    expect(put).toHaveBeenCalledTimes(1);
  });
});
