import { asSentence, hasStatus, reasonOf } from "@academy/shared/api/errors";
import { whoCameBetween } from "@/history/undo";
import { type CollectionName, collectionOf } from "@/resources/collections";
import { asOne, type DeletedPlace, noteChanged, restoreVersion, undelete } from "@/resources/history";
import { toast } from "@/ui/toasts";

/** As many calls are under way at once. */
const AT_ONCE = 4;

interface Outcome<T, R> {
  done: { entry: T; result: R }[];
  failed: { entry: T; error: unknown }[];
}

/** Runs a call for each entry, some at a time; one that fails stops no other. Both lists keep the entries' order. */
export async function runEach<T, R>(
  entries: readonly T[],
  run: (entry: T) => Promise<R>,
  atOnce = AT_ONCE,
): Promise<Outcome<T, R>> {
  const answers: (PromiseSettledResult<R> | undefined)[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < entries.length; at = next++) {
      [answers[at]] = await Promise.allSettled([run(entries[at] as T)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, work));
  const outcome: Outcome<T, R> = { done: [], failed: [] };
  for (const [at, entry] of entries.entries()) {
    const answer = answers[at];
    if (answer?.status === "fulfilled") outcome.done.push({ entry, result: answer.value });
    else outcome.failed.push({ entry, error: answer?.reason });
  }
  return outcome;
}

/** A document of a list, with its collection. */
export interface Entry {
  id: string;
  revision?: number;
  title: string;
}

export interface Change<T extends Entry> {
  /** The past participle that follows the number of documents: "published". */
  past: string;
  /** Changes one, as it is listed; resolves to its new revision. */
  run: (entry: T) => Promise<number>;
  /** The fields that it changes; without them it moves documents to the trash. */
  fields?: readonly string[];
  /** Takes it back of one at the revision that it made, where a history does not; null where nothing does. */
  undo?: ((entry: T, revision: number) => Promise<unknown>) | null;
}

/** The reason, for a person. */
export interface Failed {
  id: string;
  title: string;
  reason: string;
}

/** A change of entries that are no documents of a collection, all with one call. */
export interface Together<T extends Entry> {
  past: string;
  /** Tells how many are changed; resolves to those that are not. */
  together: (entries: readonly T[]) => Promise<Failed[]>;
}

/** The entries of a list: documents of a collection, or the words for one and for several. */
export type Things = CollectionName | { one: string; several: string };

/** "1 article", "2 articles". */
export function numbered(number: number, things: Things): string {
  const { one, several } = typeof things === "string" ? collectionOf(things) : things;
  return `${number} ${number === 1 ? one : several}`;
}

/** Fails for a document with unpublished changes: nobody publishes them unread. */
export function refuseUnread({ has_working_copy }: { has_working_copy?: boolean }): void {
  if (has_working_copy) throw new Error("It has unpublished changes. Open it to publish them.");
}

/**
 * Changes documents of a list, each only as it is listed. Tells how many are changed, and offers to undo that; returns
 * those that are not.
 */
export async function change<T extends Entry>(
  collection: CollectionName,
  entries: readonly T[],
  { past, run, fields, undo: takeBack = byHistory(collection, fields) }: Change<T>,
): Promise<Failed[]> {
  const { done, failed } = await asOne(() =>
    runEach(entries, async (entry) => {
      const revision = await run(entry);
      noteChanged({ collection, id: entry.id });
      return revision;
    }),
  );
  const changed = done.filter(({ entry, result }) => result !== entry.revision);
  const number = changed.length;
  if (number > 0) {
    const button = takeBack && { label: "Undo", run: () => void undo(collection, changed, takeBack) };
    toast.success(`${numbered(number, collection)} ${past}`, { button: button ?? undefined });
  } else if (failed.length === 0) toast.info("Nothing to change");
  return failed.map(({ entry: { id, title }, error }) => ({
    id,
    title,
    reason: hasStatus(error, 412)
      ? "Somebody else has changed it. Check it, then try again."
      : asSentence(reasonOf(error)),
  }));
}

type TakeBack<T> = NonNullable<Change<T & Entry>["undo"]>;

/** Makes the fields of a document what they were before its last save, or has it back from the trash. */
const byHistory =
  (collection: CollectionName, fields: readonly string[] | undefined): TakeBack<Entry> =>
  ({ id }, revision) =>
    fields
      ? restoreVersion({ collection, id }, revision - 1, fields, revision)
      : undelete({ collection, id } as DeletedPlace, revision);

/** Takes a change back where nobody has changed the document since. Tells of each other why not. */
async function undo<T extends Entry>(
  collection: CollectionName,
  changed: Outcome<T, number>["done"],
  takeBack: TakeBack<T>,
): Promise<void> {
  const { failed } = await asOne(() => runEach(changed, ({ entry, result }) => takeBack(entry, result)));
  if (failed.length === 0) return toast.success("Undone");
  await runEach(failed, async ({ entry: { entry }, error }) => {
    const between = await whoCameBetween({ collection, id: entry.id }, error);
    const detail = between ? `${between.who}. ${between.when}` : asSentence(reasonOf(error));
    toast.error(`Not undone: “${entry.title}”`, { detail });
  });
}
