import { body } from "@academy/shared/api/client";
import { ApiError, hasStatus } from "@academy/shared/api/errors";
import { ANONYMOUS, api } from "@/api/client";
import type { Place } from "@/api/history";
import { noteSaved } from "@/api/publishing";
import { type Stored, storedOf, valueIn } from "./text";
import type { Field, Values } from "./types";

/** The stored texts of a section of a page by field. */
export type StoredTexts = Readonly<Record<string, Stored & { id: string }>>;

/** The texts of one section of a page. */
export async function fetchTexts(page: string, section: string): Promise<StoredTexts> {
  const items = await body(
    section
      ? api.GET("/page-content/{page}/{subpage}", { params: { path: { page, subpage: section } }, ...ANONYMOUS })
      : api.GET("/page-content/{page}", { params: { path: { page } }, ...ANONYMOUS }),
  );
  const own = items.filter((item) => item.section === section);
  return Object.fromEntries(own.map(({ type, id, content, empty }) => [type, { id, content, empty }]));
}

/** Where the history of the texts of a section of a page is. */
export const historyOf = (page: string, section: string): Place => ({
  collection: "page-content",
  id: section ? `${page}.${section}` : page,
});

/** What a form of these fields begins with. */
export function valuesOf(fields: readonly Field[], texts: StoredTexts): Values {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const key = [field.key, ...(field.was ?? [])].find((name) => Object.hasOwn(texts, name));
    const value = key && valueIn(field, texts[key]);
    if (value !== undefined) values[field.key] = value;
  }
  return values;
}

/** What a form says that is not stored as it stands there, by field. */
export function changedTexts(fields: readonly Field[], texts: StoredTexts, values: Values): Record<string, Stored> {
  const changed = fields.flatMap(({ key }): [string, Stored][] => {
    const [before, next] = [texts[key], storedOf(values[key])];
    const same = next.content === (before?.content ?? "") && (next.empty ?? false) === (before?.empty ?? false);
    return same ? [] : [[key, next]];
  });
  return Object.fromEntries(changed);
}

/** What was typed over some texts, over those that are there now: fields that nobody touched are as they are stored. */
export function typedOver(fields: readonly Field[], before: StoredTexts, typed: Values, now: StoredTexts): Values {
  const touched = changedTexts(fields, before, typed);
  const stored = valuesOf(fields, now);
  const values = fields.map(({ key }) => [key, (Object.hasOwn(touched, key) ? typed : stored)[key]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/**
 * Changes the fields that have a text, and gives the others their first. Untouched ones are left alone. `onStored` is
 * told each field that was written, also when another one fails: a second try sends only the rest. What the API refused
 * is one ApiError, which names the fields by their controls.
 */
export async function saveTexts(
  { page, section }: { page: string; section: string },
  fields: readonly Field[],
  texts: StoredTexts,
  values: Values,
  onStored: (key: string, item: Stored & { id: string }) => void,
) {
  const changed = changedTexts(fields, texts, values);
  const writes = fields.map(async ({ key }, index) => {
    const [before, next] = [texts[key], changed[key]];
    if (!next) return;
    const item = before
      ? await body(api.PUT("/admin/page-content/{id}", { params: { path: { id: before.id } }, body: next }))
      : await body(
          api.POST("/admin/page-content", { body: { page, section, type: key, ...next, order_index: index + 1 } }),
        );
    onStored(key, { ...next, id: item.id });
  });
  const results = await Promise.allSettled(writes);
  noteSaved();
  const failures = results.flatMap((write, index): [string, unknown][] =>
    write.status === "rejected" ? [[fields[index]?.key ?? "", write.reason]] : [],
  );
  const refused = failures.flatMap(([key, error]) => (hasStatus(error, 422) ? refusedAt(key, error) : []));
  if (refused.length > 0) throw new ApiError(422, { detail: refused[0]?.message, errors: refused });
  for (const [, error] of failures) throw error;
}

/** What is wrong with a field's text. The API names the place within a list before the reason: "[2].title: …". */
function refusedAt(key: string, { message, problem }: ApiError) {
  return (problem?.errors ?? [{ location: "body.content", message }]).map(({ message }) => {
    const [, place = "", reason = message] = /^(\[\d+\]\S*): (.+)$/s.exec(message) ?? [];
    return { location: `body.${key}${place}`, message: reason };
  });
}
