import { body, revised } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import type { Page, PageSummary } from "@/api/types";
import { refuseUnread } from "@/bulk/run";
import { copyCalls } from "@/editing/copies";
import type { DocumentKind } from "@/editing/kind";
import { isPublic } from "@/editing/schedule";
import { undoUnpublishing } from "@/history/undo";
import { COLLECTIONS } from "@/resources/collections";
import { pageSaved, refreshPages } from "@/resources/pages";
import { toast } from "@/ui/toasts";
import { EMPTY, formOf, type PageForm, payloadOf } from "./form";

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
    await saved(stored, before, "Page saved");
    return stored;
  },
  failed: () => "Failed to save page",
  stays: true,
  filled: (sent, { path }) => (payloadOf(sent).path === "" ? { ...sent, path } : sent),
  copies: copyCalls(
    "/admin/pages/{id}/working-copy",
    { empty: EMPTY, formOf, written: payloadOf },
    refreshPages,
    (page: Page, before: Page) => saved(page, before, "Changes published"),
  ),
};

async function saved(page: Page, before: Page | null, message: string) {
  await pageSaved();
  toast.success(message, {
    link: isPublic(page) ? { href: page.path, label: "View" } : undefined,
    button: undoUnpublishing({ collection: "pages", id: page.id }, before, page, Object.keys(payloadOf(EMPTY))),
  });
}

/**
 * Publishes or withdraws a page as it is listed; resolves to its new revision.
 */
export async function setStatus(
  { id, revision, ...page }: PageSummary,
  status: PageSummary["status"],
): Promise<number> {
  if (status === "published") refuseUnread(page);
  const params = { path: { id }, header: ifMatch(revision) };
  return (await revised(api.PUT("/admin/pages/{id}", { params, body: { status } }))).revision;
}
