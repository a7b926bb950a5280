import { ApiError, NetworkError } from "@academy/shared/api/errors";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AGAIN, PAUSE, useAutosave } from "./useAutosave";

describe("what is typed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const type = (save: () => Promise<void>, due = true) =>
    renderHook(({ text, due }) => useAutosave(text, due, save), { initialProps: { text: "", due } });

  it("is saved within five seconds of the last key, and not at every key", async () => {
    const save = vi.fn(async () => {});
    const { rerender } = type(save);
    for (const text of ["M", "Mo", "Mon"]) {
      await pass(PAUSE - 100);
      rerender({ text, due: true });
    }
    expect(save).not.toHaveBeenCalled();
    await pass(5000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it("is left alone when there is nothing to save", async () => {
    const save = vi.fn(async () => {});
    const { rerender } = type(save, false);
    await pass(60_000);
    rerender({ text: "M", due: true });
    rerender({ text: "", due: false });
    await pass(60_000);
    expect(save).not.toHaveBeenCalled();
  });

  it("is tried again when the server was away, until it is there", async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new NetworkError(null));
    save.mockRejectedValueOnce(new ApiError(503, null));
    const { result } = type(save);
    await pass(PAUSE);
    expect(result.current).toBeInstanceOf(NetworkError);
    await pass(AGAIN);
    expect(result.current).toBeInstanceOf(ApiError);
    await pass(AGAIN);
    expect(result.current).toBeNull();
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(3);
  });

  it("is not tried again as it is when it was refused", async () => {
    const save = vi.fn(async () => {}).mockRejectedValueOnce(new ApiError(422, null));
    const { result, rerender } = type(save);
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(result.current).toBeInstanceOf(ApiError);
    rerender({ text: "Other", due: true });
    await pass(PAUSE);
    expect(result.current).toBeNull();
  });

  it("is saved at once when the window is put aside", async () => {
    const save = vi.fn(async () => {});
    type(save);
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(0);
    expect(save).toHaveBeenCalledTimes(1);
    hidden.mockRestore();
  });

  it("is saved at once when its form goes, and never after that", async () => {
    const save = vi.fn(async () => {});
    type(save).unmount();
    expect(save).toHaveBeenCalledTimes(1);
    await pass(60_000);
    expect(save).toHaveBeenCalledTimes(1);
  });
});
