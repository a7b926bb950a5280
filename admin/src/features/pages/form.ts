import type { Page, PageCreate } from "@/api/types";
import type { BlockModel, Values } from "@/model/types";
import { localDateTime, storedTime } from "@/ui/format";

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

/** The path as it is stored: with its first slash, and without the last. */
function pathOf(typed: string): string {
  const path = typed.trim().replace(/^\/+|\/+$/g, "");
  return path && `/${path}`;
}

export const newId = (): string => crypto.randomUUID().slice(0, 8);

export const newBlock = ({ type }: BlockModel): Block => ({ id: newId(), type, hidden: false, anchor: "", values: {} });

/** What the server refused of the block at `index`, by the names of its controls. */
export function errorsOf(errors: Readonly<Record<string, string>>, index: number): Record<string, string> {
  const start = `blocks[${index}].values.`;
  const own = Object.entries(errors).filter(([at]) => at.startsWith(start));
  return Object.fromEntries(own.map(([at, message]) => [at.slice(start.length), message]));
}
