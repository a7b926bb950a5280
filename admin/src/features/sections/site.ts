import type { Section } from "@/api/types";
import type { ContentModel } from "@/model/types";

/** The blocks that the home page shows when no section stands for them, in their order. */
function standing(model: ContentModel): string[] {
  return model.blocks
    .filter(({ home }) => home !== undefined)
    .sort((a, b) => (a.home ?? 0) - (b.home ?? 0))
    .map(({ type }) => type);
}

/** The types of the home page's blocks that no section stands for. */
export function typesWithout(model: ContentModel, taken: readonly string[]): string[] {
  return standing(model).filter((type) => !taken.includes(type));
}

/** "ncert-poster" reads "NCERT Poster". */
export function nameOf(type: string): string {
  const words = type.split("-");
  return words.map((word) => (/^(ncert|psi)$/.test(word) ? word.toUpperCase() : capital(word))).join(" ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What visitors see after a section is deleted. The home page shows each of its own blocks whose section is missing. */
export function whatDeletingDoes(model: ContentModel, { type, is_visible }: Section): string {
  if (!standing(model).includes(type)) return "The home page shows this section no longer.";
  if (!is_visible) return "The block is hidden now. Without its section the home page shows it again.";
  return (
    "The home page goes on showing this block: deleting only takes away its place in this list. " +
    "Hide it to take it off the site."
  );
}

/** Whether the home page shows the block of this type also without a section. */
export const isStanding = (model: ContentModel, type: string): boolean => standing(model).includes(type);
