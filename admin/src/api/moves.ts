import { hasStatus } from "@academy/shared/api/errors";
import { turns } from "./turns";

interface Entry {
  id: string;
  revision?: number;
}

const turn = turns();

/**
 * Sends the move of the entry at `from` of a list, after earlier moves of this person in it. `put` gets the stored entry,
 * and fails with status 412 and the present list as `current` when the entry has another revision. The move is sent
 * again when somebody has changed the entry's texts only, and the order is still the one that was seen.
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
