import { ApiError } from "@academy/shared/api/errors";
import { beforeEach, expect, it, vi } from "vitest";
import { undoDeletion, undoUndelete } from "./undo";

const calls = vi.hoisted(() => ({ undelete: vi.fn(), discard: vi.fn(), fetchHistory: vi.fn() }));
const said = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), failure: vi.fn() }));
vi.mock("@/api/history", () => calls);
vi.mock("@/components/toasts", () => ({ toast: said }));

const place = { collection: "articles", id: "1" } as const;
const deleted = { what: "deleted", at: "2026-11-23T12:00:00Z", by: { id: "2", name: "Ravi" } };

beforeEach(() => vi.clearAllMocks());

it("has back the deletion that was just made, and no other", async () => {
  calls.undelete.mockResolvedValue(3);
  undoDeletion(place, 2)?.run();
  await vi.waitFor(() => expect(said.success).toHaveBeenCalledWith("Undone"));
  expect(calls.undelete).toHaveBeenCalledWith(place, 2);
});

it("names who had it back and deleted it again meanwhile", async () => {
  calls.undelete.mockRejectedValue(new ApiError(412, {}));
  calls.fetchHistory.mockResolvedValue({ items: [deleted, { ...deleted, what: "restored" }] });
  undoDeletion(place, 2)?.run();
  await vi.waitFor(() => expect(said.error).toHaveBeenCalled());
  expect(said.error.mock.calls[0]).toEqual([
    "Not undone: Ravi changed it since",
    { detail: expect.stringMatching(/^It was deleted at /) },
  ]);
});

it("deletes what was just had back only as it was then, and names who has changed it since", async () => {
  calls.discard.mockRejectedValue(new ApiError(412, {}));
  calls.fetchHistory.mockResolvedValue({ items: [{ ...deleted, what: "changed" }] });
  undoUndelete(place, 3).run();
  await vi.waitFor(() => expect(said.error).toHaveBeenCalled());
  expect(calls.discard).toHaveBeenCalledWith(place, 3);
  expect(said.error.mock.calls[0]?.[0]).toBe("Not undone: Ravi changed it since");
  expect(said.success).not.toHaveBeenCalled();
});
