import { NetworkError } from "@academy/shared/api/errors";
import type { Draft, StashedDraft } from "./drafts";
import type { DocumentKind, WorkingCopy } from "./kind";
import { changedIn } from "./writeOver";

export interface Revised {
  revision?: number;
  updated_at?: string | null;
  has_working_copy?: boolean;
}

export interface SaveOptions {
  /** Over the version that the conflict has shown. */
  overwrite?: boolean;
  /** The form stays open. */
  stay?: boolean;
  /** Into the working copy, or by publishing it. */
  as?: "draft" | "changes";
}

/** Somebody else's version, and the save that was refused for it. */
export interface Conflict<S, F> {
  /** Undefined where nothing is known of it; `stored` is their document, null where it is a working copy. */
  theirs: { stored: S | null; form: F; at: string | null | undefined; by: string | undefined } | undefined;
  options: SaveOptions;
}

/** A document that is edited: what the server has of it, what its form holds, and what is to be decided. */
export interface State<S, F> {
  /** The document in the form: null is a new one, undefined none yet. */
  id: string | null | undefined;
  loading: boolean;
  loadError: unknown;
  stored: S | null;
  /** The form of what is stored. */
  base: F;
  copy: WorkingCopy<F> | null;
  /**
   * The working copy that somebody else has saved over this one, null when they removed it, undefined when they did
   * neither. Nothing is saved by itself before one of the two is chosen.
   */
  otherCopy: WorkingCopy<F> | null | undefined;
  form: F;
  /** The form as it was opened: giving up goes back to it. */
  opened: F;
  /** The document's revision that what is typed was begun over. */
  over: number | undefined;
  /** Whether it was saved since it was opened. */
  saved: boolean;
  conflict: Conflict<S, F> | null;
  /** The draft of this device that the form was opened with. */
  restored: Draft<F> | null;
  /** One's own version that is kept on this device and is not in the form. */
  stash: StashedDraft<F> | null;
}

export type Event<S, F> =
  | { type: "loadBegan"; id: string | null }
  | { type: "loadFailed"; error: unknown }
  | { type: "opened"; id: string | null; stored: S | null; copy: WorkingCopy<F> | null; draft: Draft<F> | null }
  | { type: "typed"; form: F }
  /** The working copy is as the form was; null when the form changes nothing. */
  | { type: "copySaved"; copy: WorkingCopy<F> | null }
  /** A call was answered that the server had carried out before: its working copy is one's own. */
  | { type: "recognized"; copy: WorkingCopy<F> }
  | { type: "draftSaved" }
  | { type: "copyDiscarded" }
  | { type: "copyOvertaken"; by: WorkingCopy<F> | null }
  /** The document is stored as `sent`; the form stays open. */
  | { type: "saved"; stored: S; sent: F }
  | { type: "refused"; conflict: Conflict<S, F> }
  | { type: "conflictClosed" }
  /** The person gave up the changes since the form was opened. */
  | { type: "givenUp" }
  /** The form goes back to what the server has. */
  | { type: "reverted" }
  | { type: "stashFound"; stash: StashedDraft<F> | null };

type Kind<S, F extends object> = Pick<
  DocumentKind<S, F>,
  "empty" | "idOf" | "formOf" | "written" | "merges" | "filled" | "copies"
>;

export function initial<S, F extends object>({ empty, copies }: Kind<S, F>, id: string | null): State<S, F> {
  return {
    id: undefined,
    loading: id !== null || copies !== undefined,
    loadError: null,
    stored: null,
    base: empty,
    copy: null,
    otherCopy: undefined,
    form: empty,
    opened: empty,
    over: undefined,
    saved: false,
    conflict: null,
    restored: null,
    stash: null,
  };
}

/** Reports whether two forms would save the same. */
export const isSame = <F extends object>({ written }: { written?: (form: F) => object }, a: F, b: F): boolean =>
  Object.keys(written ? changedIn<object>(written(a), written(b)) : changedIn(a, b)).length === 0;

