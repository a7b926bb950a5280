import type { Reader } from "@/content/reader";
import type { Fields, ValuesOf } from "./field";

/** The block that shows a section of the home page whose type is no block's. */
export const FALLBACK = "plain";

/** A kind of block that editors fill, arrange and hide. Its type is its folder's name. */
export interface Block<F extends Fields, I extends object> extends AnyBlock {
  /** The field whose text is the page's h1, on the first such block of a page; absent for blocks that open no page. */
  h1?: keyof F & string;
  /** The fields that the section's form shows first; it folds the others. Without it, all are shown. */
  first?: readonly (keyof F & string)[];
  fields: F;
  /** Other content that the component shows. Pure: it uses only its arguments. */
  inputs?(reader: Reader, values: ValuesOf<F>): I;
}

/** A block of any kind. */
export interface AnyBlock {
  name: string;
  /** When to use it, for somebody who chooses a block. */
  description: string;
  /** Its place on the home page while no stored section has this type; absent for blocks that must be added. */
  home?: number;
  h1?: string;
  first?: readonly string[];
  fields: Fields;
  inputs?(reader: Reader, values: object): object;
}

export const block = <const F extends Fields, I extends object = object>(definition: Block<F, I>): Block<F, I> =>
  definition;

/** The props of every block's component beside its values. */
export interface Placed {
  /** Unique on its page: the id of the block's element and of its heading. */
  id: string;
  /** Whether the block's h1 is the page's; its heading is an h2 otherwise. */
  h1: boolean;
  /** Whether a first screen may show it: its pictures are then fetched before others. */
  first: boolean;
}

/** The props of a block's component. Any text may be empty and any list too: nothing is shown in its place then. */
export type BlockProps<B> =
  B extends Block<infer F, infer I>
    ? Placed & { values: ValuesOf<F> } & (object extends I ? object : { inputs: I })
    : never;

/** The texts of one page, in sections that the dashboard shows as groups. A page's one nameless section is "". */
export interface Page<S extends Sections = Sections, I extends object = object> {
  /** The name that its texts have as page content. */
  page: string;
  name: string;
  sections: S;
  /** Other content that the page shows. Pure: it uses only its argument. */
  inputs?: (reader: Reader) => I;
}

export interface Section<F extends Fields = Fields> {
  name: string;
  fields: F;
}
export type Sections = Readonly<Record<string, Section>>;

export const section = <const F extends Fields>(name: string, fields: F): Section<F> => ({ name, fields });

export const page = <const S extends Sections, I extends object = object>(
  page: string,
  name: string,
  sections: S,
  inputs?: (reader: Reader) => I,
): Page<S, I> => ({ page, name, sections, inputs });

/** The texts of a page as its component gets them: section → key → value. */
export type TextsOf<P> = P extends Page<infer S> ? { [K in keyof S]: ValuesOf<S[K]["fields"]> } : never;
