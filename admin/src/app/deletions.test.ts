import { renderHook } from "@testing-library/react";
import useSWR from "swr";
import { afterEach, expect, it, vi } from "vitest";
import { NAME as ARTICLES, fetchArticles } from "@/features/articles/calls";
import { useItems } from "@/features/lists/calls";
import { useRedirects } from "@/features/redirects/calls";
import { useSections } from "@/features/sections/calls";
import { useSocialLinks } from "@/features/social/calls";
import { useList } from "@/lists/useList";
import { discard } from "@/resources/history";
import { usePages } from "@/resources/pages";
import { fetchVideos, NAME as VIDEOS } from "@/resources/videos";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["articles", () => useList({ name: ARTICLES, fetchPage: fetchArticles })],
  ["pages", () => usePages()],
  ["sections", () => useSections()],
  ["programs", () => useItems("programs")],
  ["features", () => useItems("features")],
  ["differentiators", () => useItems("differentiators")],
  ["videos", () => useList({ name: VIDEOS, fetchPage: fetchVideos })],
  ["social-links", () => useSocialLinks()],
  ["redirects", () => useRedirects()],
] as const)(
  "a deletion of %s waits for their list alone, and reads the publish state once",
  async (collection, useIt) => {
    let reads = 0;
    let held: Promise<void> | undefined;
    vi.stubGlobal("fetch", async ({ method }: Request) => {
      if (method === "DELETE") return new Response(null, { status: 204 });
      reads++;
      await held;
      return Response.json([]);
    });
    const state = vi.fn(async () => "live");
    const other = vi.fn(async () => "read");
    const { result } = renderHook(() => {
      useSWR("/publish/status", state, { dedupingInterval: 0 });
      useSWR(["another", collection], other);
      return useIt();
    });
    await vi.waitFor(() => expect([result.current.data !== undefined, other.mock.calls.length]).toEqual([true, 1]));
    const [readsBefore, statesBefore] = [reads, state.mock.calls.length];
    let answer = () => {};
    held = new Promise((resolve) => {
      answer = resolve;
    });
    other.mockReturnValue(new Promise(() => {}));
    const done = vi.fn();
    const deleting = discard({ collection, id: "1" }, 7).then(done);
    await vi.waitFor(() => expect([reads > readsBefore, other.mock.calls.length]).toEqual([true, 2]));
    expect(done).not.toHaveBeenCalled();
    answer();
    await deleting;
    expect(state).toHaveBeenCalledTimes(statesBefore + 1);
  },
);
