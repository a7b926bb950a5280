import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLocalList } from "./useLocalList";

const ENTRIES = Array.from({ length: 120 }, (_, i) => ({ name: `entry ${i}`, kind: i % 2 === 0 ? "even" : "odd" }));

const shows = ({ name, kind }: (typeof ENTRIES)[number], q: string, filters: { kind: string }) =>
  name.includes(q) && (filters.kind === "" || filters.kind === kind);

const listOf = (entries: typeof ENTRIES) =>
  renderHook(
    ({ data }) => {
      const from = { data, error: undefined, mutate: async () => {} };
      return useLocalList({ from, shows, filters: { kind: "" } });
    },
    { initialProps: { data: entries } },
  );

it("shows a page of what is searched for and narrowed to, the first one after each change", () => {
  const { result } = listOf(ENTRIES);
  expect([result.current.pages, result.current.data?.total, result.current.filtered]).toEqual([3, 120, false]);
  act(() => result.current.turnTo(3));
  expect(result.current.data?.items.map(({ name }) => name)).toEqual(ENTRIES.slice(100).map(({ name }) => name));
  act(() => result.current.search(" entry 11 "));
  expect(result.current).toMatchObject({ page: 1, typed: " entry 11 ", filtered: true, data: { total: 11 } });
  act(() => result.current.narrow({ kind: "odd" }));
  expect(result.current.data?.items.map(({ name }) => name)).toEqual(
    ["11", "111", "113", "115", "117", "119"].map((n) => `entry ${n}`),
  );
});

it("shows the last page when the one in sight is gone", () => {
  const { result, rerender } = listOf(ENTRIES.slice(0, 101));
  act(() => result.current.turnTo(3));
  rerender({ data: ENTRIES.slice(0, 100) });
  expect([result.current.page, result.current.pages, result.current.data?.items.length]).toEqual([2, 2, 50]);
});
