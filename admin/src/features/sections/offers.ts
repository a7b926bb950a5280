import { contains, fold } from "@academy/shared/fold";
import type { BlockModel, ContentModel } from "@/model/types";
import { isStanding } from "./site";

/** A block, and the type that a new section of it would have. */
export interface Offer {
  type: string;
  block: BlockModel;
}

/** The blocks that a section can be: first those that stand on the home page without one. Types are unique. */
export function offersOf(model: ContentModel, taken: readonly string[]): Offer[] {
  const offers = model.blocks.map((block) => ({ type: free(block.type, taken), block }));
  const first = ({ type }: Offer) => (isStanding(model, type) ? 0 : 1);
  return offers.sort((a, b) => first(a) - first(b));
}

/** The type, with a number behind it where it is taken. */
function free(type: string, taken: readonly string[]): string {
  let offered = type;
  for (let n = 2; taken.includes(offered); n++) offered = `${type}-${n}`;
  return offered;
}

/** The offers that have these words in their type or name; none when one was chosen. */
export function found(offers: readonly Offer[], words: string): Offer[] {
  const wanted = fold(words.trim());
  if (offers.some(({ type }) => type === wanted)) return [];
  return offers.filter(({ type, block }) => contains(`${type} ${block.name}`, words));
}

/** What visitors will see of a new section of this type. */
export function whatShows(model: ContentModel, taken: readonly string[], type: string): string {
  if (type === "") return "";
  if (taken.includes(type)) return "A section of this type already exists.";
  const block = offersOf(model, taken).find((offer) => offer.type === type)?.block;
  if (block) return `${block.name}: ${block.description}`;
  const fallback = model.blocks.find(({ type }) => type === model.fallback);
  return `The site has no block of this type: it is shown as “${fallback?.name}”.`;
}
