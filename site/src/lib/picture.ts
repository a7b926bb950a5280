import { pictureOf } from "@academy/shared/picture";

/**
 * By what a browser chooses among a picture's copies, when it has any: how wide it is shown means nothing without
 * them.
 */
export function copiesOf(src: string, sizes: string): { srcSet?: string; sizes?: string } {
  const { srcSet } = pictureOf(src);
  return srcSet ? { srcSet, sizes } : {};
}

/** The style that keeps what matters in sight where a picture is cut; none for its middle. */
export const focusOf = (focus: { x: number; y: number } | null | undefined) =>
  focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined;
