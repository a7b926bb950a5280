import type { Page, PageCreate } from "@/api/types";
import { formFrom, storedFrom } from "@/editing/fieldForm";
import type { BlockModel, Values } from "@/model/types";
import { COLLECTIONS } from "@/resources/collections";

const { fields } = COLLECTIONS.pages;

export const newId = (): string => crypto.randomUUID().slice(0, 8);

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
export type PageForm = Pick<Page, "status"> &
  Record<"path" | "title" | "description" | "image" | "publish_date" | "unpublish_date", string> & {
    blocks: readonly Block[];
  };

export const formOf = (page: Pick<Page, "status" | "blocks">): PageForm => ({
  ...(formFrom(fields, page) as unknown as PageForm),
  blocks: page.blocks.map(({ id, type, hidden, anchor, values }) => ({
    id: id ?? newId(),
    type,
    hidden: hidden ?? false,
    anchor: anchor ?? "",
    values: values ?? {},
  })),
});

export const EMPTY = formOf({ status: "draft", blocks: [] });

export const payloadOf = (form: PageForm): PageCreate => ({
  ...(storedFrom(fields, form) as PageCreate),
  path: pathOf(form.path),
  blocks: form.blocks.map((block) => ({ ...block, anchor: block.anchor.trim(), values: { ...block.values } })),
});

/** The path as it is stored: with its first slash, and without the last. */
function pathOf(typed: string): string {
  const path = typed.trim().replace(/^\/+|\/+$/g, "");
  return path && `/${path}`;
}

export const newBlock = ({ type }: BlockModel): Block => ({ id: newId(), type, hidden: false, anchor: "", values: {} });

/** What the server refused of the block at `index`, by the names of its controls. */
export function errorsOf(errors: Readonly<Record<string, string>>, index: number): Record<string, string> {
  const start = `blocks[${index}].values.`;
  const own = Object.entries(errors).filter(([at]) => at.startsWith(start));
  return Object.fromEntries(own.map(([at, message]) => [at.slice(start.length), message]));
}
