/** The site's content model, as GET /api/content-model answers it. */
export interface ContentModel {
  /** Hash of the rest. */
  version: string;
  /** The type of the block that shows a section of the home page whose type is no block's. */
  fallback: string;
  blocks: BlockModel[];
  pages: PageModel[];
  menus: MenuModel[];
}

export interface BlockModel {
  type: string;
  name: string;
  description: string;
  /** Its place on the home page while no section has this type. */
  home?: number;
  fields: Field[];
}

export interface PageModel {
  page: string;
  name: string;
  /** A path, with `{name}` for a parameter; absent for texts that belong to every page. */
  route?: string;
  sections: { section: string; name: string; fields: Field[] }[];
}

export interface MenuModel {
  place: string;
  name: string;
  /** How deep its tree may be. */
  depth: number;
  default: MenuEntry[];
}

export interface MenuEntry {
  label: string;
  href: string;
  hidden?: boolean;
  children?: MenuEntry[];
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

export interface Field {
  key: string;
  type: FieldType;
  name: string;
  help?: string;
  required?: boolean;
  /** What the site shows while nothing is stored, typed as a page stores it. */
  default?: unknown;
  /** Bounds in characters, as numbers, or in entries. */
  min?: number;
  max?: number;
  options?: { value: string; name: string }[];
  format?: "inline" | "block";
  /** Former keys. */
  was?: string[];
  /** The fields of a list's entries. */
  fields?: Field[];
}

/** Values by key. A missing one shows the field's default; "" and [] show nothing. */
export type Values = Readonly<Record<string, unknown>>;
