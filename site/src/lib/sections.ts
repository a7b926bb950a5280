/** The state of a section of the home page: whether it is visible, and its position. */
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
 * Returns the types of all sections in the editors' order. A built-in section that the list does not name comes after
 * the one that precedes it among `builtIn`.
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

/** Returns the visible sections of the list, in order: equal for lists that give the same page. */
export const shownTypes = (sections: readonly SectionState[]): string =>
  inOrder(sections)
    .filter((section) => section.is_visible)
    .map((section) => section.type)
    .join();

const inOrder = (sections: readonly SectionState[]) => [...sections].sort((a, b) => a.display_order - b.display_order);
