import { type ApiError, hasStatus, NetworkError } from "@academy/shared/api/errors";
import { signal } from "@/api/signal";
import { turns } from "@/api/turns";
import { fetchHistory } from "@/resources/history";
import { aWindow, type Draft, draftsOf } from "./drafts";
import type { AnyKind, WorkingCopy } from "./kind";
import {
  type Event,
  initial,
  isDirty,
  isSame,
  type Revised,
  rebased,
  reduce,
  type SaveOptions,
  type State,
  savedForm,
} from "./state";
import { changedIn, currentOf, disputed } from "./writeOver";

const turn = turns();

/** The calls of one form, and what it keeps on this device. Its state changes by events alone. */
export class Editing<S extends Revised, F extends object> {
  state: State<S, F>;
  private readonly changed = signal();
  readonly subscribe = this.changed.on;
  /** Names this window in the drafts that it keeps. */
  private readonly window = aWindow();
  private readonly drafts;
  /** When the draft was kept that the form was opened with. */
  private adopted: string | undefined;
  /** Forms that were sent and not answered: the server may have them. */
  private unanswered: F[] = [];
  /** How often what is typed was given up: a save that waits then is dropped. */
  givenUp = 0;

  constructor(
    readonly kind: AnyKind<S, F>,
    id: string | null,
    person: string,
  ) {
    this.state = initial(kind, id);
    this.drafts = draftsOf(kind.drafts ?? kind.collection ?? kind.what, person, kind.empty);
  }

  dispatch(event: Event<S, F>): void {
    this.state = reduce(this.kind, this.state, event);
    this.changed.emit();
  }

  /** The id of the document in the form: a new one that was saved has one before its address names it. */
  get id(): string | null {
    return this.state.stored ? this.kind.idOf(this.state.stored) : null;
  }
  get dirty(): boolean {
    return isDirty(this.kind, this.state);
  }
  /** Names the queue of writes: kinds of one collection take turns. */
  private turnOf(id: string | null) {
    return `${this.kind.collection ?? this.kind.what}/${id ?? "new"}`;
  }
  private same(one: F, other: F): boolean {
    return isSame(this.kind, one, other);
  }

  // Drafts of this device

  private own(): Draft<F> {
    const { over, copy, form } = this.state;
    const base = this.kind.merges && this.state.base;
    const [revision, keptAt] = [over ?? null, new Date().toISOString()];
    return { form, base, revision, copy: copy?.version, window: this.window, keptAt };
  }
  /** Whether the draft that is kept of the document is this form's, or the one that it was opened with. */
  private ownsDraft(id: string | null): boolean {
    const draft = this.drafts.read(id);
    return !draft?.window || draft.window === this.window || draft.keptAt === this.adopted;
  }
  readonly keepDraft = () => {
    const { id, otherCopy } = this.state;
    if (id === undefined || !this.dirty) return;
    // Another window that edits the same goes on with the draft of this device.
    if (otherCopy === undefined && this.ownsDraft(id)) this.drafts.keep(id, this.own());
    else this.drafts.stash(id, this.own(), this.window);
  };
  readonly dropDraft = () => {
    const { id } = this.state;
    if (id === undefined) return;
    if (this.ownsDraft(id)) this.drafts.drop(id);
    this.drafts.dropOwnStash(id, this.window);
  };
  stash() {
    this.drafts.stash(this.state.id ?? null, this.own());
  }
  private findStash() {
    this.dispatch({ type: "stashFound", stash: this.drafts.readStash(this.state.id ?? null) });
  }
  readonly forgetStash = () => {
    if (this.state.stash) this.drafts.dropStash(this.state.stash.name);
    this.findStash();
  };
  /** Puts the stashed draft back into the form, to be saved over what is there now; what was typed there is stashed. */
  readonly takeStash = () => {
    const { stash } = this.state;
    if (!stash) return;
    if (this.dirty) this.stash();
    const { form, base } = stash.draft;
    this.dispatch({ type: "typed", form: base ? rebased(this.kind, form, base, savedForm(this.state)) : form });
    this.forgetStash();
  };

  /**
   * Opens a document that was read, with the draft of this device. Where saves merge, the changes of the draft are
   * applied to the document. They are saved over its present revision, unless somebody else has changed the same fields;
   * `knowingly` also then, because the person has just restored the document.
   */
  open(stored: S | null, copy: WorkingCopy<F> | null, id: string | null, knowingly = false) {
    const base = stored ? this.kind.formOf(stored) : this.kind.empty;
    let draft = this.drafts.read(id);
    if (draft?.base && this.kind.merges) {
      const both = disputed(draft.base, changedIn(draft.form, draft.base), base).length > 0;
      const form = rebased(this.kind, draft.form, draft.base, base);
      draft = { ...draft, form, base, revision: both && !knowingly ? draft.revision : (stored?.revision ?? null) };
    }
    if (draft && this.same(draft.form, copy?.form ?? base)) {
      this.drafts.drop(id);
      draft = null;
    }
    if (draft && copy && draft.copy !== copy.version) {
      // Another one was saved since: both versions stay.
      if (this.drafts.stash(id, draft)) this.drafts.drop(id);
      draft = null;
    }
    this.adopted = draft?.keptAt;
    this.dispatch({ type: "opened", id, stored, copy, draft });
    this.findStash();
  }

