import { isNothing } from "@/model/text";
import type { Field, Values } from "@/model/types";
import { formatDate } from "@/ui/format";

/** Where nothing is stored. */
export const OWN_TEXT = "Default text";

/** A value of the model as people read it; rich text as its HTML. */
export function shownOf(field: Field, value: unknown): string {
  if (value === undefined) return OWN_TEXT;
  if (isNothing(value)) return "";
  switch (field.type) {
    case "boolean":
      return value === true ? "Yes" : "No";
    case "date":
      return formatDate(String(value));
    case "choice":
    case "icon":
      return field.options?.find((option) => option.value === value)?.name ?? String(value);
    case "image":
      return imageWords(value);
    case "list":
      return (value as Values[]).map((entry) => entryWords(field, entry)).join("\n\n");
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/** The words of each field of a form, by what it is called. */
export const wordsOf = (fields: readonly Field[], values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field.name, plain(field, shownOf(field, values[field.key]))]));

const plain = ({ type }: Field, words: string) => (type === "richtext" ? textOf(words) : words);

function imageWords(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { url, alt } = value as { url?: string; alt?: string };
  return [url, alt].filter(Boolean).join("\n");
}

/** An entry of a list, a line for each of its fields. */
function entryWords({ fields }: Field, entry: Values): string {
  const lines = (fields ?? []).flatMap((field) => {
    const value = Object.hasOwn(entry, field.key) ? entry[field.key] : undefined;
    if (value === undefined || isNothing(value)) return [];
    return [`${field.name}: ${plain(field, shownOf(field, value))}`];
  });
  return lines.join("\n");
}

const textOf = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
