import useSWR from "swr";
import type { Suggestion } from "./suggestions";

/** The pages that editors made, as they are linked. */
export function usePageSuggestions(): readonly Suggestion[] {
  const { data } = useSWR<{ id: string; path: string; title: string }[]>("/admin/pages", async () => {
    const answer = await fetch("/api/admin/pages");
    return answer.ok ? ((await answer.json()) as { id: string; path: string; title: string }[]) : [];
  });
  return (data ?? []).map(({ id, path, title }) => ({ value: `page:${id}`, label: `${title} (${path})` }));
}
