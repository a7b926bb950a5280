import type { Section } from "@/api/types";
import contentModel from "../../../../cms-api/internal/content/model/content-model.json";

const blocks: readonly { type: string; home?: number }[] = contentModel.blocks;

/** The types of the home page's blocks, in the order that they have when nobody arranged them otherwise. */
const HOME_TYPES = blocks
  .filter(({ home }) => home !== undefined)
  .sort((a, b) => (a.home ?? 0) - (b.home ?? 0))
  .map(({ type }) => type);

/** Whether the home page has a block of this type. */
export function isOnSite(type: string): boolean {
  return HOME_TYPES.some((known) => known === type);
}

/** The types of the home page's blocks that no section stands for. */
export function typesWithout(taken: readonly string[]): string[] {
  return HOME_TYPES.filter((type) => !taken.includes(type));
}

/** "ncert-poster" reads "NCERT Poster". */
export function nameOf(type: string): string {
  const words = type.split("-");
  return words.map((word) => (/^(ncert|psi)$/.test(word) ? word.toUpperCase() : capital(word))).join(" ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What visitors see after a section is deleted. The home page shows every block whose section is missing. */
export function whatDeletingDoes({ type, is_visible }: Section): string {
  if (!isOnSite(type)) return "The home page has no block of this type: nothing changes for visitors.";
  if (!is_visible) return "The block is hidden now. Without its section the home page shows it again.";
  return (
    "The home page goes on showing this block: deleting only takes away its place in this list. " +
    "Hide it to take it off the site."
  );
}
