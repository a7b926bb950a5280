import { body, revised } from "@academy/shared/api/client";
import { mutate } from "swr";
import { api, entityTag, ifMatch } from "@/api/client";
import { PAGES_KEY as LIST } from "@/api/pages";
import { noteSaved } from "@/api/publishing";
import type { Page, PageSummary, PageWorkingCopy } from "@/api/types";
import { changedIn, gone, ifVersion, workingCopy } from "@/editing/copies";
import type { CopyCalls, DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { undoUnpublishing } from "@/history/undo";
import { toast } from "@/ui/toasts";
import { EMPTY, formOf, type PageForm, payloadOf, sameForm, type Written, wordsOf } from "./form";

const COPY = "/admin/pages/{id}/working-copy";
const copyPath = (stored: Page | null) => ({ id: stored?.id ?? "new" });

const COPIES: CopyCalls<Page, PageForm> = {
  fetch: async (stored) => {
    const copy = await body(api.GET(COPY, { params: { path: copyPath(stored), query: { optional: true } } }));
    if (!copy) return null;
    const written = { ...(stored ?? payloadOf(EMPTY)), ...copy } as Written;
    return workingCopy(copy, formOf(written), stored);
  },
  save: async (stored, form, { publishAt: publish_at, over: document_revision }, version) => {
    const changed = changedIn(payloadOf(form), payloadOf(stored ? formOf(stored) : EMPTY));
    const copy = await body<PageWorkingCopy>(
      api.PUT(COPY, {
        params: { path: copyPath(stored), header: ifVersion(version) },
        body: { ...changed, publish_at, document_revision },
      }),
    );
    void mutate(LIST);
    return workingCopy(copy, form, stored);
  },
  discard: async (stored, version) => {
    await gone(body(api.DELETE(COPY, { params: { path: copyPath(stored), header: ifMatch(version) } })));
    void mutate(LIST);
  },
  publish: async (before, revision, version) => {
    const params = { path: { id: before.id }, header: ifMatch(revision) };
    const page = await body(api.POST(`${COPY}/publish`, { params, body: { copy: entityTag(version) } }));
    await saved();
    told(page, before, "Changes published");
    return page;
  },
};

/** How a page is edited. */
export const PAGES: DocumentKind<Page, PageForm> = {
  what: "page",
  collection: "pages",
  empty: EMPTY,
  idOf: ({ id }) => id,
  formOf,
  same: sameForm,
  fetch: (id) => body(api.GET("/admin/pages/{id}", { params: { path: { id } }, cache: "no-store" })),
  save: async (id, form, revision, before) => {
    const page = payloadOf(form);
    const stored = await body(
      id === null
        ? api.POST(LIST, { body: page })
        : api.PUT("/admin/pages/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: page }),
    );
    await saved();
    told(stored, before, "Page saved");
    return stored;
  },
  failed: () => "Failed to save page",
  goOn: "Keep editing",
  stays: true,
  filled: (sent, { path }) => (payloadOf(sent).path === "" ? { ...sent, path } : sent),
  copies: COPIES,
  wordsOf,
};

const told = (page: Page, before: Page | null, message: string) =>
  toast.success(message, {
    link: isPublic(page) ? { href: page.path, label: "View" } : undefined,
    button: undoUnpublishing({ collection: "pages", id: page.id }, before, page, Object.keys(payloadOf(EMPTY))),
  });

/**
 * Publishes or withdraws a page as it is listed; resolves to its new revision. What stands in a working copy is not
 * published unread.
 */
export async function setStatus(
  { id, revision, ...page }: PageSummary,
  status: PageSummary["status"],
): Promise<number> {
  if (status === "published" && page.has_working_copy) {
    throw new Error("It has unpublished changes. Open it to publish them.");
  }
  const params = { path: { id }, header: ifMatch(revision) };
  return (await revised(api.PUT("/admin/pages/{id}", { params, body: { status } }))).revision;
}

/**
 * Resolves to its revision in the trash. Fails with status 412 when the page has changed since it was listed; the list
 * then shows it as it is.
 */
export async function deletePage({ id, revision }: PageSummary): Promise<number> {
  const params = { path: { id }, header: ifMatch(revision) };
  try {
    return (await revised(api.DELETE("/admin/pages/{id}", { params }))).revision;
  } finally {
    await saved();
  }
}

async function saved() {
  noteSaved();
  await mutate(LIST);
}
