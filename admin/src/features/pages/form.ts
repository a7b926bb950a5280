import type { Page, PageCreate } from "@/api/types";
import type { BlockModel, Values } from "@/model/types";
import { formatDayTime, localDateTime, storedTime } from "@/ui/format";

/** A block of a page, as it stands in the form. */
export interface Block {
  /** The page's own name of the block, made here. */
  id: string;
  type: string;
  hidden: boolean;
  anchor: string;
  values: Values;
}

/** What stands in the form's fields. */
export interface PageForm {
  path: string;
  title: string;
  description: string;
  image: string;
  status: Page["status"];
  /** As `<input type="datetime-local">` has it; "" for none. */
  publish_date: string;
  unpublish_date: string;
  blocks: readonly Block[];
}

export const EMPTY: PageForm = {
  path: "",
  title: "",
  description: "",
  image: "",
  status: "draft",
  publish_date: "",
  unpublish_date: "",
  blocks: [],
};

/** What of a page stands in the form. */
export type Written = Pick<Page, Exclude<keyof PageForm, "publish_date" | "unpublish_date">> & {
  publish_date?: string | null;
  unpublish_date?: string | null;
};

export function formOf(page: Written): PageForm {
  return {
    path: page.path,
    title: page.title,
    description: page.description,
    image: page.image,
    status: page.status,
    publish_date: localDateTime(page.publish_date),
    unpublish_date: localDateTime(page.unpublish_date),
    blocks: page.blocks.map(({ id, type, hidden, anchor, values }) => ({
      id: id ?? newId(),
      type,
      hidden: hidden ?? false,
      anchor: anchor ?? "",
      values: values ?? {},
    })),
  };
}

export function payloadOf(form: PageForm): PageCreate {
  return {
    path: pathOf(form.path),
    title: form.title.trim(),
    description: form.description.trim(),
    image: form.image.trim(),
    status: form.status,
    publish_date: storedTime(form.publish_date),
    unpublish_date: storedTime(form.unpublish_date),
    blocks: form.blocks.map((block) => ({ ...block, anchor: block.anchor.trim(), values: { ...block.values } })),
  };
}

/** The parts of a page as people read them. */
export function wordsOf(form: PageForm): Record<string, string> {
  const block = ({ type, hidden, anchor, values }: Block) =>
    [`${type}${hidden ? " (hidden)" : ""}`, anchor && `#${anchor}`, ...textsIn(values)].filter(Boolean).join("\n");
  return {
    Title: form.title.trim(),
    Path: pathOf(form.path),
    Description: form.description.trim(),
    Picture: form.image.trim(),
    Status: form.status,
    "Publish date": formatDayTime(form.publish_date),
    "Unpublish date": formatDayTime(form.unpublish_date),
    Blocks: form.blocks.map(block).join("\n\n"),
  };
}

/** All that is written in a value, line by line. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return value === undefined || value === null || value === "" ? [] : [String(value)];
}

/** The path as it is stored: with its first slash, and without the last. */
function pathOf(typed: string): string {
  const path = typed.trim().replace(/^\/+|\/+$/g, "");
  return path && `/${path}`;
}

/** Whether two forms would save the same. */
export function sameForm(a: PageForm, b: PageForm): boolean {
  return JSON.stringify(payloadOf(a)) === JSON.stringify(payloadOf(b));
}

export const newId = (): string => crypto.randomUUID().slice(0, 8);

export const newBlock = ({ type }: BlockModel): Block => ({ id: newId(), type, hidden: false, anchor: "", values: {} });

/** What the server refused of the block at `index`, by the names of its controls. */
export function errorsOf(errors: Readonly<Record<string, string>>, index: number): Record<string, string> {
  const start = `blocks[${index}].values.`;
  const own = Object.entries(errors).filter(([at]) => at.startsWith(start));
  return Object.fromEntries(own.map(([at, message]) => [at.slice(start.length), message]));
}
