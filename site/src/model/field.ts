import { type IconName, paths } from "@academy/shared/icons";
import type { CardArticle } from "@/content/card";
import type { Point } from "@/content/types";

/** A picture as pages show it. A blank `alt` says that it is decoration. */
export interface Image {
  url: string;
  alt: string;
  /** The point that stays visible when the picture is cut, in per cent from the top left; null for the middle. */
  focus: Point | null;
}

/** A value that a field may have, by the value of its `name`. */
export interface Option {
  value: string;
  name: string;
}

export type FieldType =
  | "text"
  | "longtext"
  | "richtext"
  | "link"
  | "image"
  | "video"
  | "file"
  | "number"
  | "boolean"
  | "choice"
  | "date"
  | "icon"
  | "color"
  | "list"
  | "article";

/**
 * One field of a block, a page or an entry of a list. V is what a component gets of it. The members are those of
 * content-model.json, from which the API checks writes and the dashboard draws its forms.
 */
export interface Field<V = unknown> {
  type: FieldType;
  /** The field's label in the dashboard. */
  name: string;
  help?: string;
  /** A blank value shows the default; without one its page cannot be published, although it can be saved. */
  required?: boolean;
  /** Shown while nothing is stored, typed as a page stores it. */
  default?: unknown;
  /** Bounds in characters, as numbers, or in entries of a list. */
  min?: number;
  max?: number;
  options?: readonly Option[];
  /** Rich text only: words within a line, or whole paragraphs. */
  format?: "inline" | "block";
  /** Video only: the only site that it may be on. */
  host?: "youtube";
  /** Keys that the field had before: what is stored under them counts until the next write. */
  was?: readonly string[];
  /** The fields of a list's entries. */
  fields?: Fields;
  /** For the type alone; no field has this member. */
  readonly shown?: V;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of these fields as a component gets them. */
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer V> ? V : never };

interface More {
  help?: string;
  required?: boolean;
  was?: readonly string[];
}
interface Text extends More {
  default?: string;
  min?: number;
  max?: number;
}
interface Plain extends More {
  default?: string;
}

/** The most characters of a text, and of a longer one, that does not say otherwise. */
const MAX_TEXT = 500;
const MAX_LONGTEXT = 5000;
const MAX_RICHTEXT = 20_000;

/** One line of text. */
export const text = (name: string, more: Text = {}): Field<string> => ({ type: "text", name, max: MAX_TEXT, ...more });

/** The name of a control, a landmark or a page: while it is blank, its default is shown. */
export const label = (name: string, more: Text & { default: string }): Field<string> =>
  text(name, { ...more, required: true });

/** Text of several lines. */
export const longtext = (name: string, more: Text = {}): Field<string> => ({
  type: "longtext",
  name,
  max: MAX_LONGTEXT,
  ...more,
});

/** Formatted text: HTML as the API has cleaned it. */
export const richtext = (name: string, more: Text & { format?: "inline" | "block" } = {}): Field<string> => ({
  type: "richtext",
  name,
  format: "block",
  max: MAX_RICHTEXT,
  ...more,
});

/** An address. A page or an article of the site is shown by the path that it has now, as "" when it is not public. */
export const link = (name: string, more: Plain = {}): Field<string> => ({ type: "link", name, ...more });

/** A picture; null where there is none. */
export const image = (name: string, more: More & { default?: Image } = {}): Field<Image | null> => ({
  type: "image",
  name,
  ...more,
});

/** The address of a video: on YouTube, on Vimeo, or a file; or on the given host alone. */
export const video = (name: string, more: Plain & { host?: "youtube" } = {}): Field<string> => ({
  type: "video",
  name,
  ...more,
});

/** The address of a document to download. */
export const file = (name: string, more: Plain = {}): Field<string> => ({ type: "file", name, ...more });

/** A number; null where there is none. */
export const number = (
  name: string,
  more: More & { default?: number; min?: number; max?: number } = {},
): Field<number | null> => ({ type: "number", name, ...more });

export const boolean = (name: string, more: More & { default?: boolean } = {}): Field<boolean> => ({
  type: "boolean",
  name,
  ...more,
});

/** One of the options, given as value: name; the first where there is no default. */
export const choice = <V extends string>(
  name: string,
  options: Readonly<Record<V, string>>,
  more: More & { default?: NoInfer<V> } = {},
): Field<V> => {
  const all = (Object.entries(options) as [V, string][]).map(([value, name]) => ({ value, name }));
  return { type: "choice", name, options: all, default: all[0]?.value, ...more };
};

/** A day as YYYY-MM-DD; "" for none. */
export const date = (name: string, more: Plain = {}): Field<string> => ({ type: "date", name, ...more });

const icons: readonly Option[] = Object.keys(paths).map((value) => ({ value, name: value }));

/** A drawing of the site; "" for none. */
export const icon = (name: string, more: More & { default?: IconName } = {}): Field<IconName | ""> => ({
  type: "icon",
  name,
  options: icons,
  ...more,
});

/** A colour as #rrggbb; "" for none. */
export const color = (name: string, more: Plain = {}): Field<string> => ({ type: "color", name, ...more });

/** An article of the blog; null where none is named, or it is not public. */
export const article = (name: string, more: More = {}): Field<CardArticle | null> => ({
  type: "article",
  name,
  ...more,
});

/** Entries that an editor adds, reorders and removes: at most `max`. A list in a list contains no further list. */
export const list = <const F extends Fields>(
  name: string,
  fields: F,
  more: More & { default?: readonly Partial<ValuesOf<F>>[]; min?: number; max: number },
): Field<ValuesOf<F>[]> => ({ type: "list", name, fields, ...more });
