import { hasStatus } from "@academy/shared/api/errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRestored } from "@/api/history";
import { changedIn } from "./copies";
import type { DocumentKind, WorkingCopy } from "./documentKind";
import { toast } from "./toasts";
import { type Revised, type SaveOptions, useConflict } from "./useConflict";
import { useGivingUp } from "./useGivingUp";
import { keptOf, useHeld } from "./useHeld";
import { useSubmit } from "./useSubmit";
import { useUnsaved } from "./useUnsaved";
import { inTurn, useWorkingCopy } from "./useWorkingCopy";

/** On to another document, or to none for null. `stay`: it is in the form already. */
export type OnDone = (next: string | null, options?: { stay?: boolean; replace?: boolean }) => void;

/**
 * The document being written: a new one for `id` null. What is typed is kept on this device until the server has it;
 * nothing is lost to a closed window, an ended session or somebody else's edit. Before it is saved it is `ready`.
 */
export function useDocument<S extends Revised, F extends object>(
  kind: DocumentKind<S, F>,
  id: string | null,
  onDone: OnDone,
  ready: () => Promise<void> = async () => {},
) {
  const document = useHeld(kind, id);
  const { held, now, put, revision, opened, holds, givenUp, idNow } = document;
  const { form, stored, copy, loading } = held;
  const [loadError, setLoadError] = useState<unknown>(null);
  const done = useRef(onDone);
  done.current = onDone;
  const working = useWorkingCopy(document);
  const { unkept: dirty, part } = working;
  const unsaved = useUnsaved(document, working);
  const { find, settle } = unsaved;
  const { conflict, setConflict, meet, compare } = useConflict(document, working);
  const { discard, ...givingUp } = useGivingUp(document, working, unsaved);
  const submit = useSubmit<SaveOptions>(save, { failed: kind.failed(id) });
  const { forget } = submit;

  const begin = useCallback(
    (next: S | null, copy: WorkingCopy<F> | null) => {
      const base = next ? kind.formOf(next) : kind.empty;
      const kept = keptOf({ base, copy });
      const draft = find(kept, copy);
      holds.current = id;
      revision.current = draft?.revision ?? copy?.over ?? next?.revision;
      opened.current = kept;
      put({ stored: next, base, copy, form: draft?.form ?? kept, loading: false });
      forget();
      setConflict(null);
      part(undefined);
    },
    [id, kind, find, forget, put, part, setConflict, holds, revision, opened],
  );
  const load = useCallback(async () => {
    setLoadError(null);
    const { copies } = kind;
    if (id === null && !copies) return begin(null, null);
    // What is read once more stays in sight meanwhile.
    put({ loading: holds.current !== id });
    try {
      // A form that was left may still be saving.
      const nothing = async () => {};
      await inTurn(kind, () => id, nothing);
      const found = id === null ? null : await kind.fetch(id);
      // Links may name a document otherwise: an article by its slug, where only its page is known.
      if (found && kind.idOf(found) !== id) return done.current(kind.idOf(found), { replace: true });
      begin(found, copies && found?.has_working_copy !== false ? await copies.fetch(found) : null);
    } catch (error) {
      setLoadError(error);
      put({ loading: false });
    }
  }, [id, kind, begin, put, holds]);
  useEffect(() => {
    if (holds.current !== id) void load();
  }, [id, load, holds]);

  async function save({ overwrite = false, stay = kind.stays || idNow() === null, as }: SaveOptions = {}) {
    const asked = givenUp.current;
    await ready();
    if (givenUp.current !== asked) return;
    try {
      if (as) await working.keep({ overwrite: overwrite && as === "draft" });
      if (as === "draft") return savedDraft();
      await working.takeTurn(async () => {
        const { form, copy } = now.current;
        const over = overwrite ? conflict?.theirs?.revision : revision.current;
        const publishes = as && copy;
        const saved = (publishes && (await working.publish(over))) || (await store(overwrite ? undefined : over));
        setConflict(null);
        // What was typed since it was kept is not in what is published.
        const sent = publishes ? copy.form : form;
        const typedMeanwhile = !kind.same(now.current.form, sent);
        if (stay || typedMeanwhile || isWriting(submit.form.ref.current)) goOn(saved, sent);
        else finish(saved);
      });
    } catch (error) {
      unsaved.keep();
      if (!hasStatus(error, 412)) throw error;
      await meet(error, { stay, as });
    }
  }
  const store = async (over: number | undefined): Promise<S> => {
    const { form, stored, copy } = now.current;
    const saved = await kind.save(idNow(), form, over, stored).catch((error) => {
      // What is wanted is there: the answer to an earlier call was lost.
      const current = hasStatus(error, 412) ? (error.problem?.current as S | undefined) : undefined;
      if (!current || kind.idOf(current) !== idNow() || !kind.same(kind.formOf(current), form)) throw error;
      return current;
    });
    // It says no more than what is stored now; one that cannot be discarded, such as somebody else's by now, stays.
    if (copy) await kind.copies?.discard(stored, copy.version).catch(() => {});
    return saved;
  };
  const savedDraft = () => {
    setConflict(null);
    unsaved.forgetRestored();
    // What was typed while the answer was awaited is not in it.
    opened.current = keptOf(now.current);
    if (now.current.copy) toast.success("Draft saved");
    else toast.info("Nothing is changed");
  };
  /** The form closes; it may be asked for again before it has. */
  const finish = (saved: S) => {
    settle();
    begin(saved, null);
    onDone(null);
  };
  /** Reapplies the user's changes on top of the stored document, where saves merge. */
  const laid = (form: F, from: F, over: F): F => (kind.merges ? { ...over, ...changedIn(form, from) } : form);
  /** The form stays as it is; what was typed while the answer was awaited is unsaved. */
  const goOn = (saved: S, sent: F) => {
    settle();
    const isNew = idNow() === null;
    holds.current = kind.idOf(saved);
    revision.current = saved.revision;
    const base = kind.merges ? kind.formOf(saved) : (kind.filled?.(sent, saved) ?? sent);
    opened.current = base;
    put({ stored: saved, base, copy: null, form: { ...base, ...changedIn(now.current.form, sent) } });
    unsaved.forgetRestored();
    if (isNew) onDone(kind.idOf(saved), { stay: true });
  };

  /** Takes the other version into the form; one's own stays at hand. */
  const reload = async () => {
    unsaved.putAside();
    settle();
    put({ form: keptOf(now.current) });
    // Of the document: the working copy has one's own version, also one that is on its way, and gives way with it.
    if (conflict?.options.as !== "draft") await working.discard().catch(() => {});
    await load();
  };
  // A working copy stays, and says which of its fields have changed meanwhile.
  useRestored(kind.collection, (restored) => {
    if (restored !== id) return;
    if (dirty) unsaved.putAside();
    settle();
    put({ form: keptOf(now.current) });
    void load();
  });

  return {
    what: kind.what,
    wordsOf: kind.wordsOf,
    form,
    setForm: document.setForm,
    /** What Overwrite would make it. */
    mine: conflict?.theirs ? laid(form, held.base, conflict.theirs.form) : form,
    stored,
    dirty,
    /** Whether there is something to give up. */
    changed: !loading && !kind.same(form, opened.current),
    /** Whether there is nothing to show of it: it is not known yet, or new and nobody has written anything. */
    blank: loading || (stored === null && kind.same(form, kind.empty)),
    copy,
    working,
    submit,
    loading,
    loadError,
    retry: load,
    restored: unsaved.restored,
    ...givingUp,
    discard: () => {
      discard();
      forget();
    },
    /** Has the changes published at a time; resolves to their fields that somebody else has changed since. */
    schedule: async (publishAt: string | null) => {
      await working.keep({ publishAt });
      return now.current.copy?.changedSince ?? [];
    },
    aside: unsaved.aside,
    takeAside: unsaved.takeAside,
    forgetAside: unsaved.forgetAside,
    conflict,
    compare,
    reload,
    dismissConflict: () => setConflict(null),
  };
}

/** Whether the caret is in one of the form's fields. */
const isWriting = (form: HTMLFormElement | null) =>
  form?.querySelector("input:focus, textarea:focus, [contenteditable=true]:focus") != null;

export type EditedDocument<S, F extends object> = ReturnType<typeof useDocument<S & Revised, F>>;
