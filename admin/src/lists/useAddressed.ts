import { useSearchParams } from "react-router";
import type { Filters, View } from "./useList";

/**
 * What a list shows, kept in the address of its tab: loading the page again, and a link to it, show the same. What is
 * as in `start` is left out.
 */
export function useAddressed<F extends Filters>(start: Omit<View<F>, "page">) {
  const [params, setParams] = useSearchParams();
  const { q, sort = "", filters } = start;
  const standard: Readonly<Record<string, string>> = { ...filters, q, sort, page: "1" };
  const of = (name: string) => params.get(name) ?? standard[name] ?? "";
  const view: View<F> = {
    q: of("q"),
    sort: of("sort") || undefined,
    filters: Object.fromEntries(Object.keys(filters).map((name) => [name, of(name)])) as F,
    page: Math.max(1, Math.floor(Number(of("page"))) || 1),
  };
  const setView = (change: (was: View<F>) => View<F>) => {
    const next = change(view);
    if (next === view) return;
    const values = { ...next.filters, q: next.q, sort: next.sort ?? "", page: `${next.page}` };
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === standard[name]) changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: true },
    );
  };
  return [view, setView] as const;
}
