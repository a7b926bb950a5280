import { body, page } from "@academy/shared/api/client";
import { api, entityTag, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import type { Article, ArticleWorkingCopy } from "@/api/types";
import { gone, ifVersion, workingCopy } from "@/editing/copies";
import type { CopyCalls, DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { changedIn } from "@/editing/writeOver";
import { undoUnpublishing } from "@/history/undo";
import type { PageQuery } from "@/lists/useList";
import { COLLECTIONS } from "@/resources/collections";
import { noteSaved } from "@/resources/publishing";
import { toast } from "@/ui/toasts";
import { type ArticleForm, EMPTY, formOf, payloadOf, updateOf, type Written } from "./form";

export type Status = Article["status"];

/** The list's name, and the beginning of its keys. */
export const NAME = "Articles";

export const fetchArticles = (query: PageQuery & { status?: Status }) =>
  page(api.GET("/articles", { params: { query } }));

const COPY = "/articles/{id}/working-copy";
const copyPath = (stored: Article | null) => ({ id: stored?.id ?? "new" });

const COPIES: CopyCalls<Article, ArticleForm> = {
  fetch: async (stored) => {
    const copy = await body(api.GET(COPY, { params: { path: copyPath(stored), query: { optional: true } } }));
    if (!copy) return null;
    const written = { ...(stored ?? payloadOf(EMPTY)), ...copy } as Written;
    return workingCopy(copy, formOf(written), stored);
  },
  save: async (stored, form, { publishAt: publish_at, over: document_revision }, version) => {
    const changed = changedIn(payloadOf(form), payloadOf(stored ? formOf(stored) : EMPTY));
    const copy = await body<ArticleWorkingCopy>(
      api.PUT(COPY, {
        params: { path: copyPath(stored), header: ifVersion(version) },
        body: { ...changed, publish_at, document_revision },
      }),
    );
    void refreshList(NAME);
    return workingCopy(copy, form, stored);
  },
  discard: async (stored, version) => {
    await gone(body(api.DELETE(COPY, { params: { path: copyPath(stored), header: ifMatch(version) } })));
    void refreshList(NAME);
  },
  publish: async (before, revision, version) => {
    const params = { path: { id: before.id }, header: ifMatch(revision) };
    const article = await body(api.POST(`${COPY}/publish`, { params, body: { copy: entityTag(version) } }));
    saved(article, before, "Changes published");
    return article;
  },
};

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
  goOn: "Keep writing",
  stays: "typing",
  filled: (sent, { slug }) => (sent.slug.trim() === "" ? { ...sent, slug } : sent),
  copies: COPIES,
};

function saved(article: Article, before: Article | null, message: string) {
  noteSaved();
  void refreshList(NAME);
  toast.success(message, {
    link: isPublic(article) ? { href: `/blog/${article.slug}`, label: "View it" } : undefined,
    button: undoUnpublishing(
      { collection: "articles", id: article.id },
      before,
      article,
      Object.keys(payloadOf(EMPTY)),
    ),
  });
}
