import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Page, PageCreate, PageSummary } from "@/api/types";

const LIST = "/admin/pages";

/** The pages that editors made, by their path. */
export function usePages() {
  return useSWR<PageSummary[], unknown>(LIST, () => body(api.GET(LIST)));
}

/** A page by its id, as it is stored now. Never an older copy: an edit begins from it. */
export function fetchPage(id: string): Promise<Page> {
  return body(api.GET("/admin/pages/{id}", { params: { path: { id } }, cache: "no-store" }));
}

/** Creates a page for `id` null. Fails with status 412 when the page is no longer at `revision`; undefined overwrites. */
export async function savePage(id: string | null, page: PageCreate, revision: number | undefined): Promise<Page> {
  const stored = await body(
    id === null
      ? api.POST(LIST, { body: page })
      : api.PUT("/admin/pages/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: page }),
  );
  await saved();
  return stored;
}

export async function deletePage(id: string): Promise<void> {
  await body(api.DELETE("/admin/pages/{id}", { params: { path: { id } } }));
  await saved();
}

async function saved() {
  noteSaved();
  await mutate(LIST);
}
