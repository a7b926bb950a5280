import { hasStatus } from "@academy/shared/api/errors";
import { mutate } from "swr";

/** A page of a list, and how many entries there are in all. */
export interface List<T> {
  items: T[];
  total: number;
}

/** Every page of a list that is known has a key that begins with the list's name. */
const pagesOf = (name: string) => (key: unknown) => Array.isArray(key) && key[0] === name;

export function refreshList(name: string) {
  return mutate(pagesOf(name));
}

/**
 * Shows a change of a list at once, while the call is under way, and afterwards
 * what the server has. When the call fails, so does the promise, and the list is
 * as it was; if the entry has changed meanwhile, the list shows that.
 */
export async function changeList<T>(
  name: string,
  change: (list: List<T>) => List<T>,
  call: Promise<unknown>,
): Promise<void> {
  const shown = mutate<List<T> | undefined>(pagesOf(name), call as Promise<undefined>, {
    optimisticData: (stored, seen) => {
      const list = seen ?? stored;
      return list && { ...list, ...change(list) };
    },
    populateCache: false,
    rollbackOnError: true,
    throwOnError: true,
  });
  // The call counts also when no page is known.
  try {
    await Promise.all([shown, call]);
  } catch (error) {
    if (hasStatus(error, 412)) void refreshList(name);
    throw error;
  }
}

/** Takes an entry off a list and deletes it. That it is gone already is no failure. */
export function removeFromList(name: string, id: string, call: Promise<unknown>): Promise<void> {
  const gone = call.catch((error: unknown) => {
    if (!hasStatus(error, 404)) throw error;
  });
  return changeList<{ id: string }>(
    name,
    ({ items, total }) => {
      const left = items.filter((item) => item.id !== id);
      return { items: left, total: total - (items.length - left.length) };
    },
    gone,
  );
}
