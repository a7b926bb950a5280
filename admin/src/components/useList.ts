import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import useSWR from "swr";
import type { List } from "@/api/lists";
import type { Sort } from "./sorting";
import { useLoadFailure } from "./useLoadFailure";

/** What is searched for in a list, and its order. */
export interface Search {
  q?: string;
  sort?: Sort;
}

export interface PageQuery extends Search {
  limit: number;
  offset: number;
}

export type FetchPage<T> = (query: PageQuery) => Promise<List<T>>;

interface Options<T> {
  /** Begins the SWR keys of the list's pages. */
  name: string;
  fetchPage: FetchPage<T>;
  /** The order at first; the server's own when missing. */
  sort?: Sort;
  perPage?: number;
}

/** Pauses shorter than this are within a word. */
const PAUSE = 200;

/**
 * A list that the server searches, sorts and pages, so that it is as quick with
 * 50,000 entries as with 50. What is known stays in sight while the next page
 * comes.
 */
export function useList<T>({ name, fetchPage, sort, perPage = 50 }: Options<T>) {
  const [typed, setTyped] = useState("");
  const [view, setView] = useState({ q: "", sort, page: 1 });
  const look = useDebouncedCallback((q: string) => setView((was) => ({ ...was, q, page: 1 })), PAUSE);
  const query: PageQuery = {
    limit: perPage,
    offset: (view.page - 1) * perPage,
    q: view.q || undefined,
    sort: view.sort,
  };
  const { data, error, mutate } = useSWR<List<T> & { query: PageQuery }, unknown>(
    [name, query],
    async () => ({ ...(await fetchPage(query)), query }),
    { keepPreviousData: true },
  );
  const late = data !== undefined && JSON.stringify(data.query) !== JSON.stringify(query);
  const failed = error !== undefined && (!data || late);
  useLoadFailure(failed ? error : undefined);

  const pages = data ? Math.max(1, Math.ceil(data.total / perPage)) : 1;
  useEffect(() => {
    // The last entry of the last page may have been deleted.
    if (data && !late) setView((was) => (was.page > pages ? { ...was, page: pages } : was));
  }, [data, late, pages]);

  return {
    /** Undefined until the first page is known. */
    data,
    /** Whether it is still another page that is shown. */
    late: late && !failed,
    /** Why what was asked for is not shown. */
    error: failed ? error : undefined,
    retry: () => mutate(),
    /** Whether what is shown was searched for. */
    filtered: data?.query.q !== undefined,
    typed,
    search: (text: string) => {
      setTyped(text);
      look(text.trim());
    },
    /** What stands in the search box, and the order: what an export follows. */
    asked: { q: typed.trim() || undefined, sort: view.sort } satisfies Search,
    sort: view.sort,
    sortBy: (next: Sort) => setView((was) => ({ ...was, sort: next, page: 1 })),
    page: view.page,
    pages,
    turnTo: (page: number) => {
      setView((was) => ({ ...was, page }));
      document.getElementById("tab-panel")?.scrollIntoView?.({ block: "start" });
    },
  };
}

export type ListView<T> = ReturnType<typeof useList<T>>;
