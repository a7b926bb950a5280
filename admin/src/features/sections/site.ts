import type { Section } from "@/api/types";
import type { ContentModel } from "@/model/types";

/** Whether the home page shows the block of this type also without a section. */
export function isStanding(model: ContentModel, type: string): boolean {
  return model.blocks.some((block) => block.type === type && block.home !== undefined);
}

/** What visitors see after a section is deleted. The home page shows each of its own blocks whose section is missing. */
export function whatDeletingDoes(model: ContentModel, { type, is_visible }: Section): string {
  if (!isStanding(model, type)) {
    return is_visible
      ? "The home page no longer shows this section."
      : "It is hidden, so nothing changes for visitors.";
  }
  if (!is_visible) return "The block is hidden. Without this section, the home page shows it again.";
  return (
    "The home page keeps showing this block: deleting only removes it from this list. " +
    "Hide it to take it off the site."
  );
}
