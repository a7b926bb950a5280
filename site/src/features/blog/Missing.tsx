"use client";

import { type ReactNode, useEffect, useState } from "react";
import useSWR from "swr";
import { type Api, ApiError, answer, type Schemas } from "@/api/client";
import { PathSpinner } from "@/components/PathSpinner";
import { ask, newest } from "@/live/ask";
import { useSite } from "@/live/Site";
import { ArticleNotFound } from "./ArticleNotFound";
import { ArticleView } from "./ArticleView";
import type { ArticleTexts, MissingTexts } from "./fields";
import styles from "./missing.module.css";
import { articleSlug } from "./slug";

/** Those of an article, and of where there is none. */
interface Texts {
  "": ArticleTexts;
  missing: MissingTexts;
}

/**
 * What the site shows at an address it has no page for. An article may be newer than the release:
 * the API is asked for it, and only when it does not know it either the article is not found.
 */
export function Missing({ texts, children }: { texts: Texts; children: ReactNode }) {
  const { apiUrl, timezone, dates } = useSite();
  const [slug, setSlug] = useState<string | null>(null);
  useEffect(() => {
    setSlug(articleSlug(window.location.pathname));
    delete document.documentElement.dataset.looking;
  }, []);
  const { data, error } = useSWR<Schemas["Article"], unknown>(slug && `${apiUrl} article ${slug}`, async () => {
    const read = (api: Api) => answer(api.GET("/articles/{id}", { params: { path: { id: slug ?? "" } } }));
    // It may have been withdrawn, and a cache not know it yet.
    return newest(apiUrl, read, await ask(apiUrl, read));
  });

  useEffect(() => {
    if (!data || !slug) return;
    document.title = `${data.title} · ${document.title.split(" · ").at(-1)}`;
    // An old slug leads to the article's present address.
    if (data.slug !== slug) window.location.replace(`/blog/${data.slug}`);
  }, [data, slug]);

  const looking = (
    <div className="stretch page-head">
      <div>
        <PathSpinner label={texts.missing.looking} />
      </div>
    </div>
  );
  if (slug) {
    if (data) return <ArticleView article={data} texts={texts[""]} timezone={timezone} dates={dates} />;
    if (error) {
      const unreachable = !(error instanceof ApiError && error.status === 404);
      return <ArticleNotFound texts={texts.missing} unreachable={unreachable} />;
    }
    return looking;
  }
  return (
    <>
      <div className={styles.lost}>{children}</div>
      <div className={styles.looking}>{looking}</div>
    </>
  );
}
