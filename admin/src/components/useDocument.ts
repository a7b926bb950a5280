import { type ApiError, hasStatus } from "@academy/shared/api/errors";
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import { useRestored } from "@/api/history";
import { useSession } from "@/api/session";
import { useConfirm } from "./confirm";
import type { DocumentKind, WorkingCopy } from "./documentKind";
import { type Aside, aWindow, type Draft, draftsOf } from "./drafts";
import { useLeaveGuard } from "./leaveGuard";
import { toast } from "./toasts";
import { useDeviceDraft } from "./useDeviceDraft";
import { useSubmit } from "./useSubmit";
import { type Held, inTurn, keptOf, useWorkingCopy } from "./useWorkingCopy";

interface SaveOptions {
  /** Whatever is stored now. */
  overwrite?: boolean;
  stay?: boolean;
  /** Into its working copy, or by way of it. */
  as?: "draft" | "changes";
}

/** What somebody else has saved meanwhile, and what that kept from being done. */
interface Conflict<F> {
  /** Undefined where nothing is known of it. */
  theirs: { form: F; revision?: number; at: string | null | undefined } | undefined;
  options: SaveOptions;
}

/** On to another document, or to none for null. `stay`: it is in the form already. */
export type OnDone = (next: string | null, options?: { stay?: boolean; replace?: boolean }) => void;

interface Revised {
  revision?: number;
  updated_at?: string | null;
  has_working_copy?: boolean;
}

/**
 * The document being written: a new one for `id` null. What is typed is kept on this device until the server has it;
 * nothing is lost to a closed window, an ended session or somebody else's edit. While `waits` nothing is saved.
 */
