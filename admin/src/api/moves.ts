import { hasStatus } from "@academy/shared/api/errors";
import { turns } from "./turns";

interface Entry {
  id: string;
  revision?: number;
}

const turn = turns();

/**
 * Sends that the entry at `from` of a list was moved, after earlier moves of this person in it. `put` is given it as it is stored, and fails with status 412 and
 * the list by now as `current` when it is at another revision. That is tried again where somebody has changed only what
 * the entry says: the order is still the one that it was moved in.
 */
export const sendMove = <T extends Entry>(
  list: string,
  seen: readonly T[],
  from: number,
  put: (entry: T) => Promise<unknown>,
): Promise<void> => turn(list, () => send(seen, from, put));

async function send<T extends Entry>(seen: readonly T[], from: number, put: (entry: T) => Promise<unknown>) {
  let entry = seen[from];
  while (entry) {
    try {
      await put(entry);
      return;
    } catch (error) {
      const now = hasStatus(error, 412) ? (error.problem?.current as T[] | undefined) : undefined;
      const next = now?.[from];
      if (!now || !next || !sameOrder(now, seen) || next.revision === entry.revision) throw error;
      entry = next;
    }
  }
}

const sameOrder = (one: readonly Entry[], other: readonly Entry[]) =>
  one.map(({ id }) => id).join() === other.map(({ id }) => id).join();
