/** One section of the home page, as far as it says what stands where. */
export interface SectionState {
  type: string;
  is_visible: boolean;
  display_order: number;
}

/**
 * Whether a section is shown: yes, unless the list has loaded (is not undefined), is not empty,
 * names the type, and says that it is not visible.
 */
export function isShown(type: string, sections: readonly SectionState[] | undefined): boolean {
  return sections?.find((section) => section.type === type)?.is_visible ?? true;
}

/**
 * The types of all sections as the editors arranged them. One of the built-in ones, given in their order, that the list
 * does not name stays behind the one that it follows there.
 */
export function arranged(sections: readonly SectionState[], builtIn: readonly string[]): string[] {
  const order = inOrder(sections).map((section) => section.type);
  for (const [i, type] of builtIn.entries()) {
    if (order.includes(type)) continue;
    const before = builtIn[i - 1];
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, type);
  }
  return order;
}

/** Says which sections the list shows, in their order: equal for lists that make the same page. */
export const shownTypes = (sections: readonly SectionState[]): string =>
  inOrder(sections)
    .filter((section) => section.is_visible)
    .map((section) => section.type)
    .join();

const inOrder = (sections: readonly SectionState[]) => [...sections].sort((a, b) => a.display_order - b.display_order);
