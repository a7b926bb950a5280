import { useSearchParams } from "react-router";
import type { Filters, View } from "./useList";

/**
 * The part of a list that is shown, kept in the address of its tab: loading the page again, and a link to it, show the
 * same. The address leaves out whatever is as in `start`.
 */
export function useAddressed<F extends Filters>(start: Omit<View<F>, "page">) {
  const [params, setParams] = useSearchParams();
  const { q, sort = "", filters } = start;
  const standard: Readonly<Record<string, string>> = { ...filters, q, sort, page: "1" };
  const viewIn = (asked: URLSearchParams): View<F> => {
    const of = (name: string) => asked.get(name) ?? standard[name] ?? "";
    return {
      q: of("q"),
      sort: of("sort") || undefined,
      filters: Object.fromEntries(Object.keys(filters).map((name) => [name, of(name)])) as F,
      page: Math.max(1, Math.floor(Number(of("page"))) || 1),
    };
  };
  const setView = (change: (was: View<F>) => View<F>) => {
    // The address may have changed since it was drawn.
    const asked = new URLSearchParams(window.location.search);
    const was = viewIn(asked);
    const next = change(was);
    if (next === was) return;
    const values = { ...next.filters, q: next.q, sort: next.sort ?? "", page: `${next.page}` };
    for (const [name, value] of Object.entries(values)) {
      if (value === standard[name]) asked.delete(name);
      else asked.set(name, value);
    }
    setParams(asked, { replace: true });
  };
  return [viewIn(params), setView] as const;
}
