import { body } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import type { Suggestion } from "./suggestions";

/** The pages that editors made, as they are linked. */
export function usePageSuggestions(): readonly Suggestion[] {
  const { data } = useSWR("/admin/pages", () => body(api.GET("/admin/pages")));
  return (data ?? []).map(({ id, path, title }) => ({ value: `page:${id}`, label: `${title} (${path})` }));
}
