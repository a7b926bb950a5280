import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Page, PageSummary } from "@/api/types";
import { isPublic } from "@/components/schedule";
import { toast } from "@/components/toasts";
import type { DocumentKind } from "@/components/useDocument";
import { undoUnpublishing } from "@/history/undo";
import { EMPTY, formOf, type PageForm, payloadOf, sameForm } from "./form";

const LIST = "/admin/pages";

/** The pages that editors made, by their path. */
export function usePages() {
  return useSWR<PageSummary[], unknown>(LIST, () => body(api.GET(LIST)));
}

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
    toast.success("Page saved", {
      link: isPublic(stored) ? { href: stored.path, label: "View it" } : undefined,
      button: undoUnpublishing({ collection: "pages", id: stored.id }, before, stored, Object.keys(page)),
    });
    return stored;
  },
  failed: () => "Failed to save page",
  goOn: "Keep editing",
  stays: true,
};

export async function deletePage(id: string): Promise<void> {
  await body(api.DELETE("/admin/pages/{id}", { params: { path: { id } } }));
  await saved();
}

async function saved() {
  noteSaved();
  await mutate(LIST);
}
