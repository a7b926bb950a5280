import { body } from "@academy/shared/api/client";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef } from "react";
import useSWR from "swr";
import { ANONYMOUS, api } from "@/api/client";
import { usePages } from "@/resources/pages";
import { typed } from "./field";

export interface Suggestion {
  value: string;
  label: string;
}

const COUNT = 8;

/** Public articles with these words in them, as they are linked. */
export function useArticleSuggestions(words: string): readonly (Suggestion & { id: string })[] {
  const [asked] = useDebouncedValue(words.trim(), 200);
  const { data } = useSWR(
    ["/articles", "suggestions", asked],
    () =>
      body(
        api.GET("/articles", {
          params: { query: { status: "published", limit: COUNT, q: asked || undefined } },
          ...ANONYMOUS,
        }),
      ),
    { keepPreviousData: true },
  );
  return (data ?? []).map(({ id, title }) => ({ id, value: `article:${id}`, label: title }));
}

/** The pages that editors made, as they are linked. */
export function usePageSuggestions(): readonly Suggestion[] {
  const { data } = usePages();
  return (data ?? []).map(({ id, path, title }) => ({ value: `page:${id}`, label: `${title} (${path})` }));
}

/** The title of an article, for a field that holds its id; undefined while it is not known. */
export function useArticleTitle(id: string | undefined) {
  return useSWR(
    id ? ["/articles", id, "title"] : null,
    async () => (await body(api.GET("/articles/{id}", { params: { path: { id: id ?? "" } } }))).title,
    { shouldRetryOnError: false },
  );
}

/**
 * The events of an Autocomplete whose options stand for values other than their labels. It tells the label of an option
 * that was chosen, and then again as if it had been typed.
 */
export function useOptionValues(
  addressOf: (label: string) => string | undefined,
  onChange: (value: string | undefined) => void,
) {
  const chosen = useRef<string>(undefined);
  return {
    onOptionSubmit: (label: string) => {
      chosen.current = addressOf(label);
    },
    onChange: (text: string) => {
      onChange(chosen.current ?? typed(text));
      chosen.current = undefined;
    },
  };
}
