import { isNothing } from "@/model/text";
import type { Field, FormField, MenuEntry, Values } from "@/model/types";
import { formatDate, formatDayTime } from "@/ui/format";

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

/** Returns the words of each field of a form by its name. */
export const wordsOf = (fields: readonly Field[], values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field.name, plain(field, shownOf(field, values[field.key]))]));

const plain = ({ type }: Field, words: string) => (type === "richtext" ? textOf(words) : words);

/** Returns a value of a document of the dashboard's own fields as people read it; "" for none. */
export function documentWords({ type, words, options }: FormField, value: unknown): string {
  if (value === null || value === undefined) return "";
  switch (type) {
    case "boolean":
      return (words ?? ["On", "Off"])[value ? 0 : 1];
    case "datetime":
      return formatDayTime(String(value));
    case "choice":
      // A choice may be stored as a number.
      return options?.find((option) => option.value === String(value))?.name ?? String(value);
    case "menu":
      return outline(value as MenuEntry[]);
    case "blocks":
      return (value as Block[]).map(blockWords).join("\n\n");
    default:
      return Array.isArray(value) ? value.join(type === "tags" ? ", " : "\n") : String(value);
  }
}

/** Returns the words of each field of a document by its name. */
export const partsOf = (fields: readonly FormField[], document: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter(({ key }) => Object.hasOwn(document, key))
      .map((field) => {
        const words = documentWords(field, (document as Values)[field.key]);
        return [field.name, field.type === "richtext" ? textOf(words) : words];
      }),
  );

/** The entries of a menu, a line each. */
function outline(items: readonly MenuEntry[], depth = 0): string {
  const lines = items.flatMap(({ label, href, hidden, children }) => [
    `${"    ".repeat(depth)}${label}${href ? ` → ${href}` : ""}${hidden ? " (hidden)" : ""}`,
    ...(children?.length ? [outline(children, depth + 1)] : []),
  ]);
  return lines.join("\n");
}

/** A block of a page. */
export interface Block {
  id?: string;
  type: string;
  hidden?: boolean;
  anchor?: string;
  values?: Values;
}

const blockWords = ({ type, hidden, anchor, values }: Block) =>
  [`${type}${hidden ? " (hidden)" : ""}`, anchor && `#${anchor}`, ...textsIn(values)].filter(Boolean).join("\n");

/** All that is written in a value, line by line. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return value === undefined || value === null || value === "" ? [] : [String(value)];
}

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

/** The text of HTML, a block a line. */
function textOf(html: string): string {
  const lines = html.replaceAll(/<\/(p|h\d|li|blockquote|pre)>/g, "$&\n");
  return new DOMParser().parseFromString(lines, "text/html").body.textContent.trim();
}
