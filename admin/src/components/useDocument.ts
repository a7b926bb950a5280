import { hasStatus } from "@academy/shared/api/errors";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Collection, useRestored } from "@/api/history";
import { useSession } from "@/api/session";
import { useConfirm } from "./confirm";
import { type Draft, draftsOf } from "./drafts";
import { useLeaveGuard } from "./leaveGuard";
import { useSubmit } from "./useSubmit";

/** What editing a kind of document takes: `S` is how one is stored, `F` how it stands in its form. */
export interface DocumentKind<S, F extends object> {
  /** "article"; drafts on this device are named after it. */
  what: string;
  /** Where its history is. */
  collection: Collection;
  empty: F;
  idOf: (stored: S) => string;
  formOf: (stored: S) => F;
  /** Whether two forms would save the same. */
  same: (a: F, b: F) => boolean;
  /** Never an older copy: an edit begins from it. */
  fetch: (id: string) => Promise<S>;
  /**
   * Stores a form and tells so; `id` is null for a new document, and `before` how it was stored. Fails with status 412
   * when it is no longer at `revision`; undefined overwrites.
   */
  save: (id: string | null, form: F, revision: number | undefined, before: S | null) => Promise<S>;
  /** What is told when saving fails. */
  failed: (id: string | null) => string;
  /** What is answered by who stays with what is not saved. */
  goOn: string;
  /** Whether what is saved stays in the form, unless it is asked for at a save. */
  stays: boolean;
}

interface SaveOptions {
  /** Whatever is stored now. */
  overwrite?: boolean;
  stay?: boolean;
}

/** On to another document, or to none for null. `stay`: it is in the form already. */
export type OnDone = (next: string | null, options?: { stay?: boolean; replace?: boolean }) => void;

interface Revised {
  revision?: number;
}

const KEEP_AFTER = 400;

/**
 * The document being written: a new one for `id` null. What is typed is kept on this device until it is saved; nothing
 * is lost to a closed window, an ended session or somebody else's edit. While `waits` nothing is saved.
 */
