/** The blocks of the home page, in the order they have when nobody arranged them otherwise. */
export const SECTION_TYPES = [
  "hero",
  "why-choose",
  "psi-promo",
  "ncert-showcase",
  "ncert-poster",
  "guiding-principles",
  "learning-paths",
  "mentorship-process",
  "differentiators",
  "mission-vision",
  "quick-access",
] as const;

export type SectionType = (typeof SECTION_TYPES)[number];

export interface SectionState {
  type: string;
  is_visible: boolean;
  display_order: number;
}

/**
 * Whether a block is shown: yes, unless the list has loaded (is not undefined), is not empty,
 * names the type, and says that it is not visible.
 */
export function isShown(type: string, sections: readonly SectionState[] | undefined): boolean {
  return sections?.find((section) => section.type === type)?.is_visible ?? true;
}

/**
 * All known blocks as the editors arranged them. A block that the list does not name stays behind the one it
 * follows by default; names that are no block of ours are left out.
 */
export function arranged(sections: readonly SectionState[]): SectionType[] {
  const place = new Map(sections.map((section) => [section.type, section.display_order]));
  const order = SECTION_TYPES.filter((type) => place.has(type)).sort(
    (a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0),
  );
  for (const [i, type] of SECTION_TYPES.entries()) {
    if (place.has(type)) continue;
    const before = SECTION_TYPES[i - 1];
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, type);
  }
  return order;
}
