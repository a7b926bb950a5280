import { ApiError } from "@academy/shared/api/errors";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HistoryEntry } from "@/api/types";
import * as history from "@/resources/history";
import { toast } from "@/ui/toasts";
import { undoDeletion, undoUndelete } from "./undo";

const spies = () => ({
  calls: {
    undelete: vi.spyOn(history, "undelete"),
    discard: vi.spyOn(history, "discard"),
    fetchHistory: vi.spyOn(history, "fetchHistory"),
  },
  said: { success: vi.spyOn(toast, "success"), error: vi.spyOn(toast, "error"), failure: vi.spyOn(toast, "failure") },
});
let calls: ReturnType<typeof spies>["calls"];
let said: ReturnType<typeof spies>["said"];

const place = { collection: "articles", id: "1" } as const;
const deleted: HistoryEntry = {
  what: "deleted",
  at: "2026-11-23T12:00:00Z",
  by: { id: "2", name: "Ravi" },
  fields: [],
  revision: 2,
};

beforeEach(() => {
  ({ calls, said } = spies());
  for (const spy of Object.values(said)) spy.mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

it("has back the deletion that was just made, and no other", async () => {
  calls.undelete.mockResolvedValue(3);
  undoDeletion(place, 2)?.run();
  await vi.waitFor(() => expect(said.success).toHaveBeenCalledWith("Undone"));
  expect(calls.undelete).toHaveBeenCalledWith(place, 2);
});

it("names who had it back and deleted it again meanwhile", async () => {
  calls.undelete.mockRejectedValue(new ApiError(412, {}));
  calls.fetchHistory.mockResolvedValue({ items: [deleted, { ...deleted, what: "restored" }], total: 2 });
  undoDeletion(place, 2)?.run();
  await vi.waitFor(() => expect(said.error).toHaveBeenCalled());
  expect(said.error.mock.calls[0]).toEqual([
    "Not undone: Ravi has changed it since",
    { detail: expect.stringMatching(/^It was deleted at /) },
  ]);
});

it("tells the open form that what was just had back is deleted again", async () => {
  calls.discard.mockResolvedValue(4);
  const listener = vi.fn();
  renderHook(() => history.useRestored("articles", listener));
  undoUndelete(place, 3).run();
  await vi.waitFor(() => expect(said.success).toHaveBeenCalledWith("Undone"));
  expect(listener).toHaveBeenCalledExactlyOnceWith("1");
});

it("deletes what was just had back only as it was then, and names who has changed it since", async () => {
  calls.discard.mockRejectedValue(new ApiError(412, {}));
  calls.fetchHistory.mockResolvedValue({ items: [{ ...deleted, what: "changed" }], total: 2 });
  undoUndelete(place, 3).run();
  await vi.waitFor(() => expect(said.error).toHaveBeenCalled());
  expect(calls.discard).toHaveBeenCalledWith(place, 3);
  expect(said.error.mock.calls[0]?.[0]).toBe("Not undone: Ravi has changed it since");
  expect(said.success).not.toHaveBeenCalled();
});
