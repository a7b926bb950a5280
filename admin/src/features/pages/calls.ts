import { body } from "@academy/shared/api/client";
import { api, entityTag, ifMatch } from "@/api/client";
import type { Page, PageWorkingCopy } from "@/api/types";
import { gone, ifVersion, workingCopy } from "@/editing/copies";
import type { CopyCalls, DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { changedIn } from "@/editing/writeOver";
import { undoUnpublishing } from "@/history/undo";
import { COLLECTIONS } from "@/resources/collections";
import { pageSaved, refreshPages } from "@/resources/pages";
import { toast } from "@/ui/toasts";
import { EMPTY, formOf, type PageForm, payloadOf, type Written } from "./form";

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
    void refreshPages();
    return workingCopy(copy, form, stored);
  },
  discard: async (stored, version) => {
    await gone(body(api.DELETE(COPY, { params: { path: copyPath(stored), header: ifMatch(version) } })));
    void refreshPages();
  },
  publish: async (before, revision, version) => {
    const params = { path: { id: before.id }, header: ifMatch(revision) };
    const page = await body(api.POST(`${COPY}/publish`, { params, body: { copy: entityTag(version) } }));
    await pageSaved();
    told(page, before, "Changes published");
    return page;
  },
};

/** How a page is edited. */
export const PAGES: DocumentKind<Page, PageForm> = {
  what: "page",
  collection: "pages",
  fields: COLLECTIONS.pages.fields,
  empty: EMPTY,
  idOf: ({ id }) => id,
  formOf,
  written: payloadOf,
  fetch: (id) => body(api.GET("/admin/pages/{id}", { params: { path: { id } }, cache: "no-store" })),
  save: async (id, form, revision, before) => {
    const page = payloadOf(form);
    const stored = await body(
      id === null
        ? api.POST("/admin/pages", { body: page })
        : api.PUT("/admin/pages/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: page }),
    );
    await pageSaved();
    told(stored, before, "Page saved");
    return stored;
  },
  failed: () => "Failed to save page",
  stays: true,
  filled: (sent, { path }) => (payloadOf(sent).path === "" ? { ...sent, path } : sent),
  copies: COPIES,
};

const told = (page: Page, before: Page | null, message: string) =>
  toast.success(message, {
    link: isPublic(page) ? { href: page.path, label: "View it" } : undefined,
    button: undoUnpublishing({ collection: "pages", id: page.id }, before, page, Object.keys(payloadOf(EMPTY))),
  });
