"use client";

import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { Empty } from "@/components/PlannedArt";
import type { CardArticle } from "@/content/card";
import { useArticles, useSettings } from "@/live/useLive";
import styles from "./blog.module.css";
import { Cards } from "./Cards";
import { Found, SearchForm, useSearch } from "./Search";

const addressOf = (page: number) => (page === 1 ? "/blog" : `/blog/page/${page}`);

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav className={styles.pages} aria-label="Pages of the blog">
      <div>
        {page > 1 && (
          <ButtonLink href={addressOf(page - 1)} tone="text" back>
            Newer
          </ButtonLink>
        )}
      </div>
      <p>
        Page {page} of {pages}
      </p>
      <div>
        {page < pages && (
          <ButtonLink href={addressOf(page + 1)} tone="text">
            Older
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

interface Props {
  articles: CardArticle[];
  comingSoon: boolean;
  page: number;
  pages: number;
  pageSize: number;
}

/** One page of the list, as built, and as the API has it once it answers; or what was searched for. */
export function BlogList({ articles, comingSoon, page, pages, pageSize }: Props) {
  const settings = useSettings({ blog_show_coming_soon: comingSoon });
  const list = useArticles(articles, pageSize, (page - 1) * pageSize);
  const [query, search] = useSearch();
  if (settings.blog_show_coming_soon) {
    return (
      <ComingSoon title="Coming Soon" level={2}>
        <p>We're preparing insightful articles for you. Stay tuned!</p>
      </ComingSoon>
    );
  }
  if (list.length === 0) return <Empty>No articles published yet. Check back soon!</Empty>;
  return (
    <>
      <SearchForm query={query} onSearch={search} />
      {query ? (
        <Found key={query} query={query} step={pageSize} onClear={() => search("")} />
      ) : (
        <>
          <Cards articles={list} />
          {pages > 1 && <Pages page={page} pages={pages} />}
        </>
      )}
    </>
  );
}
