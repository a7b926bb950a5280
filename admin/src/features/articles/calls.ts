import { body, page, revised } from "@academy/shared/api/client";
import { api, entityTag, ifMatch } from "@/api/client";
import { refreshList, removeFromList } from "@/api/lists";
import { noteSaved } from "@/api/publishing";
import type { Article, ArticleSummary, ArticleWorkingCopy } from "@/api/types";
import { changedIn, gone, ifVersion, workingCopy } from "@/editing/copies";
import type { CopyCalls, DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { undoUnpublishing } from "@/history/undo";
import type { PageQuery } from "@/lists/useList";
import { toast } from "@/ui/toasts";
import { type ArticleForm, EMPTY, formOf, payloadOf, sameForm, updateOf, type Written, wordsOf } from "./form";

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
  empty: EMPTY,
  idOf: ({ id }) => id,
  formOf,
  same: sameForm,
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
  copies: COPIES,
  wordsOf,
};

function saved(article: Article, before: Article | null, message: string) {
  noteSaved();
  void refreshList(NAME);
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

/**
 * Resolves to its revision in the trash. Fails with status 412 when the article has changed since it was listed; the list
 * then shows it as it is.
 */
export async function deleteArticle({ id, revision }: ArticleSummary): Promise<number | undefined> {
  const call = revised(api.DELETE("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) } }));
  try {
    await removeFromList(NAME, id, call);
  } catch (error) {
    await refreshList(NAME);
    throw error;
  }
  noteSaved();
  return (await call.catch(() => undefined))?.revision;
}