/** Returns the form of what the server has: the document with its unpublished changes, whoever saved them last. */
export const savedForm = <S, F>({ base, copy, otherCopy }: Pick<State<S, F>, "base" | "copy" | "otherCopy">): F =>
  (otherCopy === undefined ? copy : otherCopy)?.form ?? base;

/** Applies what `form` changes of `from` to another version, where saves merge. */
export const rebased = <F extends object>({ merges }: { merges?: true }, form: F, from: F, over: F): F =>
  merges ? { ...over, ...changedIn(form, from) } : form;

export function reduce<S extends Revised, F extends object>(
  kind: Kind<S, F>,
  state: State<S, F>,
  event: Event<S, F>,
): State<S, F> {
  switch (event.type) {
    case "loadBegan":
      // A document that is read again stays in sight meanwhile.
      return { ...state, loading: state.id !== event.id, loadError: null };
    case "loadFailed":
      return { ...state, loading: false, loadError: event.error };
    case "opened": {
      const { id, stored, copy, draft } = event;
      const base = stored ? kind.formOf(stored) : kind.empty;
      const saved = savedForm({ base, copy, otherCopy: undefined });
      return {
        ...initial(kind, id),
        id,
        loading: false,
        stored,
        base,
        copy,
        form: draft?.form ?? saved,
        opened: saved,
        over: draft?.revision ?? copy?.over ?? stored?.revision,
        restored: draft,
        stash: state.stash,
      };
    }
    case "typed":
      return { ...state, form: event.form };
    case "copySaved":
    case "recognized":
      return { ...state, copy: event.copy, otherCopy: undefined };
    case "draftSaved":
      // Typing goes on while the answer is awaited: that is not saved.
      return { ...state, opened: savedForm(state), saved: true, restored: null, conflict: null };
    case "copyDiscarded":
      return {
        ...state,
        form: state.base,
        opened: state.base,
        copy: null,
        otherCopy: undefined,
        over: state.stored?.revision,
        restored: null,
      };
    case "copyOvertaken":
      return { ...state, otherCopy: event.by };
    case "saved": {
      const { stored, sent } = event;
      const base = kind.merges ? kind.formOf(stored) : (kind.filled?.(sent, stored) ?? sent);
      return {
        ...state,
        id: kind.idOf(stored),
        stored,
        base,
        copy: null,
        form: { ...base, ...changedIn(state.form, sent) },
        opened: base,
        over: stored.revision,
        saved: true,
        conflict: null,
        restored: null,
      };
    }
    case "refused":
      return { ...state, conflict: event.conflict };
    case "conflictClosed":
      return { ...state, conflict: null };
    case "givenUp":
      return { ...state, form: state.opened, restored: null, over: state.copy?.over ?? state.stored?.revision };
    case "reverted":
      return { ...state, form: savedForm(state) };
    case "stashFound":
      return { ...state, stash: event.stash };
  }
}

/** Whether the server lacks something that the form holds. */
export function isDirty<S, F extends object>(kind: Kind<S, F>, state: State<S, F>): boolean {
  if (state.loading || isSame(kind, state.form, savedForm(state))) return false;
  // The document may have it, whatever somebody else's working copy has.
  return state.otherCopy === undefined || !isSame(kind, state.form, state.base);
}

export type Phase = "loading" | "clean" | "dirty" | "saving" | "saved" | "conflicted" | "restored" | "offline";

/** Returns what screens say of a document; `failure` is why the last save failed. */
export function phaseOf<S, F extends object>(
  kind: Kind<S, F>,
  state: State<S, F>,
  { saving, failure }: { saving: boolean; failure: unknown },
): Phase {
  if (state.loading) return "loading";
  if (state.conflict || state.otherCopy !== undefined) return "conflicted";
  if (!isDirty(kind, state)) return state.saved ? "saved" : "clean";
  if (saving) return "saving";
  if (failure instanceof NetworkError) return "offline";
  return state.restored ? "restored" : "dirty";
}
