import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import useSWR from "swr";
import type { List } from "@/api/lists";
import { useLoadFailure } from "@/ui/useLoadFailure";
import type { Sort } from "./sorting";

/** What is searched for in a list, and its order. */
export interface Search {
  q?: string;
  sort?: Sort;
}

export interface PageQuery extends Search {
  limit: number;
  offset: number;
}

/** What a list is narrowed to, by parameters of its call; "" does not narrow it. */
export type Filters = Readonly<Record<string, string>>;
type Narrowed<F> = { [K in keyof F]?: Exclude<F[K], ""> };

/** The part of a list that is shown. */
export interface View<F extends Filters> {
  q: string;
  sort: Sort | undefined;
  filters: F;
  page: number;
}

interface Options<T, F extends Filters> {
  /** Begins the SWR keys of the list's pages. */
  name: string;
  fetchPage: (query: PageQuery & Narrowed<F>) => Promise<List<T>>;
  /** The order at first; the server's own when missing. */
  sort?: Sort;
  perPage?: number;
  /** The words that are searched for at first, and from when this changes; null changes nothing. */
  q?: string | null;
  /** What it is narrowed to at first. */
  filters?: F;
  /** The place that keeps what is shown; without it, that lasts as long as the list is in sight. */
  view?: readonly [View<F>, (change: (was: View<F>) => View<F>) => void];
  /** The list is read again when this changes. */
  version?: string;
  /** How often it is read again by itself, in milliseconds; 0 is never. */
  refreshInterval?: (latest: List<T> | undefined) => number;
}

/** Pauses shorter than this are within a word. */
const PAUSE = 200;

/**
 * A list that the server searches, narrows, sorts and pages, so that it is as quick with 50,000 entries as with 50.
 * What is known stays in sight while the next page comes.
 */
export function useList<T, F extends Filters = Record<never, never>>(options: Options<T, F>) {
  const { name, fetchPage, perPage = 50, q = null, version, refreshInterval } = options;
  const own = useState<View<F>>(() => ({
    q: q ?? "",
    sort: options.sort,
    filters: options.filters ?? ({} as F),
    page: 1,
  }));
  const [view, setView] = options.view ?? own;
  const [typed, setTyped] = useState(view.q);
  /** The words that are searched for, and those that this list has asked for last, which may be on their way. */
  const [searched, setSearched] = useState({ q: view.q, asked: view.q });
  if (searched.q !== view.q) {
    // Somebody has followed a link.
    const elsewhere = view.q !== searched.asked;
    if (elsewhere) setTyped(view.q);
    setSearched({ q: view.q, asked: elsewhere ? view.q : searched.asked });
  }
  const [given, setGiven] = useState(q);
  if (given !== q) {
    setGiven(q);
    if (q !== null) {
      setTyped(q);
      setView((was) => ({ ...was, q, page: 1 }));
    }
  }
  const look = useDebouncedCallback((q: string) => {
    setSearched((was) => ({ ...was, asked: q }));
    setView((was) => (was.q === q ? was : { ...was, q, page: 1 }));
  }, PAUSE);
  const narrowed = Object.fromEntries(Object.entries(view.filters).filter(([, value]) => value !== "")) as Narrowed<F>;
  const query = {
    limit: perPage,
    offset: (view.page - 1) * perPage,
    q: view.q || undefined,
    sort: view.sort,
    ...narrowed,
  };
  const { data, error, mutate } = useSWR<List<T> & { query: typeof query; filtered: boolean }, unknown>(
    [name, query, version],
    async () => {
      const filtered = view.q !== "" || Object.keys(narrowed).length > 0;
      return { ...(await fetchPage(query)), query, filtered };
    },
    { keepPreviousData: true, refreshInterval },
  );
  const late = data !== undefined && JSON.stringify(data.query) !== JSON.stringify(query);
  const failed = error !== undefined && (!data || late);
  useLoadFailure(failed ? error : undefined);

  const pages = data ? Math.max(1, Math.ceil(data.total / perPage)) : 1;
  useEffect(() => {
    // The last entry of the last page may have been deleted.
    if (data && !late) setView((was) => (was.page > pages ? { ...was, page: pages } : was));
  }, [data, late, pages, setView]);

  return {
    /** Undefined until the first page is known. */
    data,
    /** Whether it is still another page that is shown. */
    late: late && !failed,
    /** Why what was asked for is not shown. */
    error: failed ? error : undefined,
    retry: () => mutate(),
    /** Whether what is shown is only what was searched for. */
    filtered: data?.filtered ?? false,
    typed,
    search: (text: string) => {
      setTyped(text);
      look(text.trim());
    },
    /** What stands in the search box, and the order: what an export follows. */
    asked: { q: typed.trim() || undefined, sort: view.sort } satisfies Search,
    filters: view.filters,
    /** The filters that narrow it. */
    narrowed,
    narrow: (by: Partial<F>) => setView((was) => ({ ...was, filters: { ...was.filters, ...by }, page: 1 })),
    sort: view.sort,
    sortBy: (next: Sort) => setView((was) => ({ ...was, sort: next, page: 1 })),
    page: view.page,
    pages,
    turnTo: (page: number) => setView((was) => ({ ...was, page })),
  };
}

/** A list as its frame shows it. */
export type ListView<T> = Omit<
  ReturnType<typeof useList<T>>,
  "data" | "retry" | "asked" | "filters" | "narrowed" | "narrow"
> & {
  data: List<T> | undefined;
  retry(): Promise<unknown>;
  filters: Filters;
  narrow(by: Filters): void;
};
