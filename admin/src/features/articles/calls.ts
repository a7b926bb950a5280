import useSWR, { mutate } from "swr";
import { api, body, ifMatch, page } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Article, ArticleSummary, ArticleUpdate } from "@/api/types";

export type Status = Article["status"];

export interface ListQuery {
  q: string;
  status: Status | "";
  offset: number;
  limit: number;
}

type List = { items: ArticleSummary[]; total: number };

const LIST = "/articles";

/** A page of all articles, newest first. */
export function useArticles(query: ListQuery) {
  return useSWR<List, unknown>([LIST, query], () =>
    page(
      api.GET("/articles", {
        params: {
          query: {
            limit: query.limit,
            offset: query.offset,
            q: query.q || undefined,
            status: query.status || undefined,
          },
        },
      }),
    ),
  );
}

/** One article by its id, as it is stored now. Never an older copy: an edit begins from it. */
export function fetchArticle(id: string): Promise<Article> {
  return body(api.GET("/articles/{id}", { params: { path: { id } }, cache: "no-store" }));
}

export async function createArticle(article: ArticleUpdate & { title: string }): Promise<Article> {
  const created = await body(api.POST("/articles", { body: article }));
  noteSaved();
  void refreshList();
  return created;
}

/** Fails with status 412 when the article is no longer at `revision`; undefined overwrites whatever is there. */
export async function updateArticle(
  id: string,
  article: ArticleUpdate,
  revision: number | undefined,
): Promise<Article> {
  const updated = await body(
    api.PUT("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: article }),
  );
  noteSaved();
  void refreshList();
  return updated;
}

/** Takes the article off every list at once, and puts it back when the server refuses. */
export async function deleteArticle(id: string): Promise<void> {
  const without = (list: List | undefined) =>
    list && { items: list.items.filter((item) => item.id !== id), total: list.total - 1 };
  await mutate<List>(isList, without, { revalidate: false });
  try {
    await body(api.DELETE("/articles/{id}", { params: { path: { id } } }));
    noteSaved();
  } finally {
    await refreshList();
  }
}

function refreshList() {
  return mutate(isList);
}

function isList(key: unknown): boolean {
  return Array.isArray(key) && key[0] === LIST;
}
