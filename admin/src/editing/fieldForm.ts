import type { FormField, Values } from "@/model/types";
import { localDateTime, storedTime } from "@/ui/format";

/** Returns the tags of a text: split at commas, trimmed, without blanks. */
export const splitTags = (text: string): string[] =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** Returns what stands in a form of these fields: tags and dates as text, "" for what the document lacks. */
export const formFrom = (fields: readonly FormField[], document: object): Values =>
  Object.fromEntries(fields.map((field) => [field.key, typedIn(field, (document as Values)[field.key])]));

function typedIn({ type }: FormField, value: unknown): unknown {
  if (type === "tags") return ((value ?? []) as string[]).join(", ");
  return type === "datetime" ? localDateTime(value as string | null | undefined) : (value ?? "");
}

/** Returns what a form of these fields stores: texts without blanks around them. */
export const storedFrom = (fields: readonly FormField[], form: object): Values =>
  Object.fromEntries(fields.map((field) => [field.key, storedIn(field, (form as Values)[field.key])]));

const TRIMMED: ReadonlySet<FormField["type"]> = new Set(["text", "longtext", "picture"]);

function storedIn({ type }: FormField, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "tags") return splitTags(value);
  if (type === "datetime") return storedTime(value);
  return TRIMMED.has(type) ? value.trim() : value;
}