  // The working copy

  /**
   * Runs writes of a document one after another, also those of one form and the next: each names the version that was
   * made before. A new one may have got its id when its turn comes.
   */
  inTurn<T>(run: () => Promise<T>, id = this.id): Promise<T> {
    return turn(this.turnOf(id), () => (this.id === id ? run() : this.inTurn(run)));
  }
  /** Waits for what a form that was left is still saving of a document. */
  async writesOf(id: string | null) {
    await turn(this.turnOf(id), async () => {});
  }
  /** Finds out what somebody else has saved. */
  async look() {
    const { copies } = this.kind;
    if (copies) this.dispatch({ type: "copyOvertaken", by: await copies.fetch(this.state.stored) });
  }
  private write(run: () => Promise<void>) {
    return this.inTurn(async () => {
      try {
        await run();
      } catch (error) {
        if (!hasStatus(error, 412)) throw error;
        await this.look();
        const copy = this.state.otherCopy;
        if (!copy || !this.unanswered.some((form) => this.same(form, copy.form))) throw error;
        this.dispatch({ type: "recognized", copy });
        await run();
      }
    });
  }
  /** Saves what the form holds by now. A form that would change nothing needs no copy. */
  readonly saveCopy = ({
    overwrite = false,
    publishAt = this.state.copy?.publishAt ?? null,
  }: {
    overwrite?: boolean;
    publishAt?: string | null;
  } = {}): Promise<void> =>
    this.write(async () => {
      const { copies } = this.kind;
      const { id, form, base, stored, copy, otherCopy, loading, over } = this.state;
      const saved = this.same(form, savedForm(this.state)) && publishAt === (copy?.publishAt ?? null);
      if (!copies || loading || (saved && !overwrite)) return;
      // The one that was shown, where it is overwritten.
      const before = overwrite && otherCopy !== undefined ? otherCopy : copy;
      if (this.same(form, base)) {
        if (before) await copies.discard(stored, before.version);
        return this.dispatch({ type: "copySaved", copy: null });
      }
      // A copy stays over the revision that it was begun over.
      const plan = { publishAt, over: copy ? stored?.revision : over };
      try {
        const copy = await copies.save(stored, form, plan, before?.version ?? 0);
        this.unanswered = [];
        if (this.state.id === id) this.dispatch({ type: "copySaved", copy });
      } catch (error) {
        if (error instanceof NetworkError) this.unanswered.push(form);
        throw error;
      }
    });
  /** Removes it; the form is that of the document again. */
  readonly discardCopy = (): Promise<void> =>
    this.write(async () => {
      const { stored, copy } = this.state;
      if (copy) await this.kind.copies?.discard(stored, copy.version);
      this.dispatch({ type: "copyDiscarded" });
    });

  // The document

  async store(over: number | undefined): Promise<S> {
    const { kind } = this;
    const { form, stored, copy } = this.state;
    const saved = await kind.save(this.id, form, over, stored).catch((error) => {
      // The form is stored already: the answer to an earlier call was lost.
      const current = currentOf<S>(error);
      if (!current || kind.idOf(current) !== this.id || !this.same(kind.formOf(current), form)) throw error;
      return current;
    });
    // It says no more than what is stored now; one that cannot be discarded, such as somebody else's by now, stays.
    if (copy) await kind.copies?.discard(stored, copy.version).catch(() => {});
    return saved;
  }
  /** Stores the form over a revision, or publishes the working copy, and returns the form that was stored with it. */
  async publish(as: SaveOptions["as"], revision: number | undefined): Promise<{ saved: S; sent: F }> {
    const { form, stored, copy } = this.state;
    if (as && stored && copy && this.kind.copies) {
      return { saved: await this.kind.copies.publish(stored, revision, copy.version), sent: copy.form };
    }
    return { saved: await this.store(revision), sent: form };
  }

  // Conflicts

  private async showStored(now: S | undefined, options: SaveOptions) {
    const { kind, id } = this;
    const place = now && id !== null && kind.collection && { collection: kind.collection, id };
    const saves = place && fetchHistory(place, 1).catch(() => null);
    const last = (await (saves || null))?.items[0];
    const [at, by] = [now?.updated_at ?? last?.at, last?.by?.name];
    const theirs = now && { stored: now, form: kind.formOf(now), at, by };
    this.dispatch({ type: "refused", conflict: { theirs, options } });
  }
  readonly compare = async (options: SaveOptions = { as: "draft" }): Promise<void> => {
    const { otherCopy } = this.state;
    if (otherCopy) {
      const theirs = { stored: null, form: otherCopy.form, at: otherCopy.savedAt, by: otherCopy.savedBy };
      return this.dispatch({ type: "refused", conflict: { theirs, options } });
    }
    // It is published, or discarded.
    await this.showStored(
      this.id === null ? undefined : await this.kind.fetch?.(this.id).catch(() => undefined),
      options,
    );
  };
  /** Shows the version that a save was refused for. */
  async showConflict(error: ApiError, options: SaveOptions) {
    const current = currentOf<S>(error);
    if (current && this.kind.idOf(current) === this.id) return await this.showStored(current, options);
    if (!options.as) return this.compare(options);
    // Of the working copy: one of the two is chosen before anything is published.
    if (this.state.otherCopy === undefined) await this.look();
    await this.compare();
  }
}
