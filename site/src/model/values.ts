import type { Reader } from "@/content/reader";
import type { Stored } from "@/content/types";
import type { Page, TextsOf } from "./define";
import type { Field, Fields, Image, ValuesOf } from "./field";

/** Returns the value of a field that shows nothing. */
function nothing(field: Field): unknown {
  switch (field.type) {
    case "list":
      return [];
    case "boolean":
      return false;
    case "number":
    case "image":
    case "article":
      return null;
    case "choice":
      return field.default;
    default:
      return "";
  }
}

const length = (value: string) => [...value].length;
const within = (field: Field, size: number) => size >= (field.min ?? -Infinity) && size <= (field.max ?? Infinity);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isOption = (field: Field, value: unknown) => field.options?.some((option) => option.value === value) ?? false;
const isPoint = (value: unknown) => isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
const isImage = (value: unknown) =>
  isObject(value) &&
  typeof value.url === "string" &&
  typeof (value.alt ?? "") === "string" &&
  (value.focus == null || isPoint(value.focus));

/** Whether a stored value is one that the field may have. The API has checked its form; the model may have changed since. */
function fits(field: Field, value: unknown): boolean {
  switch (field.type) {
    case "number":
      return value === null || (Number.isFinite(value) && within(field, value as number));
    case "boolean":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value) && value.every(isObject) && value.length <= (field.max ?? Infinity);
    case "image":
      return value === null || isImage(value);
    case "choice":
      return isOption(field, value);
    case "icon":
      return value === "" || isOption(field, value);
    case "date":
      return value === "" || (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value));
    case "color":
      return value === "" || (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value));
    case "text":
    case "longtext":
      return typeof value === "string" && (value === "" || within(field, length(value)));
    default:
      return typeof value === "string";
  }
}

const isBlank = (value: unknown) =>
  value === null || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);

/** Parses a text of page content; undefined when it is no value of the field. */
function parsed(field: Field, content: string): unknown {
  switch (field.type) {
    case "number":
      return Number(content);
    case "boolean":
      return content === "true" ? true : content === "false" ? false : undefined;
    case "image":
      if (!content.startsWith("{")) return { url: content, alt: "", focus: null };
      return json(content);
    case "list":
      return json(content);
    default:
      return content;
  }
}

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Returns a value that fits as the component gets it: links as paths, articles as cards, entries with all fields. */
function shown(field: Field, value: unknown, reader: Reader): unknown {
  switch (field.type) {
    case "link":
      return reader.address(value as string);
    case "article":
      return value ? reader.card(value as string) : null;
    case "image": {
      const { url, alt = "", focus = null } = (value ?? { url: "" }) as Partial<Image> & { url: string };
      return url ? { url, alt, focus: focus ?? reader.focus(url) } : null;
    }
    case "list":
      return (value as Record<string, unknown>[]).map((entry) => valuesOf(field.fields ?? {}, entry, reader));
    default:
      return value;
  }
}

function first<V>(stored: Readonly<Record<string, V>>, key: string, field: Field): V | undefined {
  for (const name of [key, ...(field.was ?? [])]) if (Object.hasOwn(stored, name)) return stored[name];
  return undefined;
}

function each<F extends Fields>(fields: F, value: (key: string, field: Field) => unknown, reader: Reader): ValuesOf<F> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const wanted = value(key, field);
    const usable = wanted !== undefined && fits(field, wanted) && !(field.required && isBlank(wanted));
    const otherwise = field.default === undefined ? nothing(field) : field.default;
    values[key] = shown(field, usable ? wanted : otherwise, reader);
  }
  return values as ValuesOf<F>;
}

/** Returns the values of a block: those stored, and the default where one is missing or does not fit. */
export const valuesOf = <F extends Fields>(fields: F, stored: Readonly<Record<string, unknown>>, reader: Reader) =>
  each(fields, (key, field) => first(stored, key, field), reader);

/** Returns the values of page content: a blank text shows the default, unless it is marked as empty on purpose. */
export const textsOf = <F extends Fields>(fields: F, stored: Readonly<Record<string, Stored>>, reader: Reader) =>
  each(
    fields,
    (key, field) => {
      const item = first(stored, key, field);
      if (item?.content.trim()) return parsed(field, item.content);
      return item?.empty ? nothing(field) : undefined;
    },
    reader,
  );

/** All texts of a page. */
export function pageTexts<P extends Page>(model: P, reader: Reader): TextsOf<P> {
  const stored = reader.pageContent(model.page);
  const sections = Object.entries(model.sections).map(([name, { fields }]) => [
    name,
    textsOf(fields, stored[name] ?? {}, reader),
  ]);
  return Object.fromEntries(sections) as TextsOf<P>;
}
