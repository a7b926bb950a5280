import { body, page } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Article, ArticleSummary, ArticleUpdate } from "@/api/types";

export type Status = Article["status"];

/** The orders that the list offers; the server sorts. */
export const SORTS = [
  { value: "-publish_date", label: "Newest first" },
  { value: "publish_date", label: "Oldest first" },
  { value: "-updated_at", label: "Last changed" },
  { value: "title", label: "Title, A to Z" },
  { value: "author", label: "Author" },
] as const;

export type Sort = (typeof SORTS)[number]["value"];

export interface ListQuery {
  q: string;
  status: Status | "";
  sort: Sort;
  offset: number;
  limit: number;
}

type List = { items: ArticleSummary[]; total: number };

const LIST = "/articles";

/** A page of all articles. The page before stays in sight while the next one comes. */
export function useArticles(query: ListQuery) {
  return useSWR<List, unknown>(
    [LIST, query],
    () =>
      page(
        api.GET("/articles", {
          params: {
            query: {
              limit: query.limit,
              offset: query.offset,
              sort: query.sort,
              q: query.q || undefined,
              status: query.status || undefined,
            },
          },
        }),
      ),
    { keepPreviousData: true },
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
