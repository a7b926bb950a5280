import type { Reader } from "@/content/reader";
import type { EditorPage } from "@/content/types";
import { arranged, isShown } from "@/lib/sections";
import { type AnyBlock, FALLBACK, type Placed } from "@/model/define";
import type { Fields } from "@/model/field";
import { textsOf, valuesOf } from "@/model/values";
import { models } from "./models.gen";

export type BlockType = keyof typeof models;

/** A block with all that its component shows. */
export interface Filled extends Placed {
  type: BlockType;
  values: object;
  inputs?: object;
}

interface Wanted {
  id: string;
  type: BlockType;
  values: (fields: Fields) => Record<string, unknown>;
}

/** So many blocks at the top of a page may be on a phone's first screen. */
const FIRST = 3;

/** Fills blocks, in order. The first that can open a page and has a text for it has the page's h1. */
function filled(reader: Reader, blocks: Wanted[]): Filled[] {
  let titled = false;
  return blocks.map(({ id, type, values: valuesOf }, i) => {
    const model: AnyBlock = models[type];
    const values = valuesOf(model.fields);
    const h1 = !titled && model.h1 !== undefined && Boolean(values[model.h1]);
    titled ||= h1;
    return { id, type, h1, first: i < FIRST, values, ...(model.inputs && { inputs: model.inputs(reader, values) }) };
  });
}

const isBlock = (type: string): type is BlockType => Object.hasOwn(models, type);

/** The types of the home page's blocks, in the order that they have when nobody arranged them otherwise. */
const builtIn = (Object.entries(models) as [BlockType, AnyBlock][])
  .filter(([, { home }]) => home !== undefined)
  .sort(([, a], [, b]) => (a.home ?? 0) - (b.home ?? 0))
  .map(([type]) => type);

/** Returns the blocks of the home page: the visible sections, each with the texts of its type. */
export function homeBlocks(reader: Reader): Filled[] {
  const sections = reader.sections();
  const stored = reader.pageContent("home");
  const shown = arranged(sections, builtIn).filter((type) => isShown(type, sections));
  const blocks = shown.map((id) => {
    const type = sections.find((section) => section.type === id)?.block || id;
    return {
      id,
      type: isBlock(type) ? type : (FALLBACK as BlockType),
      values: (fields: Fields) => textsOf(fields, stored[id] ?? {}, reader),
    };
  });
  return filled(reader, blocks);
}

/** Returns the blocks of a page that editors made, without those of a type that the site no longer has. */
export function pageBlocks(reader: Reader, page: EditorPage): Filled[] {
  const taken = new Set<string>();
  const blocks = page.blocks.flatMap(({ type, anchor, values = {} }, i) => {
    // No anchor has an underscore.
    const id = anchor && !taken.has(anchor) ? anchor : `block_${i + 1}`;
    taken.add(id);
    return isBlock(type) ? [{ id, type, values: (fields: Fields) => valuesOf(fields, values, reader) }] : [];
  });
  return filled(reader, blocks);
}
