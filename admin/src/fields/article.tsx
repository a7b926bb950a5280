import { Select } from "@mantine/core";
import { useState } from "react";
import { type FieldProps, labels } from "./field";
import { useArticleSuggestions, useArticleTitle } from "./suggestions";

/** One article, found by its words. */
export function ArticleField(props: FieldProps<string>) {
  const { value, onChange } = props;
  const [words, setWords] = useState("");
  const found = useArticleSuggestions(words);
  const title = useArticleTitle(value || undefined);
  const data = found.map(({ id, label }) => ({ value: id, label }));
  if (value && !found.some(({ id }) => id === value)) {
    data.unshift({ value, label: title.data ?? (title.error ? "A deleted article" : "…") });
  }
  const { error, ...shown } = labels(props);
  return (
    <Select
      {...shown}
      error={error ?? (title.error ? "This article was deleted. The block is shown without it." : undefined)}
      searchable
      clearable
      placeholder="Search by title"
      nothingFoundMessage="No published articles found"
      // The server has searched already.
      filter={({ options }) => options}
      data={data}
      value={value || null}
      onSearchChange={setWords}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
