import { body, page, revised } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import useSWR from "swr";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import { storable } from "@/api/pictures";
import type { Media, MediaUse, Replaced } from "@/api/types";
import { type UploadOptions, upload } from "@/api/upload";
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
  kind?: Media["kind"];
  unused?: "true";
  without_alt?: "true";
  tag?: string;
}

export async function fetchMedia({ unused, without_alt, ...rest }: PageQuery & Narrowed) {
  const query = { ...rest, unused: unused && true, without_alt: without_alt && true };
  const { items, total } = await page(api.GET("/admin/media", { params: { query } }));
  return { items: items.map((media): Listed => ({ ...media, title: media.name })), total };
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
  focus: Focus | null;
}

const { fields } = COLLECTIONS.media;
type Written = Pick<Media, "name" | "alt" | "credit" | "tags" | "focus">;
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
  empty: { name: "", alt: "", credit: "", tags: "", focus: null },
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

/** Puts another file in the place of one; whatever names it names the new one then. */
export async function replaceMedia(id: string, file: File, options: UploadOptions): Promise<Replaced> {
  const form = new FormData();
  form.append("file", await storable(file));
  const replaced = await upload<Replaced>(`/admin/media/${encodeURIComponent(id)}/replace`, form, options);
  await noteChanged({ collection: "media", id });
  return replaced;
}
