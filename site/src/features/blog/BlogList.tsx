"use client";

import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { Empty } from "@/components/PlannedArt";
import type { CardArticle } from "@/content/card";
import { island } from "@/islands/island";
import type { DateStyle } from "@/lib/date";
import { fill } from "@/lib/fill";
import { useArticles, useSettings } from "@/live/useLive";
import styles from "./blog.module.css";
import { Cards } from "./Cards";
import type { ListTexts, SearchTexts } from "./fields";
import { Found, SearchForm, useSearch } from "./Search";

const addressOf = (page: number) => (page === 1 ? "/blog" : `/blog/page/${page}`);

function Pages({ page, pages, texts }: { page: number; pages: number; texts: ListTexts }) {
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <div>
        {page > 1 && (
          <ButtonLink href={addressOf(page - 1)} tone="text" back>
            {texts.newer}
          </ButtonLink>
        )}
      </div>
      <p>{fill(texts.page, { page, pages })}</p>
      <div>
        {page < pages && (
          <ButtonLink href={addressOf(page + 1)} tone="text">
            {texts.older}
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

interface Props extends DateStyle {
  articles: CardArticle[];
  comingSoon: boolean;
  page: number;
  pages: number;
  pageSize: number;
  texts: { list: ListTexts; search: SearchTexts };
}

/** One page of the list, as built, and as the API has it once it answers; or what was searched for. */
export default island("BlogList", ({ articles, comingSoon, page, pages, pageSize, texts, ...style }: Props) => {
  const settings = useSettings({ blog_show_coming_soon: comingSoon });
  const list = useArticles(articles, pageSize, (page - 1) * pageSize);
  const [query, search] = useSearch();
  if (settings.blog_show_coming_soon) {
    return (
      <ComingSoon title={texts.list.soon_title} level={2}>
        {texts.list.soon_text && <p>{texts.list.soon_text}</p>}
      </ComingSoon>
    );
  }
  if (list.length === 0) return <Empty>{texts.list.empty}</Empty>;
  return (
    <>
      <SearchForm texts={texts.search} query={query} onSearch={search} />
      {query ? (
        <Found key={query} texts={texts} query={query} step={pageSize} onClear={() => search("")} {...style} />
      ) : (
        <>
          <Cards articles={list} texts={texts.list} {...style} />
          {pages > 1 && <Pages page={page} pages={pages} texts={texts.list} />}
        </>
      )}
    </>
  );
});
