import { body, page } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import type { Article } from "@/api/types";
import { copyCalls } from "@/editing/copies";
import type { DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { undoUnpublishing } from "@/history/undo";
import type { PageQuery } from "@/lists/useList";
import { COLLECTIONS } from "@/resources/collections";
import { noteSaved } from "@/resources/publishing";
import { refreshReviews } from "@/resources/reviews";
import { toast } from "@/ui/toasts";
import { type ArticleForm, EMPTY, formOf, payloadOf, updateOf } from "./form";

export type Status = Article["status"];

/** The list's name, and the beginning of its keys. */
export const NAME = "Articles";

export const fetchArticles = (query: PageQuery & { status?: Status }) =>
  page(api.GET("/articles", { params: { query } }));

const refresh = () => refreshList(NAME);

/** How an article is edited. */
export const ARTICLES: DocumentKind<Article, ArticleForm> = {
  what: "article",
  collection: "articles",
  fields: COLLECTIONS.articles.fields,
  empty: EMPTY,
  idOf: ({ id }) => id,
  formOf,
  written: payloadOf,
  fetch: (id) => body(api.GET("/articles/{id}", { params: { path: { id } }, cache: "no-store" })),
  save: async (id, form, revision, before) => {
    const article = updateOf(form, before);
    const stored = await body(
      id === null
        ? api.POST("/articles", { body: article })
        : api.PUT("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: article }),
    );
    saved(stored, before, id === null ? "Article created successfully" : "Article updated successfully");
    return stored;
  },
  failed: (id) => (id === null ? "Failed to create article" : "Failed to update article"),
  goOn: "Keep editing",
  stays: "typing",
  filled: (sent, { slug }) => (sent.slug.trim() === "" ? { ...sent, slug } : sent),
  copies: copyCalls(
    "/articles/{id}/working-copy",
    { empty: EMPTY, formOf, written: payloadOf },
    refresh,
    (article: Article, before: Article) => saved(article, before, "Changes published"),
  ),
};

function saved(article: Article, before: Article | null, message: string) {
  noteSaved();
  void refresh();
  void refreshReviews();
  toast.success(message, {
    link: isPublic(article) ? { href: `/blog/${article.slug}`, label: "View" } : undefined,
    button: undoUnpublishing(
      { collection: "articles", id: article.id },
      before,
      article,
      Object.keys(payloadOf(EMPTY)),
    ),
  });
}
