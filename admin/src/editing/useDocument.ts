import { hasStatus } from "@academy/shared/api/errors";
import { type Dispatch, type SetStateAction, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { mutate } from "swr";
import { useSession } from "@/api/session";
import { partsOf } from "@/history/values";
import { useRestored } from "@/resources/history";
import { type Question, useConfirm } from "@/ui/confirm";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { Editing } from "./Editing";
import type { AnyKind, WorkingCopy } from "./kind";
import { useLeaveGuard } from "./leaveGuard";
import { isDirty, isSame, phaseOf, type Revised, rebased, type SaveOptions } from "./state";
import { useAutosave } from "./useAutosave";
import { useDeviceDraft } from "./useDeviceDraft";

/** On to another document, or to none for null. `stay`: it is in the form already. */
export type OnDone = (next: string | null, options?: { stay?: boolean; replace?: boolean }) => void;

const GO_ON = "Keep editing";

interface Options<S> {
  /** Waited for before anything is saved; nothing is where it resolves to false. */
  ready?: () => Promise<unknown>;
  /** The document, where a list has it that the form stands in. */
  known?: S | undefined;
}

/**
 * The document being written: a new one for `id` null. What is typed is kept on this device until the server has it;
 * nothing is lost to a closed window, an ended session or somebody else's edit.
 */
export function useDocument<S extends Revised, F extends object>(
  kind: AnyKind<S, F>,
  id: string | null,
  onDone: OnDone,
  { ready, known }: Options<S> = {},
) {
  const { user } = useSession();
  const confirm = useConfirm();
  const [editing] = useState(() => {
    const editing = new Editing(kind, id, user?.id ?? "");
    if (known || (id === null && !kind.copies)) editing.open(known ?? null, null, id);
    return editing;
  });
  const state = useSyncExternalStore(editing.subscribe, () => editing.state);
  const { form, loading, conflict } = state;
  const dirty = isDirty(kind, state);
  const now = useRef({ id, onDone, known });
  now.current = { id, onDone, known };
  const letGo = useLeaveGuard(dirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: kind.goOn ?? GO_ON,
    danger: false,
  });
  const [restoredTimes, setRestored] = useState(0);
  const isNew = () => editing.id === null;
  const submit = useSubmit<SaveOptions>(save, { failed: kind.failed(id) });
  const failure = useAutosave(form, kind.copies !== undefined && dirty && conflict === null, async () => {
    if (editing.state.otherCopy === undefined) await editing.saveCopy();
  });
  useDeviceDraft({ form, dirty, loading, keep: editing.keepDraft, drop: editing.dropDraft });

  const open = (stored: S | null, copy: WorkingCopy<F> | null, of: string | null, knowingly = false) => {
    editing.open(stored, copy, of, knowingly);
    submit.forget();
  };
  /** The draft that another window keeps stays there. */
  const openSaved = (stored: S | null) => {
    editing.dispatch({ type: "opened", id: stored && kind.idOf(stored), stored, copy: null, draft: null });
    submit.forget();
  };
  const load = async ({ knowingly = false } = {}) => {
    const { copies, fetch } = kind;
    editing.keepDraft();
    if (!fetch || (id === null && !copies)) return open(now.current.known ?? null, null, id, knowingly);
    editing.dispatch({ type: "loadBegan", id });
    try {
      await editing.writesOf(id);
      const found = id === null ? null : await fetch(id);
      // Links may name a document otherwise: an article by its slug, where only its page is known.
      if (found && kind.idOf(found) !== id) return now.current.onDone(kind.idOf(found), { replace: true });
      const copy = copies && found?.has_working_copy !== false ? await copies.fetch(found) : null;
      if (now.current.id !== id) return;
      // What was typed meanwhile.
      editing.keepDraft();
      open(found, copy, id, knowingly);
    } catch (error) {
      if (now.current.id === id) editing.dispatch({ type: "loadFailed", error });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each id
  useEffect(() => {
    if (editing.state.id !== id) void load();
  }, [id]);

  async function save({
    overwrite = false,
    stay = kind.stays === true || (kind.stays === "typing" && isNew()),
    as,
  }: SaveOptions = {}) {
    const asked = editing.givenUp;
    const shown = overwrite ? editing.state.conflict?.theirs?.stored?.revision : undefined;
    // The dialog closes: what fails is told in the form.
    if (overwrite) editing.dispatch({ type: "conflictClosed" });
    if ((await ready?.()) === false || editing.givenUp !== asked) return;
    try {
      if (as) await editing.saveCopy({ overwrite: overwrite && as === "draft" });
      if (as === "draft") {
        editing.dispatch({ type: "draftSaved" });
        if (editing.state.copy) toast.success("Draft saved");
        else toast.info("No changes to save");
        return;
      }
      await editing.inTurn(async () => {
        const created = isNew();
        const of = editing.state.id;
        const { saved, sent } = await editing.publish(as, shown ?? editing.state.over);
        // Another document is in the form by now.
        if (editing.state.id !== of) return;
        // What was typed since it was sent is not in what is stored.
        const typedMeanwhile = !isSame(kind, editing.state.form, sent);
        finish();
        const typing = kind.stays === "typing" && isWriting(submit.frame.current);
        if (kind.stays === "emptied") {
          const { form } = editing.state;
          openSaved(null);
          if (typedMeanwhile) editing.dispatch({ type: "typed", form });
          onDone(null);
        } else if (stay || typedMeanwhile || typing) {
          editing.dispatch({ type: "saved", stored: saved, sent });
          if (created) onDone(kind.idOf(saved), { stay: true });
        } else {
          // The form closes; it may be asked for again before it has.
          openSaved(saved);
          onDone(null);
        }
      });
    } catch (error) {
      editing.keepDraft();
      if (!hasStatus(error, 412)) throw error;
      await editing.showConflict(error, { stay, as });
    }
  }
  /** Drops the draft once the form is saved or given up; people may leave. */
  const finish = () => {
    letGo();
    editing.dropDraft();
  };
  const revert = () => {
    finish();
    editing.dispatch({ type: "reverted" });
  };
  /** Takes the other version into the form; one's own is stashed. */
  const reload = async () => {
    editing.stash();
    editing.dispatch({ type: "conflictClosed" });
    revert();
    // Of the document: the working copy has one's own version, also one that is on its way, and gives way with it.
    if (conflict?.options.as !== "draft") await editing.discardCopy().catch(() => {});
    if (kind.fetch) return load();
    open(conflict?.theirs?.stored ?? state.stored, null, id);
    // The list behind the form shows what it was.
    await mutate(() => true);
  };
  // A working copy stays, and says which of its fields have changed meanwhile.
  useRestored(kind.collection ?? null, (restored) => {
    if (restored !== (editing.id ?? id)) return;
    // Where saves merge, what was typed stays over what is restored.
    if (kind.merges) editing.keepDraft();
    else {
      if (dirty) editing.stash();
      revert();
    }
    setRestored((times) => times + 1);
  });
  // A list has it when this is drawn next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each restoring loads it once
  useEffect(() => {
    if (restoredTimes > 0) void load({ knowingly: true });
  }, [restoredTimes]);
  /**
   * Gives up what was typed since the form was opened, unless somebody who is asked wants to go on with it; null asks
   * nothing. Resolves to whether the form can close.
   */
  const giveUp = async (question: Partial<Question> | null = {}): Promise<boolean> => {
    const { form, opened, restored } = editing.state;
    if (isSame(kind, form, opened)) {
      // It was typed back.
      if (restored) editing.dispatch({ type: "givenUp" });
      return true;
    }
    let asDraft = false;
    const sure =
      question === null ||
      (await confirm({
        message: `Discard your changes to this ${kind.what}?`,
        cancel: kind.goOn ?? GO_ON,
        confirm: "Discard changes",
        instead: kind.copies && {
          label: "Keep as draft",
          run: () => {
            asDraft = true;
          },
        },
        ...question,
      }));
    if (!sure && !asDraft) return false;
    editing.givenUp++;
    if (sure) {
      finish();
      editing.dispatch({ type: "givenUp" });
      submit.forget();
    }
    try {
      await editing.saveCopy();
    } catch (error) {
      // What somebody else has saved meanwhile is not one's own to give up.
      if (!(sure && hasStatus(error, 412))) {
        editing.keepDraft();
        toast.failure("Failed to save draft", error);
        return false;
      }
    }
    // What was met may have made the form dirty again.
    finish();
    return true;
  };
  useEffect(() => () => void editing.givenUp++, [editing]);

  return {
    what: kind.what,
    /** The words of each part of a form by its label. */
    wordsOf: (form: F) => kind.wordsOf?.(form) ?? partsOf(kind.fields ?? [], kind.written?.(form) ?? form),
    ...state,
    setForm: useState(
      (): Dispatch<SetStateAction<F>> => (next) =>
        editing.dispatch({ type: "typed", form: typeof next === "function" ? next(editing.state.form) : next }),
    )[0],
    phase: phaseOf(kind, state, { saving: submit.busy, failure: failure ?? submit.cause }),
    /** Why it was not saved by itself. */
    failure,
    dirty,
    /** What Overwrite would make it. */
    mine: conflict?.theirs ? rebased(kind, form, state.base, conflict.theirs.form) : form,
    /** Whether there is something to give up. */
    changed: !loading && !isSame(kind, form, state.opened),
    /** Whether there is nothing to show of it: it is not known yet, or new and nobody has written anything. */
    blank: loading || (state.stored === null && isSame(kind, form, kind.empty)),
    submit,
    retry: () => load(),
    saveCopy: editing.saveCopy,
    discardCopy: editing.discardCopy,
    giveUp,
    /** Has the changes published at a time; resolves to their fields that somebody else has changed since. */
    schedule: async (publishAt: string | null) => {
      await editing.saveCopy({ publishAt });
      return editing.state.copy?.changedSince ?? [];
    },
    takeStash: editing.takeStash,
    forgetStash: editing.forgetStash,
    compare: editing.compare,
    reload,
    dismissConflict: () => editing.dispatch({ type: "conflictClosed" }),
  };
}

/** Whether the caret is in one of the form's fields. */
const isWriting = (form: HTMLElement | null) =>
  form?.querySelector("input:focus, textarea:focus, [contenteditable=true]:focus") != null;

export type EditedDocument<S, F extends object> = ReturnType<typeof useDocument<S & Revised, F>>;
