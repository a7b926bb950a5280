import type { components } from "@academy/shared/api/schema.gen";
import type { ReactNode } from "react";

type Schemas = components["schemas"];

export type BlockModel = Schemas["ModelBlock"];
export type ContentModel = Schemas["ContentModel"];
export type Field = Schemas["ModelField"];
export type FieldType = Field["type"];
/**
 * A field of a form of the dashboard's own: of a type of the content model, or of one that only such forms have. "tags"
 * is a list of words, "picture" an address, "upload" the address of a file; "menu" and "blocks" have editors of their
 * own.
 */
export interface FormField extends Omit<Field, "type" | "help"> {
  help?: ReactNode;
  type: FieldType | "datetime" | "password" | "picture" | "upload" | "tags" | "menu" | "blocks";
  /** What its form calls it, within a group of fields that says the rest. */
  label?: string;
  /** What a switch says in its two positions. */
  words?: readonly [on: string, off: string];
  /** A switch is drawn as a box to tick. */
  box?: true;
  /** What is typed into a text. */
  input?: "email" | "tel" | "url" | "address" | "numeric" | "code";
  placeholder?: string;
  readOnly?: boolean;
  /** What is said of it stands below the control, where its neighbours have nothing above theirs. */
  below?: true;
  /** How many lines a long text shows at least. */
  rows?: number;
  autoComplete?: string;
  /** Gets the focus when its dialog opens. */
  first?: true;
  /** The kind of the file, and what messages about its upload call it. */
  upload?: { kind: "image" | "video"; what: string };
  className?: string;
}
export type MenuEntry = Schemas["MenuEntry"];
export type MenuModel = Schemas["ModelMenu"];
export type PageModel = Schemas["ModelPage"];

/** Values by key. A missing one shows the field's default; "" and [] show nothing. */
export type Values = Readonly<Record<string, unknown>>;
