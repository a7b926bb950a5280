import { body } from "@academy/shared/api/client";
import { ApiError, hasStatus } from "@academy/shared/api/errors";
import { ANONYMOUS, api, ifMatch } from "@/api/client";
import type { DocumentKind } from "@/editing/kind";
import { disputed, writeOver } from "@/editing/writeOver";
import { wordsOf } from "@/history/values";
import type { Place } from "@/resources/history";
import { noteSaved } from "@/resources/publishing";
import { type Stored, storedOf, valueIn } from "./text";
import type { Field, Values } from "./types";

/** One text as it is stored. */
export type Item = Stored & { id: string; revision?: number };

/** The stored texts of a section of a page by field, and the revision of all of them. */
export interface StoredTexts {
  revision: number;
  items: Readonly<Record<string, Item>>;
}

/** What a form says of some fields that is not stored so. */
export type ChangedTexts = Readonly<Record<string, Stored>>;

export const NO_TEXTS: StoredTexts = { revision: 0, items: {} };

/** The texts of one section of a page, to edit them. */
export const fetchTexts = async (page: string, section: string): Promise<StoredTexts> =>
  textsOf(await read(historyOf(page, section).id));

/**
 * The same for forms whose calls the specification names: these read what everybody may read, which says no revisions.
 * What is read after those may be newer, but not older.
 */
export async function fetchPublicTexts(page: string, section: string): Promise<StoredTexts> {
  const { revision, items } = await fetchTexts(page, section);
  const shown = await body(
    section
      ? api.GET("/page-content/{page}/{subpage}", { params: { path: { page, subpage: section } }, ...ANONYMOUS })
      : api.GET("/page-content/{page}", { params: { path: { page } }, ...ANONYMOUS }),
  );
  const own = shown.filter((item) => item.section === section);
  return textsOf({ revision, items: own.map((item) => ({ ...item, revision: items[item.type]?.revision ?? 0 })) });
}

const read = (id: string) => body(api.GET("/admin/texts/{id}", { params: { path: { id } }, cache: "no-store" }));

const textsOf = ({ revision, items }: { revision: number; items: readonly (Item & { type: string })[] }) => ({
  revision,
  items: Object.fromEntries(
    items.map(({ type, id, content, empty = false, revision }) => [type, { id, content, empty, revision }]),
  ),
});

/** What is stored, by field. */
const contentsOf = ({ items }: StoredTexts): ChangedTexts =>
  Object.fromEntries(Object.entries(items).map(([key, { content, empty = false }]) => [key, { content, empty }]));

/** Where the history of the texts of a section of a page is. */
export const historyOf = (page: string, section: string): Place => ({
  collection: "page-content",
  id: section ? `${page}.${section}` : page,
});

