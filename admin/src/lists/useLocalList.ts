import { useMemo, useState } from "react";
import type { Filters } from "./useList";

interface Options<T, F extends Filters> {
  /** All entries, as SWR has them. */
  from: { data: readonly T[] | undefined; error: unknown; mutate: () => Promise<unknown> };
  /** Whether the list shows an entry; the same function each time. `q` is what is searched for, "" for everything. */
  shows: (entry: T, q: string, filters: F) => boolean;
  /** The filters that it begins with. */
  filters: F;
  perPage?: number;
}

/** A list whose entries the server gives all at once: it is searched, narrowed and paged here. */
export function useLocalList<T, F extends Filters>({ from, shows, perPage = 50, ...start }: Options<T, F>) {
  const { data, error, mutate } = from;
  const [typed, setTyped] = useState("");
  const [filters, setFilters] = useState(start.filters);
  const [turned, setPage] = useState(1);
  const q = typed.trim();
  // A letter more, and not every drawing, looks through thousands of entries.
  const found = useMemo(() => data?.filter((entry) => shows(entry, q, filters)), [data, shows, q, filters]);
  const filtered = q !== "" || Object.values(filters).some((value) => value !== "");
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / perPage));
  // The last entry of the last page may have been deleted.
  const page = Math.min(turned, pages);
  return {
    data: found && { items: found.slice((page - 1) * perPage, page * perPage), total: found.length },
    late: false,
    error: data ? undefined : error,
    retry: mutate,
    filtered,
    typed,
    search: (text: string) => {
      setTyped(text);
      setPage(1);
    },
    filters,
    narrow: (by: Partial<F>) => {
      setFilters((was) => ({ ...was, ...by }));
      setPage(1);
    },
    /** Its one order is the server's. */
    sort: undefined,
    sortBy: () => {},
    page,
    pages,
    turnTo: setPage,
  };
}
