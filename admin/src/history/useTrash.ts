import { hasStatus } from "@academy/shared/api/errors";
import { titleOf } from "@/resources/collections";
import { type DeletedCollection, discard } from "@/resources/history";
import type { Question } from "@/ui/confirm";
import { useAction } from "@/ui/useAction";
import { undoDeletion } from "./undo";

interface Words {
  /** What is deleted, where the collection's title does not say it. */
  what?: string;
  /** What is told when it is done. */
  done?: string;
}

interface Entry {
  id: string;
  revision?: number;
}

/**
 * Returns what puts a document into the trash after a question, and tells how it went. Where it is no longer as it was
 * listed, nothing is deleted and the list shows it as it is.
 */
export function useTrash(
  collection: DeletedCollection,
  { what = titleOf(collection), done = `${what} deleted` }: Words = {},
) {
  const { act, busy } = useAction();
  const remove = ({ id, revision }: Entry, question: Pick<Question, "message" | "detail">) => {
    const place = { collection, id };
    return act({
      question: { ...question, confirm: "Delete" },
      run: async () => {
        try {
          return await discard(place, revision);
        } catch (error) {
          // Somebody else has deleted it: that is what was asked for, and theirs to undo.
          if (!hasStatus(error, 404)) throw error;
          return undefined;
        }
      },
      done,
      undo: (made) => undoDeletion(place, made),
      failed: `Failed to delete ${what.toLowerCase()}`,
    });
  };
  return { remove, busy };
}
