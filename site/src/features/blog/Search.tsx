import { Icon } from "@academy/shared/Icon";
import { tooLong } from "@academy/shared/text/length";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import buttons from "@/components/button.module.css";
import { PathSpinner } from "@/components/PathSpinner";
import type { DateStyle } from "@/lib/date";
import { fill } from "@/lib/fill";
import { useFoundArticles } from "@/live/useLive";
import styles from "./blog.module.css";
import { Cards } from "./Cards";
import type { CardTexts, SearchTexts } from "./fields";

/** The search text. It stands in the address, so that a search can be shared; empty for none. */
export function useSearch(): [string, (query: string) => void] {
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(new URLSearchParams(window.location.search).get("q")?.trim() ?? ""), []);
  const search = useCallback((wanted: string) => {
    const { pathname } = window.location;
    window.history.replaceState(null, "", wanted ? `${pathname}?${new URLSearchParams({ q: wanted })}` : pathname);
    setQuery(wanted);
  }, []);
  return [query, search];
}

interface FormProps {
  texts: SearchTexts;
  query: string;
  onSearch: (query: string) => void;
}

export function SearchForm({ texts, query, onSearch }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor="blog-search" className="visually-hidden">
          {texts.label}
        </label>
        <input
          // The address may name what to search for only once the page is there.
          key={query}
          id="blog-search"
          name="q"
          type="search"
          placeholder={texts.placeholder}
          defaultValue={query}
          onInput={({ currentTarget: field }) => field.setCustomValidity(tooLong(field.value, 200) ?? "")}
          enterKeyHint="search"
        />
        <button type="submit" className={buttons.quiet}>
          <Icon name="search" size={20} />
          {texts.button}
        </button>
      </form>
    </search>
  );
}

interface FoundProps extends DateStyle {
  texts: { list: CardTexts; search: SearchTexts };
  query: string;
  step: number;
  onClear: () => void;
}

/** The articles that the words were found in, `step` at a time. */
export function Found({ texts: { search: texts, list }, query, step, onClear, ...style }: FoundProps) {
  const [limit, setLimit] = useState(step);
  const { articles, total, failed } = useFoundArticles(query, limit);
  const clear = (
    <button type="button" className={buttons.text} onClick={onClear}>
      {texts.clear}
    </button>
  );
  if (failed) {
    return (
      <div className={styles.found}>
        <p role="alert">{texts.unreachable}</p>
        {clear}
      </div>
    );
  }
  if (!articles) return <PathSpinner label={texts.searching} />;
  return (
    <>
      <div className={styles.found}>
        <p role="status">
          {fill(total === 0 ? texts.none : total === 1 ? texts.one : texts.many, { count: total, query })}
        </p>
        {clear}
      </div>
      <Cards articles={articles} texts={list} {...style} />
      {articles.length < total && (
        <div className="actions">
          <button type="button" className={buttons.quiet} onClick={() => setLimit(limit + step)}>
            {texts.more}
          </button>
        </div>
      )}
    </>
  );
}
