"use client";

import { type FormEvent, useCallback, useEffect, useState } from "react";
import buttons from "@/components/button.module.css";
import { Icon } from "@/components/Icon";
import { PathSpinner } from "@/components/PathSpinner";
import { useFoundArticles } from "@/live/useLive";
import styles from "./blog.module.css";
import { Cards } from "./Cards";

/** What is searched for, kept in the address so that it can be shared and come back to; empty for nothing. */
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

export function SearchForm({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  };
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor="blog-search" className="visually-hidden">
          Search articles
        </label>
        <input
          // The address may name what to search for only once the page is there.
          key={query}
          id="blog-search"
          name="q"
          type="search"
          placeholder="Search articles"
          defaultValue={query}
          maxLength={200}
          enterKeyHint="search"
        />
        <button type="submit" className={buttons.quiet}>
          <Icon name="search" size={20} />
          Search
        </button>
      </form>
    </search>
  );
}

/** The articles that the words were found in, `step` at a time. */
export function Found({ query, step, onClear }: { query: string; step: number; onClear: () => void }) {
  const [limit, setLimit] = useState(step);
  const { articles, total, failed } = useFoundArticles(query, limit);
  const clear = (
    <button type="button" className={buttons.text} onClick={onClear}>
      Show all articles
    </button>
  );
  if (failed) {
    return (
      <div className={styles.found}>
        <p role="alert">The search cannot be reached right now. Please try again in a moment.</p>
        {clear}
      </div>
    );
  }
  if (!articles) return <PathSpinner label="Searching" />;
  return (
    <>
      <div className={styles.found}>
        <p role="status">
          {total === 0 ? "No article" : total === 1 ? "1 article" : `${total} articles`} with “{query}”
        </p>
        {clear}
      </div>
      <Cards articles={articles} />
      {articles.length < total && (
        <div className="actions">
          <button type="button" className={buttons.quiet} onClick={() => setLimit(limit + step)}>
            Show more
          </button>
        </div>
      )}
    </>
  );
}
