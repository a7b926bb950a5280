"use client";

import { type ReactNode, useEffect, useState } from "react";
import useSWR from "swr";
import { type Api, ApiError, answer, type Schemas } from "@/api/client";
import { PathSpinner } from "@/components/PathSpinner";
import { ask, newest } from "@/live/ask";
import { useSite } from "@/live/Site";
import { ArticleNotFound } from "./ArticleNotFound";
import { ArticleView } from "./ArticleView";
import styles from "./missing.module.css";
import { articleSlug } from "./slug";

/**
 * What the site shows at an address it has no page for. An article may be newer than the release:
 * the API is asked for it, and only when it does not know it either the article is not found.
 */
export function Missing({ children }: { children: ReactNode }) {
  const { apiUrl, timezone } = useSite();
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
        <PathSpinner label="Looking for the article" />
      </div>
    </div>
  );
  if (slug) {
    if (data) return <ArticleView article={data} timezone={timezone} />;
    if (error) return <ArticleNotFound unreachable={!(error instanceof ApiError && error.status === 404)} />;
    return looking;
  }
  return (
    <>
      <div className={styles.lost}>{children}</div>
      <div className={styles.looking}>{looking}</div>
    </>
  );
}
