import type { ApiError } from "@academy/shared/api/errors";
import { useState } from "react";
import { fetchHistory } from "@/api/history";
import type { HeldForm } from "./useHeld";
import type { Working } from "./useWorkingCopy";

export interface SaveOptions {
  /** Whatever is stored now. */
  overwrite?: boolean;
  stay?: boolean;
  /** Into its working copy, or by way of it. */
  as?: "draft" | "changes";
}

export interface Revised {
  revision?: number;
  updated_at?: string | null;
  has_working_copy?: boolean;
}

/** What somebody else has saved meanwhile, and what that kept from being done. */
interface Conflict<F> {
  /** Undefined where nothing is known of it. */
  theirs: { form: F; revision?: number; at: string | null | undefined; by: string | undefined } | undefined;
  options: SaveOptions;
}

/** What is between one's own version and somebody else's, of the document or of its working copy. */
export function useConflict<S extends Revised, F extends object>(
  { kind, idNow }: HeldForm<S, F>,
  working: Working<S, F>,
) {
  const [conflict, setConflict] = useState<Conflict<F> | null>(null);

  const showStored = async (now: S | undefined, options: SaveOptions) => {
    const id = idNow();
    const saves = now && id !== null && fetchHistory({ collection: kind.collection, id }, 1).catch(() => null);
    const last = (await (saves || null))?.items[0];
    const [at, by] = [now?.updated_at ?? last?.at, last?.by?.name];
    const theirs = now && { form: kind.formOf(now), revision: now.revision, at, by };
    setConflict({ theirs, options });
  };
  const compare = async (options: SaveOptions = { as: "draft" }) => {
    const theirs = working.latestTheirs.current;
    if (theirs) return setConflict({ theirs: { form: theirs.form, at: theirs.savedAt, by: theirs.savedBy }, options });
    // It is published, or discarded.
    const id = idNow();
    await showStored(id === null ? undefined : await kind.fetch(id).catch(() => undefined), options);
  };
  /** Shows why a save was refused. */
  const meet = async ({ problem }: ApiError, options: SaveOptions) => {
    const current = problem?.current as S | undefined;
    if (current && kind.idOf(current) === idNow()) return await showStored(current, options);
    if (!options.as) return compare(options);
    // Of the working copy: whose it is to be is settled before anything is published.
    if (working.latestTheirs.current === undefined) await working.look();
    await compare();
  };
  return { conflict, meet, compare, setConflict };
}
