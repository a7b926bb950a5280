import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { toast } from "./toasts";
import { useRestorable } from "./useRestorable";

const restored = vi.hoisted(() => ({ listeners: [] as ((id: string) => void)[] }));
vi.mock("@/api/history", () => ({
  useRestored: (_: string, listener: (id: string) => void) => restored.listeners.push(listener),
}));
vi.mock("./toasts", () => ({ toast: { info: vi.fn() } }));

const restore = (id: string) => act(() => restored.listeners.at(-1)?.(id));
const link = { collection: "social-links", id: "1" } as const;
const stored = { url: "https://a.example", order: "1", tags: ["a"] };

beforeEach(() => {
  restored.listeners = [];
  vi.mocked(toast.info).mockClear();
});

it("what a form holds begins anew when its document is restored, and no other", () => {
  const { result, rerender } = renderHook(({ now }) => useRestorable(link, () => now), {
    initialProps: { now: stored },
  });
  const now = { ...stored, url: "https://b.example" };
  rerender({ now });
  restore("2");
  expect(result.current[0]).toEqual(stored);
  restore("1");
  expect(result.current[0]).toEqual(now);
  expect(toast.info).not.toHaveBeenCalled();
});

it("what was typed and not saved stays, and that is said", () => {
  const { result, rerender } = renderHook(({ now }) => useRestorable(link, () => now), {
    initialProps: { now: stored },
  });
  act(() => result.current[1]({ ...stored, order: "2" }));
  rerender({ now: { url: "https://b.example", order: "3", tags: ["b"] } });
  restore("1");
  expect(result.current[0]).toEqual({ url: "https://b.example", order: "2", tags: ["b"] });
  expect(toast.info).toHaveBeenCalledTimes(1);
});

it("a revision is that of what was restored", () => {
  const { result, rerender } = renderHook(({ revision }) => useRestorable(link, () => revision), {
    initialProps: { revision: 3 },
  });
  act(() => result.current[1](4));
  rerender({ revision: 5 });
  restore("1");
  expect(result.current[0]).toBe(5);
});
