import { ApiError } from "@academy/shared/api/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as history from "@/resources/history";
import { toast } from "@/ui/toasts";
import { change, runEach } from "./run";

const entry = (id: string, revision = 1) => ({ id, revision, title: `Title ${id}` });

let said: { success: string[]; error: [string, string | undefined][]; info: string[]; undo: () => void };

beforeEach(() => {
  said = { success: [], error: [], info: [], undo: () => {} };
  vi.spyOn(toast, "success").mockImplementation((message, more) => {
    said.success.push(message);
    if (more?.button) said.undo = more.button.run;
  });
  vi.spyOn(toast, "error").mockImplementation((message, more) => void said.error.push([message, more?.detail]));
  vi.spyOn(toast, "info").mockImplementation((message) => void said.info.push(message));
});
afterEach(() => vi.restoreAllMocks());

it("runs some at a time, and stops at none that fails", async () => {
  let running = 0;
  let most = 0;
  const { done, failed } = await runEach(
    [1, 2, 3, 4, 5, 6],
    async (number) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      if (number % 3 === 0) throw new Error(`${number}`);
      return number * 10;
    },
    2,
  );
  expect(most).toBe(2);
  expect(done.map(({ result }) => result)).toEqual([10, 20, 40, 50]);
  expect(failed.map(({ entry }) => entry)).toEqual([3, 6]);
});

it("names what somebody else has changed, and undoes the rest: only its fields, only at the revision that it made", async () => {
  const restore = vi.spyOn(history, "restoreVersion").mockResolvedValue(3);
  const failed = await change("articles", [entry("1"), entry("2"), entry("3")], {
    past: "published",
    fields: ["status"],
    run: async ({ id, revision }) => {
      if (id === "2") throw new ApiError(412, {});
      return id === "3" ? revision : revision + 1;
    },
  });
  expect(failed).toEqual([
    { id: "2", title: "Title 2", reason: "Somebody else has changed it. Check it, then try again." },
  ]);
  // The third one was published already.
  expect(said.success).toEqual(["1 article published"]);
  said.undo();
  await vi.waitFor(() => expect(said.success).toEqual(["1 article published", "Undone"]));
  expect(restore.mock.calls).toEqual([[{ collection: "articles", id: "1" }, 1, ["status"], 2]]);
});

it("names what is not undone, each with its own reason", async () => {
  vi.spyOn(history, "undelete").mockImplementation(async ({ id }) => {
    if (id === "1") throw new ApiError(412, {});
    if (id === "2") throw new ApiError(503, { detail: "The database is away" });
    if (id === "3") throw new ApiError(404, { detail: "It is in the trash no longer" });
    return 3;
  });
  const save = { at: "2026-01-15T09:30:00Z", by: { id: "9", name: "Ravi" }, what: "changed", fields: [], revision: 3 };
  const later = { items: [save], total: 1 } as unknown as Awaited<ReturnType<typeof history.fetchHistory>>;
  const none = { ...later, items: [] };
  vi.spyOn(history, "fetchHistory").mockImplementation(async ({ id }) => (id === "1" ? later : none));
  await change("articles", [entry("1"), entry("2"), entry("3"), entry("4")], {
    past: "moved to the trash",
    run: async () => 2,
  });
  expect(said.success).toEqual(["4 articles moved to the trash"]);
  said.undo();
  await vi.waitFor(() => expect(said.error).toHaveLength(3));
  expect(said.error.sort()).toEqual([
    ["Not undone: “Title 1”", expect.stringMatching(/^Ravi has changed it since\. It was changed at .+/)],
    ["Not undone: “Title 2”", "The database is away."],
    ["Not undone: “Title 3”", "It is in the trash no longer."],
  ]);
});

it("says when there is nothing to change", async () => {
  expect(await change("articles", [entry("1")], { past: "published", run: async () => 1 })).toEqual([]);
  expect(said).toMatchObject({ success: [], info: ["Nothing to change"] });
});
