import { $isHeadingNode } from "@lexical/rich-text";
import type { Advice } from "./advice";
import { $textBlocks } from "./containers";

/**
 * The headings that leave out a level or stand beside the title, in their order: they mislead whoever goes through the
 * article from heading to heading. Those without words are not read out.
 */
export function $misplacedHeadings(): Advice[] {
  const found: Advice[] = [];
  let above = 0;
  for (const node of $textBlocks()) {
    if (!$isHeadingNode(node)) continue;
    const words = node.getTextContent().trim();
    if (words === "") continue;
    const level = Number(node.getTag().slice(1));
    // The page shows the title as Heading 1.
    const deepest = (above || 1) + 1;
    const place = above === 0 ? "the title" : `Heading ${above}`;
    const advice =
      level === 1
        ? "is Heading 1, as the title is. Make it Heading 2."
        : `is Heading ${level} right below ${place}. Make it Heading ${deepest}.`;
    if (level === 1 || level > deepest) found.push({ key: node.getKey(), words, advice });
    above = level;
  }
  return found;
}
