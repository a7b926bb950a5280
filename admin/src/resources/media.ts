import { body, page, revised } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import useSWR from "swr";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import { storable } from "@/api/pictures";
import { replaceResumably, type UploadOptions } from "@/api/resumable";
import type { Media, MediaUse, Replaced } from "@/api/types";
import { formFrom, storedFrom } from "@/editing/fieldForm";
import type { DocumentKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { partsOf } from "@/history/values";
import type { PageQuery } from "@/lists/useList";
import { type Focus, focusWords } from "@/media/words";
import { toast } from "@/ui/toasts";
import { COLLECTIONS } from "./collections";
import { noteChanged } from "./history";

/** The list's name, and the beginning of its keys. */
export const NAME = "Media";

/** A file as lists have it: actions on many call its name a title. */
export type Listed = Media & { title: string };

/** The filters of a list: the two yes or no questions are asked with "true". */
interface Narrowed {
  q?: string;
  kind?: Media["kind"];
  unused?: "true";
  without_alt?: "true";
  tag?: string;
}

/** The filters as the calls have them. */
const queryOf = <Q extends Narrowed>({ unused, without_alt, ...rest }: Q) => ({
  ...rest,
  unused: unused && true,
  without_alt: without_alt && true,
});

export async function fetchMedia(narrowed: PageQuery & Narrowed) {
  const { items, total } = await page(api.GET("/admin/media", { params: { query: queryOf(narrowed) } }));
  return { items: items.map((media): Listed => ({ ...media, title: media.name })), total };
}

/** The tags of all files. */
export const useTags = () =>
  useSWR<string[], unknown>([NAME, "tags"], async () =>
    (await body(api.GET("/admin/media/tags"))).map(({ tag }) => tag),
  );

/** The number of the unused files among those of a list, and when the newest of them was uploaded. */
export async function findUnused(narrowed: Narrowed): Promise<{ total: number; until: string }> {
  const { items, total } = await fetchMedia({ ...narrowed, unused: "true", sort: "newest", limit: 1, offset: 0 });
  return { total, until: items[0]?.uploaded_at ?? "" };
}

/** Deletes the unused files among those of a list that were not uploaded after a time; tells of each that stays why. */
export async function deleteUnused(narrowed: Narrowed, until: string) {
  const { unused: _, ...filters } = queryOf(narrowed);
  const query = { ...filters, until };
  const sum = { deleted: 0, failed: [] as { name: string; reason: string }[] };
  try {
    for (let more = true; more; ) {
      const call = api.POST("/admin/media/delete-unused", { params: { query } });
      const { deleted, failed, left } = await body(call);
      sum.deleted += deleted;
      sum.failed.push(...failed);
      more = left > 0 && deleted > 0;
    }
  } finally {
    await refreshList(NAME);
  }
  return sum;
}

/** The uses of a file, the history included. */
export const useUses = (id: string) =>
  useSWR<MediaUse[], unknown>(["media uses", id], () =>
    body(api.GET("/admin/media/{id}/uses", { params: { path: { id } } })),
  );

export interface MediaForm {
  name: string;
  alt: string;
  credit: string;
  tags: string;
  poster: string;
  focus: Focus | null;
}

const { fields } = COLLECTIONS.media;
type Written = Pick<Media, "name" | "alt" | "credit" | "tags" | "poster" | "focus">;
const writtenOf = (form: MediaForm) => ({ ...storedFrom(fields, form), focus: form.focus }) as Written;
const formOf = (media: Media) => ({ ...formFrom(fields, media), focus: media.focus }) as unknown as MediaForm;

const fetchOne = (id: string) => body(api.GET("/admin/media/{id}", { params: { path: { id } }, cache: "no-store" }));

const write = (id: string, changes: Partial<Written>, revision: number | undefined) =>
  revised(api.PUT("/admin/media/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: changes }));

/** The document of a file, as it is edited. */
export const MEDIA: DocumentKind<Media, MediaForm> = {
  what: "file",
  drafts: "media",
  fields,
  empty: { name: "", alt: "", credit: "", tags: "", poster: "", focus: null },
  idOf: ({ id }) => id,
  formOf,
  written: writtenOf,
  wordsOf: (form) => ({ ...partsOf(fields, writtenOf(form)), "Focal point": focusWords(form.focus) }),
  fetch: fetchOne,
  save: async (_, form, revision, before) => {
    if (!before) throw new Error("files are added by uploading them");
    const writing = {
      formOf: (media: Media) => writtenOf(formOf(media)),
      write: async (changes: Partial<Written>, over: number | undefined) =>
        (await write(before.id, changes, over)).document,
    };
    const { saved } = await writeChanges(writing, writtenOf(form), before, revision);
    await refreshList(NAME);
    toast.success("File updated successfully");
    return saved;
  },
  failed: () => "Failed to update file",
  stays: true,
  merges: true,
};

/** Gives a file these tags, as it is listed; resolves to the revision that this made. */
export const setTags = async (id: string, tags: string[], revision: number | undefined): Promise<number> =>
  (await write(id, { tags }, revision)).revision;

/** Deletes a file for good. Fails with status 409 while something uses it. */
export async function removeMedia(id: string, revision: number | undefined): Promise<void> {
  try {
    await body(api.DELETE("/admin/media/{id}", { params: { path: { id }, header: ifMatch(revision) } }));
  } finally {
    await refreshList(NAME);
  }
}

/** The uses that kept a file from being deleted; undefined for another error. */
export const usesIn = (error: unknown): MediaUse[] | undefined =>
  hasStatus(error, 409) ? (error.problem?.uses as MediaUse[] | undefined) : undefined;

/** Puts another file in the place of one; whatever names it names the new one then; see replaceResumably. */
export async function replaceMedia(id: string, file: File, options: UploadOptions): Promise<Replaced | null> {
  const replaced = await replaceResumably(id, await storable(file), options);
  await noteChanged({ collection: "media", id });
  return replaced;
}
