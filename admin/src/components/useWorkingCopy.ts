import { hasStatus, NetworkError } from "@academy/shared/api/errors";
import { useCallback, useRef, useState } from "react";
import { turns } from "@/api/turns";
import type { DocumentKind, WorkingCopy } from "./documentKind";
import { useAutosave } from "./useAutosave";
import { type HeldForm, keptOf } from "./useHeld";

const turn = turns();

/**
 * Runs writes of a document one after another, also those of one form and the next: each names the version that was made
 * before. A new one may have got its id when its turn comes.
 */
export function inTurn<S, F extends object, T>(
  kind: DocumentKind<S, F>,
  idNow: () => string | null,
  run: () => Promise<T>,
): Promise<T> {
  const id = idNow();
  return turn(`${kind.collection}/${id ?? "new"}`, () => (idNow() === id ? run() : inTurn(kind, idNow, run)));
}

/** The working copy of the document in a form: what is typed is saved there by itself. */
export function useWorkingCopy<S extends { revision?: number }, F extends object>({
  kind,
  held,
  now,
  put,
  revision,
}: HeldForm<S, F>) {
  const { copies, same } = kind;
  // What somebody else has saved there meanwhile, null when they took it away. Nothing is saved by itself then, before
  // one of the two is chosen.
  const [theirs, setTheirs] = useState<WorkingCopy<F> | null | undefined>();
  const latestTheirs = useRef(theirs);
  const part = useCallback((other: WorkingCopy<F> | null | undefined) => {
    latestTheirs.current = other;
    setTheirs(other);
  }, []);
  /** What was sent and never answered: the server may have it. */
  const unanswered = useRef<F[]>([]);
  /** Finds out what somebody else has saved. */
  const look = async () => {
    if (copies) part(await copies.fetch(now.current.stored));
  };
  const takeTurn = (run: () => Promise<void>) =>
    inTurn(kind, () => (now.current.stored ? kind.idOf(now.current.stored) : null), run);
  const write = (run: () => Promise<void>) =>
    takeTurn(async () => {
      try {
        await run();
      } catch (error) {
        if (!hasStatus(error, 412)) throw error;
        await look();
        const found = latestTheirs.current;
        if (!found || !unanswered.current.some((form) => same(form, found.form))) throw error;
        put({ copy: found });
        part(undefined);
        await run();
      }
    });

  /** Saves what the form holds by now. A form that would change nothing needs no copy. */
  const keep = ({ overwrite = false, publishAt = now.current.copy?.publishAt ?? null } = {}) =>
    write(async () => {
      const { form, base, stored, copy, loading } = now.current;
      const kept = same(form, keptOf(now.current)) && publishAt === (copy?.publishAt ?? null);
      if (!copies || loading || (kept && !overwrite)) return;
      const version = overwrite ? undefined : (copy?.version ?? 0);
      // What a copy has keeps what it was begun over.
      const over = copy ? stored?.revision : revision.current;
      if (!same(form, base)) {
        const saving = copies.save(stored, form, { publishAt, over }, version);
        const copy = await saving.catch((error) => {
          if (error instanceof NetworkError) unanswered.current.push(form);
          throw error;
        });
        unanswered.current = [];
        put({ copy });
      } else {
        if (copy || overwrite) await copies.discard(stored, version);
        put({ copy: null });
      }
      part(undefined);
    });

  /** Removes it; the form is that of the document again. */
  const discard = () =>
    write(async () => {
      const { base, stored, copy } = now.current;
      if (copy) await copies?.discard(stored, copy.version);
      put({ form: base, copy: null });
    });

  /** Makes it the document, which is at `over`; nothing where there is none. Takes no turn. */
  const publish = async (over: number | undefined) => {
    const { stored, copy } = now.current;
    if (stored && copy) return copies?.publish(stored, over, copy.version);
  };

  const unkept = !held.loading && !same(held.form, keptOf(held));
  const failure = useAutosave(held.form, copies !== undefined && unkept, async () => {
    if (latestTheirs.current === undefined) await keep();
  });
  return { unkept, failure, theirs, latestTheirs, part, look, keep, discard, publish, takeTurn };
}

export type Working<S extends { revision?: number }, F extends object> = ReturnType<typeof useWorkingCopy<S, F>>;
