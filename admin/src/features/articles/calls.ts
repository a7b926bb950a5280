import { body, page } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import { refreshList, removeFromList } from "@/api/lists";
import { noteSaved } from "@/api/publishing";
import type { Article } from "@/api/types";
import { isPublic } from "@/components/schedule";
import { toast } from "@/components/toasts";
import type { DocumentKind } from "@/components/useDocument";
import type { PageQuery } from "@/components/useList";
import { undoUnpublishing } from "@/history/undo";
import { type ArticleForm, EMPTY, formOf, payloadOf, sameForm } from "./form";

export type Status = Article["status"];

/** The list's name, and the beginning of its keys. */
export const NAME = "Articles";

export const fetchArticles = (query: PageQuery & { status?: Status }) =>
  page(api.GET("/articles", { params: { query } }));

/** How an article is edited. */
export const ARTICLES: DocumentKind<Article, ArticleForm> = {
  what: "article",
  collection: "articles",
  empty: EMPTY,
  idOf: ({ id }) => id,
  formOf,
  same: sameForm,
  fetch: (id) => body(api.GET("/articles/{id}", { params: { path: { id } }, cache: "no-store" })),
  save: async (id, form, revision, before) => {
    const article = payloadOf(form);
    const stored = await body(
      id === null
        ? api.POST("/articles", { body: article })
        : api.PUT("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: article }),
    );
    noteSaved();
    void refreshList(NAME);
    toast.success(id === null ? "Article created successfully" : "Article updated successfully", {
      link: isPublic(stored) ? { href: `/blog/${stored.slug}`, label: "View it" } : undefined,
      button: undoUnpublishing({ collection: "articles", id: stored.id }, before, stored, Object.keys(article)),
    });
    return stored;
  },
  failed: (id) => (id === null ? "Failed to create article" : "Failed to update article"),
  goOn: "Keep writing",
  stays: false,
};

export async function deleteArticle(id: string): Promise<void> {
  await removeFromList(NAME, id, body(api.DELETE("/articles/{id}", { params: { path: { id } } })));
  noteSaved();
}
