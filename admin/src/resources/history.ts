import { body, page, revised } from "@academy/shared/api/client";
import type { operations } from "@academy/shared/api/schema.gen";
import { useEffect, useRef } from "react";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import { signal } from "@/api/signal";
import type { Discarded, HistoryEntry } from "@/api/types";
import { type CollectionName, collectionOf } from "./collections";
import { noteSaved, STATUS } from "./publishing";

type TrashQuery = NonNullable<operations["listTrash"]["parameters"]["query"]>;

/** What Delete puts into the trash. */
export type DeletedCollection = NonNullable<TrashQuery["collection"]>;

/** A document: the id of the settings is "settings", that of a menu its place, that of texts "home.hero". */
export interface Place {
  collection: CollectionName;
  id: string;
}

/** One of the documents that a form edits. */
export interface NamedPlace extends Place {
  /** What it is called; tells it from the others. */
  name: string;
}

/** Of a document that Delete puts into the trash. */
export type DeletedPlace = Place & { collection: DeletedCollection };

/** The newest saves of a document, as many as `limit`; the first made it what it is now. */
export const fetchHistory = (path: Place, limit: number) =>
  page<HistoryEntry>(
    api.GET("/admin/history/{collection}/{id}", { params: { path, query: { limit } }, cache: "no-store" }),
  );

/** Begins the keys of the lists of saves. */
const SAVES = "Saves";

/** The newest saves of a document, as many as `count`. */
export const useHistory = ({ collection, id }: Place, count: number) =>
  // Somebody may have saved in the second since it was closed.
  useSWR([SAVES, collection, id, count], () => fetchHistory({ collection, id }, count), { dedupingInterval: 0 });

/** A document as it was at two revisions. */
export const useVersions = ({ collection, id }: Place, older: number, newer: number) =>
  useSWR(
    ["version", collection, id, older, newer],
    () => Promise.all([older, newer].map((revision) => fetchVersion({ collection, id }, revision))),
    // A version never changes. Others are not shown under the names of these.
    { revalidateIfStale: false, revalidateOnFocus: false, keepPreviousData: false },
  );

/** A document as it was at a revision. */
async function fetchVersion({ collection, id }: Place, revision: number): Promise<unknown> {
  const path = { collection, id, revision: `${revision}` };
  const version = await body(api.GET("/admin/history/{collection}/{id}/{revision}", { params: { path } }));
  return version.document;
}

/**
 * Makes these fields of a document what they were at a revision, without any all but status, dates and address; resolves
 * to the revision that this made. Fails with status 412 when the document is no longer at `expected`.
 */
export async function restoreVersion(
  { collection, id }: Place,
  revision: number,
  fields: readonly string[],
  expected: number,
): Promise<number> {
  const saved = await revised(
    api.POST("/admin/history/{collection}/{id}/{revision}/restore", {
      params: { path: { collection, id, revision: `${revision}` }, header: ifMatch(expected) },
      body: { fields: [...fields] },
    }),
  ).catch(async (error) => {
    // Somebody may have come in between.
    await refreshList(SAVES);
    throw error;
  });
  await noteChanged({ collection, id });
  return saved.revision;
}

/** Removes all former versions of a document, for good. */
export async function forgetHistory(path: Place): Promise<void> {
  await body(api.DELETE("/admin/history/{collection}/{id}", { params: { path } }));
}

/** What was deleted and can be had back, newest first. */
export const fetchTrash = (query: { limit: number; offset: number; collection?: DeletedCollection }) =>
  page<Discarded>(api.GET("/admin/trash", { params: { query }, cache: "no-store" }));

/**
 * Takes a document out of the trash; resolves to the revision that this made. Fails with status 412 when it is there no
 * longer at `expected`.
 */
export async function undelete(path: DeletedPlace, expected?: number): Promise<number> {
  const params = { path, header: ifMatch(expected) };
  const saved = await revised(api.POST("/admin/trash/{collection}/{id}/restore", { params }));
  await noteChanged(path);
  return saved.revision;
}

/** Removes a document of the trash for good. */
export async function purge(path: DeletedPlace): Promise<void> {
  await body(api.DELETE("/admin/trash/{collection}/{id}", { params: { path } }));
}

/**
 * Puts a document into the trash; resolves to the revision that it has there. Fails with status 412 when it is no longer
 * at `expected`. What is in sight is read again in any case; its list is by the time that this resolves.
 */
export async function discard({ collection, id }: DeletedPlace, expected: number | undefined): Promise<number> {
  // Each of these calls takes the same.
  const { trashed, list } = collectionOf(collection);
  const path = trashed as "/articles/{id}";
  try {
    return (await revised(api.DELETE(path, { params: { path: { id }, header: ifMatch(expected) } }))).revision;
  } finally {
    await readAgain(list);
  }
}

const wasChanged = signal<[place: Place]>();

/** Documents that were changed since asOne was called, and how many such calls there are. */
let changed: Place[] = [];
let together = 0;

/** Runs calls that change several documents: whatever is in sight is read again once, after them. */
export async function asOne<T>(run: () => Promise<T>): Promise<T> {
  together++;
  try {
    return await run();
  } finally {
    together--;
    await readAgain();
  }
}

/** A document was changed from outside of its form: whatever is in sight is read again, then its form is told. */
export async function noteChanged(place: Place): Promise<void> {
  changed.push(place);
  await readAgain();
}

/** Reads what is in sight again, and waits for a list alone where it is named. */
async function readAgain(list?: string) {
  if (together > 0) return;
  const places = changed;
  changed = [];
  noteSaved();
  const isListed = (key: unknown) => list !== undefined && (Array.isArray(key) ? key[0] : key) === list;
  // noteSaved reads the publish state.
  const others = mutate((key) => key !== STATUS && !isListed(key));
  await (list === undefined ? others : mutate(isListed));
  for (const place of places) wasChanged.emit(place);
}

/** Calls `listener` with the id of a document of the collection that was changed from outside of its form. */
export function useRestored(collection: CollectionName | null, listener: (id: string) => void) {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(
    () =>
      wasChanged.on((place) => {
        if (place.collection === collection) latest.current(place.id);
      }),
    [collection],
  );
}
