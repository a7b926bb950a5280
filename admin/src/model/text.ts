import type { Field } from "./types";

/** One text of page content: `empty` says that a blank one is meant, and no reason to show the default. */
export interface Stored {
  content: string;
  empty?: boolean;
}

/** A field's value as forms hold it, from a text of page content: undefined shows the default. */
export function valueIn(field: Field, item: Stored | undefined): unknown {
  if (!item) return undefined;
  if (item.content.trim() === "") return item.empty ? nothing(field) : undefined;
  switch (field.type) {
    case "number":
      return Number(item.content);
    case "boolean":
      return item.content === "true";
    case "image":
      return item.content.startsWith("{") ? parsed(item.content) : { url: item.content, alt: "" };
    case "list":
      return parsed(item.content);
    default:
      return item.content;
  }
}

/** The text of page content that stands for a form's value. */
export function storedOf(value: unknown): Stored {
  if (value === undefined) return { content: "", empty: false };
  if (isNothing(value)) return { content: "", empty: true };
  return { content: typeof value === "object" ? JSON.stringify(value) : String(value), empty: false };
}

/** The value that shows nothing. */
export function nothing(field: Field): unknown {
  if (field.type === "list") return [];
  return field.type === "image" || field.type === "number" ? null : "";
}

export function isNothing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
