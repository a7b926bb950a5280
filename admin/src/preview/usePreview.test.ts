import { ApiError } from "@academy/shared/api/errors";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as calls from "./calls";
import { AGAIN, PAUSE, usePreview } from "./usePreview";

let make: ReturnType<typeof spyOnMake>;
const spyOnMake = () => vi.spyOn(calls, "makePreview");
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const of = (title: string): calls.PreviewRequest => ({ kind: "article", id: "1", values: { title } });
const titleOf = ({ values }: calls.PreviewRequest) => (values as { title: string }).title;
const answered = ({ title }: { title: string }) => ({ url: `/pages/${title}`, expires_at: "2036-01-01T00:00:00Z" });

describe("a preview", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    make = spyOnMake();
    make.mockImplementation(async (request) => answered({ title: titleOf(request) }));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const show = () => renderHook(({ title }) => usePreview(of(title)), { initialProps: { title: "a" } });

  it("is there at once, and follows what is typed after a pause", async () => {
    const { result, rerender } = show();
    await pass(0);
    expect(result.current.made?.url).toBe("/pages/a");
    for (const title of ["ab", "abc", "abcd"]) {
      rerender({ title });
      await pass(PAUSE - 50);
    }
    expect(make).toHaveBeenCalledTimes(1);
    await pass(PAUSE);
    expect(result.current.made?.url).toBe("/pages/abcd");
    expect(make).toHaveBeenCalledTimes(2);
  });

  it("is the newest, however late an earlier answer comes", async () => {
    const { result, rerender } = show();
    await pass(0);
    let late = (_: ReturnType<typeof answered>) => {};
    make.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
    rerender({ title: "slow" });
    await pass(PAUSE);
    const [, signal] = make.mock.lastCall ?? [];
    rerender({ title: "quick" });
    expect(signal?.aborted).toBe(true);
    await pass(PAUSE);
    late(answered({ title: "slow" }));
    await pass(0);
    expect(result.current.made?.url).toBe("/pages/quick");
  });

  it("is asked for once while one begins to write", async () => {
    const { rerender } = renderHook(({ title }) => usePreview(title ? of(title) : null), {
      initialProps: { title: "" },
    });
    await pass(60_000);
    expect(make).not.toHaveBeenCalled();
    for (const title of ["a", "ab", "abc"]) rerender({ title });
    await pass(PAUSE);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("goes when there is nothing to show any more", async () => {
    const { result, rerender } = renderHook(({ title }) => usePreview(title ? of(title) : null), {
      initialProps: { title: "a" },
    });
    await pass(0);
    expect(result.current.made?.url).toBe("/pages/a");
    rerender({ title: "" });
    expect(result.current.made).toBeNull();
  });

  it.each([
    [503, 12],
    [409, undefined],
  ])("is asked for again after a %i, when that says", async (status, seconds) => {
    make.mockRejectedValueOnce(new ApiError(status, null, seconds));
    const { result } = show();
    await pass(0);
    expect(result.current.waits).toBe(true);
    const wait = seconds ? seconds * 1000 : AGAIN;
    await pass(wait - 1);
    expect(make).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(result.current.made?.url).toBe("/pages/a");
  });

  it("stays when the next one fails, and is asked for again where that may pass", async () => {
    const { result, rerender } = show();
    await pass(0);
    make.mockRejectedValueOnce(new ApiError(503, null));
    rerender({ title: "b" });
    await pass(PAUSE);
    expect(result.current.made?.url).toBe("/pages/a");
    expect([result.current.failure instanceof ApiError, result.current.waits]).toEqual([true, true]);
    await pass(AGAIN);
    expect(result.current.made?.url).toBe("/pages/b");
    expect(result.current.failure).toBeNull();

    make.mockRejectedValue(new ApiError(422, null));
    rerender({ title: "c" });
    await pass(60_000);
    expect(result.current.waits).toBe(false);
    expect(make).toHaveBeenCalledTimes(4);
  });
});
