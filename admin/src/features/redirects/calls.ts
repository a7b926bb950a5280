import { body } from "@academy/shared/api/client";
import { contains } from "@academy/shared/fold";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import type { Redirect, RedirectReport } from "@/api/types";
import { upload } from "@/api/upload";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { COLLECTIONS } from "@/resources/collections";
import { noteSaved } from "@/resources/publishing";
import { toast } from "@/ui/toasts";

const KEY = "/admin/redirects";

/** The address of the CSV file of all redirects. */
export const EXPORT = "/api/admin/redirects/export";

/** Where a redirect comes from, in words. */
export const SOURCES: Readonly<Record<Redirect["source"], string>> = {
  editor: "By hand",
  moved: "Moved",
  import: "Imported",
};

/** A redirect's status, in words. */
export const STATUSES: Readonly<Record<number, string>> = { 301: "Permanent", 302: "Temporary", 410: "Gone" };

/** All redirects, by address. */
export function useRedirects() {
  return useSWR<Redirect[], unknown>(KEY, async () => {
    const all = await body(api.GET(KEY, { cache: "no-store" }));
    // Those that moved are not stored, and have no id of their own.
    return all.map((each) => (each.source === "moved" ? { ...each, id: each.from } : each));
  });
}

/** Whether a redirect is found by a text, and comes from a source; "" is any. */
export const shows = ({ from, to, source }: Redirect, q: string, filters: { source: string }): boolean =>
  (filters.source === "" || source === filters.source) && (q === "" || contains(`${from} ${to}`, q));

/** The fields as they are typed. */
export interface RedirectForm {
  from: string;
  to: string;
  /** The number, as a control of choices has it. */
  status: string;
}

const { fields } = COLLECTIONS.redirects;

const formOf = ({ from, to, status }: Redirect): RedirectForm => ({ from, to, status: String(status) });

/** Where something is gone, visitors are sent nowhere. */
const editableOf = ({ from, to, status }: RedirectForm) => ({
  from: from.trim(),
  to: status === "410" ? "" : to.trim(),
  status: Number(status) as Redirect["status"],
});

/** How a redirect is edited. */
export const REDIRECTS: ListedKind<Redirect, RedirectForm> = {
  what: "redirect",
  collection: "redirects",
  fields,
  empty: { from: "", to: "", status: "301" },
  idOf: ({ id }) => id,
  formOf,
  written: editableOf,
  save: async (_, form, revision, before) => {
    if (!before) {
      const added = await body(api.POST(KEY, { body: editableOf(form) }));
      await refreshRedirects();
      toast.success("Redirect added");
      return added;
    }
    const path = { id: before.id };
    const { saved } = await writeChanges(
      {
        formOf: (redirect: Redirect) => editableOf(formOf(redirect)),
        write: (changes, revision) =>
          body(api.PUT("/admin/redirects/{id}", { params: { path, header: ifMatch(revision) }, body: changes })),
      },
      editableOf(form),
      before,
      revision,
    );
    await refreshRedirects();
    toast.success("Redirect updated");
    return saved;
  },
  failed: (id) => `Failed to ${id === null ? "add" : "update"} the redirect`,
  stays: false,
  merges: true,
};

/** Adds the redirects of a CSV file; the lines that cannot be used are in what it resolves to. */
export async function importRedirects(file: File): Promise<RedirectReport> {
  const form = new FormData();
  form.append("file", file);
  const report = await upload<RedirectReport>("/admin/redirects/import", form);
  await refreshRedirects();
  return report;
}

async function refreshRedirects() {
  noteSaved();
  await mutate(KEY);
}