export function useDocument<S extends Revised, F extends object>(
  kind: DocumentKind<S, F>,
  id: string | null,
  onDone: OnDone,
  waits = false,
) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(kind.what, user?.id ?? "", kind.empty));
  const [held, setHeld] = useState<Held<S, F>>(() => ({
    form: kind.empty,
    stored: null,
    base: kind.empty,
    copy: null,
    loading: id !== null || kind.copies !== undefined,
  }));
  // What holds before it is drawn.
  const now = useRef(held);
  const put = useCallback((change: Partial<Held<S, F>>) => {
    now.current = { ...now.current, ...change };
    setHeld(now.current);
  }, []);
  const setForm = useCallback<Dispatch<SetStateAction<F>>>(
    (next) => put({ form: typeof next === "function" ? next(now.current.form) : next }),
    [put],
  );
  const { form, stored, copy, loading } = held;
  const [restored, setRestored] = useState<Draft<F> | null>(null);
  const [aside, setAside] = useState<Aside<F> | null>(null);
  const [conflict, setConflict] = useState<Conflict<F> | null>(null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const revision = useRef<number | undefined>(undefined);
  /** What the form was opened with, for who gives up what was typed since. */
  const opened = useRef(kind.empty);
  const done = useRef(onDone);
  done.current = onDone;
  /** The document that the form holds, null for a new one: a new one that is saved and stays gets its id later. */
  const holds = useRef<string | null | undefined>(undefined);
  const working = useWorkingCopy({ kind, held, now, put, revision, waits });
  const { unkept: dirty, part, latestTheirs } = working;
  const confirm = useConfirm();
  const letGo = useLeaveGuard(dirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: kind.goOn,
    danger: false,
  });
  const submit = useSubmit<SaveOptions>(save, { failed: kind.failed(id) });
  const { forget } = submit;

  const begin = useCallback(
    (next: S | null, copy: WorkingCopy<F> | null) => {
      const base = next ? kind.formOf(next) : kind.empty;
      const kept = keptOf({ base, copy });
      const draft = drafts.read(id);
      let unsaved = draft && !kind.same(draft.form, kept) ? draft : null;
      if (unsaved && copy && unsaved.copy !== copy.version) {
        // The server has got another one since: both versions stay.
        if (drafts.keepAside(id, unsaved)) drafts.drop(id);
        unsaved = null;
      }
      holds.current = id;
      revision.current = unsaved?.revision ?? copy?.over ?? next?.revision;
      opened.current = kept;
      setAside(drafts.readAside(id));
      put({ stored: next, base, copy, form: unsaved?.form ?? kept, loading: false });
      setRestored(unsaved);
      forget();
      setConflict(null);
      part(undefined);
    },
    [id, kind, drafts, forget, put, part],
  );

  const load = useCallback(async () => {
    setLoadError(null);
    const { copies } = kind;
    if (id === null && !copies) return begin(null, null);
    // What is read once more stays in sight meanwhile.
    put({ loading: holds.current !== id });
    try {
      // A form that was left may still be saving.
      await inTurn(async () => {});
      const found = id === null ? null : await kind.fetch(id);
      // Links may name a document otherwise: an article by its slug, where only its page is known.
      if (found && kind.idOf(found) !== id) return done.current(kind.idOf(found), { replace: true });
      begin(found, copies && found?.has_working_copy !== false ? await copies.fetch(found) : null);
    } catch (error) {
      setLoadError(error);
      put({ loading: false });
    }
  }, [id, kind, begin, put]);
  useEffect(() => {
    if (holds.current !== id) void load();
  }, [id, load]);

  const [here] = useState(aWindow);
  const drop = useCallback(() => {
    drafts.drop(id);
    drafts.dropOwnAside(id, here);
  }, [drafts, id, here]);
  /** The draft goes; what the form holds is saved or given up. */
  const settle = () => {
    letGo();
    drop();
  };
  const own = useCallback(
    (): Draft<F> => ({
      form: now.current.form,
      revision: revision.current ?? null,
      copy: now.current.copy?.version,
      keptAt: new Date().toISOString(),
    }),
    [],
  );
  const keep = useCallback(() => {
    const { loading, form } = now.current;
    if (loading || kind.same(form, keptOf(now.current)) || holds.current !== id) return;
    // Whoever saved something else, another window of one's own too, goes on with the draft of this device.
    if (latestTheirs.current === undefined) drafts.keep(id, own());
    else drafts.keepAside(id, own(), here);
  }, [id, kind, drafts, own, latestTheirs, here]);
  useDeviceDraft({ form, dirty, loading, keep, drop });

  async function save({ overwrite = false, stay = kind.stays, as }: SaveOptions = {}) {
    if (waits) return;
    try {
      if (as) await working.keep({ overwrite: overwrite && as === "draft" });
      if (as === "draft") return saveDraft();
      await inTurn(async () => {
        const { form, stored, copy } = now.current;
        const over = overwrite ? conflict?.theirs?.revision : revision.current;
        let [saved, sent]: [S | undefined, F] = [undefined, form];
        if (as && stored && copy && kind.copies) {
          saved = await kind.copies.publish(stored, over, copy.version);
          // What was typed since it was kept is not in it.
          sent = copy.form;
        } else {
          saved = await kind.save(id, form, overwrite ? undefined : over, stored);
          // It says no more than what is stored now; one that cannot be discarded, such as somebody else's by now, stays.
          if (copy) await kind.copies?.discard(stored, copy.version).catch(() => {});
        }
        setConflict(null);
        if (stay) goOn(saved, sent);
        else finish(saved, sent);
      });
    } catch (error) {
      keep();
      if (!hasStatus(error, 412)) throw error;
      await meet(error, { stay, as });
    }
  }

  const saveDraft = () => {
    setConflict(null);
    setRestored(null);
    opened.current = now.current.form;
    if (now.current.copy) toast.success("Draft saved");
    else toast.info("Nothing is changed");
  };

  /** Shows what somebody else has saved: the document, or its working copy. */
  const meet = async ({ problem }: ApiError, options: SaveOptions) => {
    const current = problem?.current as S | undefined;
    if (current && kind.idOf(current) === id) return showStored(current, options);
    if (!options.as) return compare(options);
    // Of the working copy: whose it is to be is settled before anything is published.
    if (working.latestTheirs.current === undefined) await working.look();
    await compare();
  };
  const compare = async (options: SaveOptions = { as: "draft" }) => {
    const theirs = working.latestTheirs.current;
    if (theirs) return setConflict({ theirs: { form: theirs.form, at: theirs.savedAt }, options });
    // It is published, or discarded.
    showStored(id === null ? undefined : await kind.fetch(id).catch(() => undefined), options);
  };
  const showStored = (now: S | undefined, options: SaveOptions) => {
    const theirs = now && { form: kind.formOf(now), revision: now.revision, at: now.updated_at };
    setConflict({ theirs, options });
  };

  /** What was typed while the answer was awaited is an edit of the document as it is stored now. */
  const finish = (saved: S, sent: F) => {
    const typedMeanwhile = !kind.same(now.current.form, sent);
    const typed = { ...own(), revision: saved.revision ?? null, copy: undefined };
    settle();
    if (typedMeanwhile) drafts.keep(kind.idOf(saved), typed);
    // Also where the form is about to close: it may be asked for again before it has.
    begin(id === null ? null : saved, null);
    if (id === null || !typedMeanwhile) onDone(typedMeanwhile ? kind.idOf(saved) : null);
  };

  /** The form stays as it is; what was typed while the answer was awaited is unsaved. */
  const goOn = (saved: S, sent: F) => {
    settle();
    holds.current = kind.idOf(saved);
    revision.current = saved.revision;
    opened.current = sent;
    put({ stored: saved, base: sent, copy: null });
    setRestored(null);
    if (id === null) onDone(kind.idOf(saved), { stay: true });
  };

  /** Back to what the form was opened with. */
  const discard = () => {
    settle();
    put({ form: opened.current });
    setRestored(null);
    forget();
    revision.current = copy?.over ?? stored?.revision;
  };
  /** Gives up what is not published; the form begins with what is stored. */
  const discardCopy = async () => {
    await working.discard();
    opened.current = now.current.base;
    revision.current = now.current.stored?.revision;
    setRestored(null);
  };
  /** Gives up what was typed since the form was opened, unless somebody who is asked wants to go on with it. */
  const giveUp = async (detail: string | undefined) => {
    if (kind.same(now.current.form, opened.current)) return true;
    let asDraft = false;
    const keepIt = () => {
      asDraft = true;
    };
    const sure = await confirm({
      message: `Give up the changes to this ${kind.what}?`,
      detail,
      cancel: kind.goOn,
      confirm: "Give up changes",
      instead: kind.copies && { label: "Keep as draft", run: keepIt },
    });
    if (!sure && !asDraft) return false;
    if (sure) put({ form: opened.current });
    try {
      await working.keep();
    } catch (error) {
      // What somebody else has saved meanwhile is not one's own to give up.
      if (!(sure && hasStatus(error, 412))) {
        toast.failure("Failed to save draft", error);
        return false;
      }
    }
    settle();
    return true;
  };

  /** Takes the other version into the form; one's own stays at hand. */
  const reload = async () => {
    drafts.keepAside(id, own());
    settle();
    put({ form: keptOf(now.current) });
    // Of the document: the working copy has one's own version, and gives way with it.
    if (conflict?.options.as !== "draft" && now.current.copy) await working.discard().catch(() => {});
    await load();
  };
  // A working copy stays, and says which of its fields have changed meanwhile.
  useRestored(kind.collection, (restored) => {
    if (restored !== id) return;
    if (dirty) drafts.keepAside(id, own());
    settle();
    put({ form: keptOf(now.current) });
    void load();
  });
  const forgetAside = () => {
    if (aside) drafts.dropAside(aside.name);
    setAside(drafts.readAside(id));
  };
  /** Puts one's own version back into the form, to be saved over what is there now; what was typed there gives way. */
  const takeAside = () => {
    if (!aside) return;
    if (dirty) drafts.keepAside(id, own());
    setForm(aside.draft.form);
    forgetAside();
  };

  return {
    what: kind.what,
    wordsOf: kind.wordsOf,
    form,
    setForm,
    stored,
    dirty,
    /** Whether there is something to give up. */
    changed: !loading && !kind.same(form, opened.current),
    copy,
    working,
    submit,
    loading,
    loadError,
    retry: load,
    restored,
    discard,
    discardCopy,
    giveUp,
    aside,
    takeAside,
    forgetAside,
    conflict,
    compare,
    reload,
    dismissConflict: () => setConflict(null),
  };
}

export type EditedDocument<S, F extends object> = ReturnType<typeof useDocument<S & Revised, F>>;
