import { ApiError } from "@academy/shared/api/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { saveEachText, saveTexts, theirsIn, typedOver, valuesOf } from "./texts";
import type { Field } from "./types";

const FIELDS: Field[] = ["heading", "lead", "note"].map((key) => ({ key, type: "text", name: key }));
const stored = (texts: Record<string, string>, revision = 1) => ({
  revision,
  items: Object.fromEntries(Object.entries(texts).map(([key, content]) => [key, { id: key, content, revision }])),
});

describe("texts that are restored below what is typed", () => {
  it("give way only where somebody has typed", () => {
    const before = stored({ heading: "Begin", lead: "As it became", note: "Kept" });
    const typed = { ...valuesOf(FIELDS, before), heading: "Begin today" };
    const now = stored({ heading: "Begin", lead: "As it was", note: "Kept" });
    expect(typedOver(FIELDS, before, typed, now)).toEqual({ heading: "Begin today", lead: "As it was", note: "Kept" });
  });

  it("are the site's own again where that was chosen, or is restored", () => {
    const before = stored({ heading: "Begin", lead: "Added later" });
    expect(typedOver(FIELDS, before, { lead: "Added later" }, stored({ heading: "Begin" }))).toEqual({});
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
    const saved = await saveTexts("about", "join", { ...mine, note: { content: "New", empty: false } }, before);
    expect(sent).toHaveLength(2);
    expect(sent.map((call) => call.slice(0, 3))).toEqual(['"1"', '"4"']);
    expect(texts).toMatchObject({ heading: ["Mine", 5], lead: ["Theirs", 2], note: ["New", 5] });
    expect(saved.revision).toBe(5);
  });

  it("are not saved where somebody else has changed the same", async () => {
    const { texts } = server({ heading: ["Theirs", 2], lead: ["Lead", 1] });
    const error = await saveTexts("about", "join", mine, before).catch((reason) => reason);
    expect(theirsIn(error)?.items.heading?.content).toBe("Theirs");
    expect(texts.heading).toEqual(["Theirs", 2]);
  });

  it("one by one: each over its own revision, what was refused for its revision alone once more", async () => {
    server({ heading: ["Begin", 3], lead: ["Theirs", 2] });
    const put = vi.fn(async (key: string, next: { content: string }, item?: { id: string; revision?: number }) => {
      if (item?.revision !== 3) throw new ApiError(412, {});
      return { id: key, content: next.content, revision: 4 };
    });
    const onStored = vi.fn();
    await saveEachText({ page: "about", section: "join" }, mine, before, put, onStored);
    expect(put.mock.calls.map(([, , item]) => item?.revision)).toEqual([1, 3]);
    expect(onStored).toHaveBeenCalledWith("heading", { ...mine.heading, id: "heading", revision: 4 });
  });

  it("one by one: one that somebody else has given its first text meanwhile is theirs", async () => {
    server({ heading: ["Begin", 1], note: ["Theirs", 1] });
    const put = vi.fn().mockRejectedValue(new ApiError(409, {}));
    const changed = { note: { content: "Mine", empty: false } };
    const saving = saveEachText({ page: "about", section: "join" }, changed, before, put);
    await expect(saving).rejects.toMatchObject({ status: 412 });
    expect(put).toHaveBeenCalledTimes(1);
  });
});