export function useDocument<S extends Revised, F extends object>(
  kind: DocumentKind<S, F>,
  id: string | null,
  onDone: OnDone,
  waits = false,
) {
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf(kind.what, user?.id ?? "", kind.empty));
  const [form, setForm] = useState(kind.empty);
  const [base, setBase] = useState(kind.empty);
  const [stored, setStored] = useState<S | null>(null);
  const [restored, setRestored] = useState<Draft<F> | null>(null);
  const [aside, setAside] = useState<Draft<F> | null>(null);
  const [conflict, setConflict] = useState<{ theirs: S | undefined; options: SaveOptions } | null>(null);
  const [loadError, setLoadError] = useState<unknown>(null);
  const [loading, setLoading] = useState(id !== null);
  const revision = useRef<number | undefined>(undefined);
  const done = useRef(onDone);
  done.current = onDone;
  /** The document that the form holds, null for a new one: a new one that is saved and stays gets its id later. */
  const held = useRef<string | null | undefined>(undefined);
  const dirty = !loading && !kind.same(form, base);
  const latest = useRef({ form, dirty });
  latest.current = { form, dirty };
  const confirm = useConfirm();
  const letGo = useLeaveGuard(dirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: kind.goOn,
    danger: false,
  });
  const submit = useSubmit<SaveOptions>(save, { failed: kind.failed(id) });
  const { forget } = submit;

  const begin = useCallback(
    (next: S | null) => {
      const clean = next ? kind.formOf(next) : kind.empty;
      const draft = drafts.read(id);
      const unsaved = draft && !kind.same(draft.form, clean) ? draft : null;
      held.current = id;
      revision.current = unsaved?.revision ?? next?.revision;
      setAside(drafts.readAside(id));
      setStored(next);
      setBase(clean);
      setForm(unsaved?.form ?? clean);
      setRestored(unsaved);
      forget();
      setConflict(null);
      setLoading(false);
    },
    [id, kind, drafts, forget],
  );

  const load = useCallback(async () => {
    setLoadError(null);
    if (id === null) return begin(null);
    // What is read once more stays in sight meanwhile.
    setLoading(held.current !== id);
    try {
      const found = await kind.fetch(id);
      // Links may name a document otherwise: an article by its slug, where only its page is known.
      if (kind.idOf(found) === id) begin(found);
      else done.current(kind.idOf(found), { replace: true });
    } catch (error) {
      setLoadError(error);
      setLoading(false);
    }
  }, [id, kind, begin]);
  useEffect(() => {
    if (held.current !== id) void load();
  }, [id, load]);

  /** The draft goes; what the form holds is saved or given up. */
  const settle = () => {
    latest.current.dirty = false;
    letGo();
    drafts.drop(id);
  };
  const own = useCallback(
    (): Draft<F> => ({
      form: latest.current.form,
      revision: revision.current ?? null,
      keptAt: new Date().toISOString(),
    }),
    [],
  );
  const keep = useCallback(() => {
    if (latest.current.dirty && held.current === id) drafts.keep(id, own());
  }, [id, drafts, own]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke starts the wait anew
  useEffect(() => {
    if (loading) return;
    if (!dirty) return drafts.drop(id);
    const timer = setTimeout(keep, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [form, dirty, loading, id, drafts, keep]);
  useEffect(() => {
    // Closing a window or a phone's app switcher gives no time to wait.
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);

  async function save({ overwrite = false, stay = kind.stays }: SaveOptions = {}) {
    if (waits) return;
    try {
      const saved = await kind.save(id, form, overwrite ? undefined : revision.current, stored);
      setConflict(null);
      if (stay) goOn(saved);
      else finish(saved);
    } catch (error) {
      keep();
      if (!hasStatus(error, 412)) throw error;
      setConflict({ theirs: error.problem?.current as S | undefined, options: { stay } });
    }
  }

  /** What was typed while the answer was awaited is an edit of the document as it is stored now. */
  const finish = (saved: S) => {
    const typedMeanwhile = !kind.same(latest.current.form, form);
    const typed = { ...own(), revision: saved.revision ?? null };
    settle();
    if (typedMeanwhile) drafts.keep(kind.idOf(saved), typed);
    // Also where the form is about to close: it may be asked for again before it has.
    begin(id === null ? null : saved);
    if (id === null || !typedMeanwhile) onDone(typedMeanwhile ? kind.idOf(saved) : null);
  };

  /** The form stays as it is; what was typed while the answer was awaited is unsaved. */
  const goOn = (saved: S) => {
    settle();
    held.current = kind.idOf(saved);
    revision.current = saved.revision;
    setStored(saved);
    setBase(form);
    setRestored(null);
    if (id === null) onDone(kind.idOf(saved), { stay: true });
  };

  const discard = () => {
    settle();
    setForm(base);
    setRestored(null);
    forget();
    revision.current = stored?.revision;
  };
  /** Discards what is not saved, unless somebody who is asked wants to go on with it. */
  const giveUp = async (detail: string | undefined) => {
    const question = { message: `Give up the changes to this ${kind.what}?`, detail, cancel: kind.goOn };
    if (latest.current.dirty && !(await confirm({ ...question, confirm: "Give up changes" }))) return false;
    discard();
    return true;
  };

  /** Takes the other version into the form; one's own, where it is not saved, stays at hand. */
  const reload = async () => {
    if (id === null) return;
    if (latest.current.dirty) drafts.keepAside(id, own());
    settle();
    const theirs = conflict?.theirs;
    if (theirs) begin(theirs);
    else await load();
  };
  useRestored(kind.collection, (restored) => {
    if (restored === id) void reload();
  });
  const forgetAside = () => {
    if (id !== null) drafts.dropAside(id);
    setAside(null);
  };
  /** Puts one's own version back into the form, to be saved over what is there now. */
  const takeAside = () => {
    if (aside) setForm(aside.form);
    forgetAside();
  };

  return {
    what: kind.what,
    form,
    setForm,
    stored,
    dirty,
    submit,
    loading,
    loadError,
    retry: load,
    restored,
    discard,
    giveUp,
    aside,
    takeAside,
    forgetAside,
    conflict,
    reload,
    dismissConflict: () => setConflict(null),
  };
}

export type EditedDocument<S, F extends object> = ReturnType<typeof useDocument<S & Revised, F>>;