/** What a form of these fields begins with. */
export function valuesOf(fields: readonly Field[], { items }: StoredTexts): Values {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const key = [field.key, ...(field.was ?? [])].find((name) => Object.hasOwn(items, name));
    const value = key && valueIn(field, items[key]);
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

/** What a form says that is not stored as it stands there, by field. */
export function changedTexts(fields: readonly Field[], { items }: StoredTexts, values: Values): ChangedTexts {
  const changed = fields.flatMap(({ key }): [string, Stored][] => {
    const [before, next] = [items[key], storedOf(values[key])];
    return isSame(next, before) ? [] : [[key, next]];
  });
  return Object.fromEntries(changed);
}

/** How the texts of a section of a page are edited, whatever call saves them. */
export function textsKind(
  page: string,
  section: string,
  fields: readonly Field[],
  { fetch, save, failed }: TextCalls,
): DocumentKind<StoredTexts, Values> {
  const { collection, id } = historyOf(page, section);
  return {
    what: "texts",
    collection,
    empty: {},
    idOf: () => id,
    formOf: (stored) => valuesOf(fields, stored),
    written: (values) => Object.fromEntries(fields.map(({ key }) => [key, storedOf(values[key])])),
    fetch,
    save: (_, values, revision, before) => save(before ? changedTexts(fields, before, values) : {}, before, revision),
    failed: () => failed,
    stays: false,
    merges: true,
    wordsOf: (values) => wordsOf(fields, values),
  };
}

interface TextCalls {
  fetch: () => Promise<StoredTexts>;
  save: (changed: ChangedTexts, before: StoredTexts | null, revision: number | undefined) => Promise<StoredTexts>;
  failed: string;
}

const isStored = (text: Stored, item: Item | undefined) => item !== undefined && isSame(text, item);
const isSame = (one: Stored, other: Stored | undefined) =>
  one.content === (other?.content ?? "") && (one.empty ?? false) === (other?.empty ?? false);

/**
 * Saves changes of the texts of a section, which were typed over `before`: all, or none where one is refused. Fails
 * with status 412, and the texts of now as `current`, when somebody else has changed one of them since.
 */
export async function saveTexts(
  page: string,
  section: string,
  changed: ChangedTexts,
  before: StoredTexts | null,
  revision: number | undefined,
): Promise<StoredTexts> {
  if (before && Object.keys(changed).length === 0) return before;
  const { id } = historyOf(page, section);
  const write = async (texts: Partial<ChangedTexts>, revision: number | undefined) => {
    const params = { path: { id }, header: ifMatch(revision) };
    try {
      return textsOf(await body(api.PUT("/admin/texts/{id}", { params, body: texts as ChangedTexts })));
    } catch (error) {
      throw hasStatus(error, 422) ? new ApiError(422, { ...error.problem, errors: refusedIn(error) }) : error;
    }
  };
  const saved = await writeOver<StoredTexts, ChangedTexts>(
    { formOf: contentsOf, write, now: () => fetchTexts(page, section) },
    changed,
    before,
    revision,
  );
  noteSaved();
  return saved;
}

/** Writes one text; it has the text as it is, where there is one. */
type Put = (key: string, next: Stored, item: Item | undefined) => Promise<Item>;

/**
 * Saves changes of texts, which were typed over `before`, one by one: also when another one fails. A second try sends
 * only the rest. All refusals of the API are one ApiError, which names the fields by their controls. Fails as saveTexts
 * does, too.
 */
export async function saveEachText(
  place: { page: string; section: string },
  changed: ChangedTexts,
  before: StoredTexts | null,
  revision: number | undefined,
  put: Put,
): Promise<void> {
  const now = await fetchTexts(place.page, place.section);
  // What was begun before `before`, and kept on this device, does not say what it changes.
  if (before && before.revision === revision) expectUndisputed(changed, before, now);
  else if (revision !== undefined && now.revision !== revision) throw new ApiError(412, { current: now });
  await writeEach(place, changed, now, put);
}

async function writeEach(
  place: { page: string; section: string },
  wanted: ChangedTexts,
  before: StoredTexts,
  put: Put,
): Promise<void> {
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([key, next]) => !isStored(next, before.items[key])),
  );
  const writes = Object.entries(changed).map(([key, next]) => put(key, next, before.items[key]));
  const results = await Promise.allSettled(writes);
  noteSaved();
  const keys = Object.keys(changed);
  const failures = results.flatMap((write, index): [string, unknown][] =>
    write.status === "rejected" ? [[keys[index] ?? "", write.reason]] : [],
  );
  const refused = failures.flatMap(([key, error]) => (hasStatus(error, 422) ? refusedAt(key, error) : []));
  if (refused.length > 0) throw new ApiError(422, { detail: refused[0]?.message, errors: refused });
  // Somebody has changed it since, or given it its first text.
  const met = failures.filter(([, error]) => hasStatus(error, 412) || hasStatus(error, 409));
  for (const failure of failures) if (!met.includes(failure)) throw failure[1];
  if (met.length === 0) return;
  const now = await fetchTexts(place.page, place.section);
  const rest = Object.fromEntries(Object.entries(changed).filter(([key]) => met.some(([other]) => other === key)));
  expectUndisputed(rest, before, now);
  for (const [key, error] of met) if (now.items[key]?.revision === before.items[key]?.revision) throw error;
  await writeEach(place, rest, now, put);
}

/** Fails with status 412 when somebody else has made one of the changed texts something else since. */
function expectUndisputed(changed: ChangedTexts, before: StoredTexts, now: StoredTexts) {
  if (disputed(contentsOf(before), changed, contentsOf(now)).length > 0) throw new ApiError(412, { current: now });
}

/** What is wrong with a field's text. */
const refusedAt = (key: string, { message, problem }: ApiError) =>
  (problem?.errors ?? [{ message }]).map(({ message }) => within(key, message));

/** The same of the texts of a section. */
const refusedIn = ({ problem }: ApiError) =>
  (problem?.errors ?? []).map(({ location, message }) =>
    within(location.replace(/^body\./, "").replace(/\.content$/, ""), message),
  );

/** The API names the place within a list before the reason: "[2].title: …". */
function within(key: string, message: string) {
  const [, place = "", reason = message] = /^(\[\d+\]\S*): (.+)$/s.exec(message) ?? [];
  return { location: `body.${key}${place}`, message: reason };
}
