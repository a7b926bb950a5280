import { hasStatus } from "@academy/shared/api/errors";
import type { ToastButton } from "@academy/shared/toast/toast";
import { isPublic, type Scheduled } from "@/editing/schedule";
import {
  asOne,
  type DeletedPlace,
  discard,
  fetchHistory,
  noteChanged,
  type Place,
  restoreVersion,
  undelete,
} from "@/resources/history";
import { formatMoment } from "@/ui/format";
import { toast } from "@/ui/toasts";

/** Has back what was just deleted, at that revision; undefined where somebody else had deleted it before. */
export const undoDeletion = (place: DeletedPlace, revision: number | undefined): ToastButton | undefined =>
  revision === undefined ? undefined : undo(place, () => undelete(place, revision));

/**
 * Takes back the save that made a revision: these fields become what they were before, without any all but status, dates
 * and address.
 */
export const undoSave = (place: Place, revision: number, fields: readonly string[]): ToastButton =>
  undo(place, () => restoreVersion(place, revision - 1, fields, revision));

/** As undoSave, for one that took something off the site; undefined where it did not. */
export function undoUnpublishing(
  place: Place,
  before: Scheduled | null,
  after: Scheduled & { revision?: number },
  fields: readonly string[],
): ToastButton | undefined {
  if (!before || !isPublic(before) || isPublic(after)) return undefined;
  return undoSave(place, after.revision ?? 0, fields);
}

/** Puts what was just had back into the trash again, unless somebody has changed it since. */
export const undoUndelete = (place: DeletedPlace, revision: number): ToastButton =>
  undo(place, () =>
    asOne(async () => {
      await discard(place, revision);
      await noteChanged(place);
    }),
  );

const undo = (place: Place, run: () => Promise<unknown>): ToastButton => ({
  label: "Undo",
  run: () => {
    run().then(
      () => toast.success("Undone"),
      (error) => tell(place, error),
    );
  },
});

const newest = async (place: Place) => (await fetchHistory(place, 2)).items;

/** Says why nothing was undone. */
async function tell(place: Place, error: unknown) {
  const between = await whoCameBetween(place, error);
  if (!between) return toast.failure("Failed to undo", error);
  toast.error(`Not undone: ${between.who}`, { detail: between.when });
}

/** Returns who has changed a document since what cannot be undone, and when; null where that is not the reason. */
export async function whoCameBetween(place: Place, error: unknown): Promise<{ who: string; when: string } | null> {
  const moved = hasStatus(error, 412);
  const [last, former] = moved || hasStatus(error, 404) ? await newest(place).catch(() => []) : [];
  const hadBack = last?.what === "restored" && former?.what === "deleted";
  if (!last || !(moved || hadBack)) return null;
  const did = hadBack ? "has already restored it" : "has changed it since";
  return { who: `${last.by?.name ?? "Somebody"} ${did}`, when: `It was ${last.what} at ${formatMoment(last.at)}.` };
}
