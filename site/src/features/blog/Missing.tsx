"use client";

import { type Api, body, type Schemas } from "@academy/shared/api/client";
import { ApiError } from "@academy/shared/api/errors";
import { useEffect, useState } from "react";
import useSWR from "swr";
import { PathSpinner } from "@/components/PathSpinner";
import { island } from "@/islands/island";
import type { DateStyle } from "@/lib/date";
import { apiUrl } from "@/live/api";
import { ask, newest } from "@/live/ask";
import { quietly } from "@/live/swr";
import type { WritingTexts } from "@/model/writing";
import { ArticleNotFound } from "./ArticleNotFound";
import { ArticleView } from "./ArticleView";
import type { Body } from "./body";
import type { ArticleTexts, MissingTexts } from "./fields";
import styles from "./missing.module.css";
import { articleSlug } from "./slug";

interface Props extends DateStyle {
  /** Those of an article, and of where there is none. */
  texts: { "": ArticleTexts; missing: MissingTexts };
  writing: WritingTexts;
}

/**
 * What the site shows at an article's address that it has no page for. The article may be newer than the release: the
 * API is asked for it, and only when that does not know it either the article is not found. What is shown at all other
 * addresses stands beside it in the page (looking.ts).
 */
export default island("Missing", ({ texts, writing, ...style }: Props) => {
  const [slug, setSlug] = useState<string | null>(null);
  useEffect(() => setSlug(articleSlug(window.location.pathname)), []);
  const { data, error } = useSWR<Schemas["Article"] & { body: Body }, unknown>(
    slug && `${apiUrl} article ${slug}`,
    async () => {
      const read = (api: Api) => body(api.GET("/articles/{id}", { params: { path: { id: slug ?? "" } } }));
      // It may have been withdrawn, and a cache not know it yet.
      const article = await newest(apiUrl, read, await ask(apiUrl, read));
      const { bodyOf } = await import("./body");
      const formulas = article.content.includes('class="formula"')
        ? await import("@academy/shared/formula")
        : undefined;
      const options = { words: writing, formulaOf: formulas?.formulaOf };
      return { ...article, body: bodyOf(article, texts[""].video, options) };
    },
    quietly,
  );

  useEffect(() => {
    if (!data || !slug) return;
    document.title = `${data.title} · ${document.title.split(" · ").at(-1)}`;
    // An old slug leads to the article's present address.
    if (data.slug !== slug) window.location.replace(`/blog/${data.slug}`);
  }, [data, slug]);

  const shown = () => {
    if (data) return <ArticleView article={data} focus={data.focus} body={data.body} texts={texts[""]} {...style} />;
    if (error) {
      const unreachable = !(error instanceof ApiError && error.status === 404);
      return <ArticleNotFound texts={texts.missing} unreachable={unreachable} />;
    }
    return (
      <div className="stretch page-head">
        <div>
          <PathSpinner label={texts.missing.looking} />
        </div>
      </div>
    );
  };
  return <div className={styles.looking}>{shown()}</div>;
});
