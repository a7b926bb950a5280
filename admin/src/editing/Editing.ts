import { type ApiError, hasStatus, NetworkError } from "@academy/shared/api/errors";
import { fetchHistory } from "@/api/history";
import { turns } from "@/api/turns";
import { changedIn } from "./copies";
import { aWindow, type Draft, draftsOf } from "./drafts";
import type { AnyKind, WorkingCopy } from "./kind";
import {
  type Event,
  initial,
  isDirty,
  keptOf,
  laidOver,
  type Revised,
  reduce,
  type SaveOptions,
  type State,
} from "./state";
import { currentOf, disputed } from "./writeOver";

const turn = turns();

/** The calls of one form, and what it keeps on this device. Its state changes by events alone. */
export class Editing<S extends Revised, F extends object> {
  state: State<S, F>;
  private readonly listeners = new Set<() => void>();
  /** Names this window in the versions that it sets aside. */
  private readonly ownWindow = aWindow();
  private readonly drafts;
  /** Forms that were sent and not answered: the server may have them. */
  private unanswered: F[] = [];
  /** How often what is typed was given up: what waits to be saved then is not. */
  givenUp = 0;

  constructor(
    readonly kind: AnyKind<S, F>,
    id: string | null,
    person: string,
  ) {
    this.state = initial(kind, id);
    this.drafts = draftsOf(kind.drafts ?? kind.collection, person, kind.empty);
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  dispatch(event: Event<S, F>): void {
    this.state = reduce(this.kind, this.state, event);
    for (const listener of this.listeners) listener();
  }

  /** The id of the document in the form: a new one that was saved has one before its address names it. */
  get id(): string | null {
    return this.state.stored ? this.kind.idOf(this.state.stored) : null;
  }
  get dirty(): boolean {
    return isDirty(this.kind, this.state);
  }

  // Drafts of this device

  private own(): Draft<F> {
    const { over, copy, form } = this.state;
    const base = this.kind.merges && this.state.base;
    return { form, base, revision: over ?? null, copy: copy?.version, keptAt: new Date().toISOString() };
  }
  readonly keepDraft = () => {
    const { id, otherCopy } = this.state;
    if (id === undefined || !this.dirty) return;
    // Whoever saved something else, another window of one's own too, goes on with the draft of this device.
    if (otherCopy === undefined) this.drafts.keep(id, this.own());
    else this.drafts.keepAside(id, this.own(), this.ownWindow);
  };
  readonly dropDraft = () => {
    const { id } = this.state;
    if (id === undefined) return;
    this.drafts.drop(id);
    this.drafts.dropOwnAside(id, this.ownWindow);
  };
  putAside() {
    this.drafts.keepAside(this.state.id ?? null, this.own());
  }
  private findAside() {
    this.dispatch({ type: "asideFound", aside: this.drafts.readAside(this.state.id ?? null) });
  }
  readonly forgetAside = () => {
    if (this.state.aside) this.drafts.dropAside(this.state.aside.name);
    this.findAside();
  };
  /** Puts one's own version back into the form, to be saved over what is there now; what was typed there gives way. */
  readonly takeAside = () => {
    const { aside } = this.state;
    if (!aside) return;
    if (this.dirty) this.putAside();
    const { form, base } = aside.draft;
    const kept = keptOf(this.state);
    this.dispatch({ type: "typed", form: base ? laidOver(this.kind, form, base, kept) : form });
    this.forgetAside();
  };

  /**
   * Opens a document that was read, with the draft of this device. Where saves merge, the changes of the draft are laid
   * over the document. They are saved over its present revision, unless somebody else has changed the same fields;
   * `knowingly` also then, because the person has just restored the document.
   */
  open(stored: S | null, copy: WorkingCopy<F> | null, id: string | null, knowingly = false) {
    const base = stored ? this.kind.formOf(stored) : this.kind.empty;
    const kept = keptOf({ base, copy });
    let draft = this.drafts.read(id);
    if (draft?.base && this.kind.merges) {
      const met = disputed(draft.base, changedIn(draft.form, draft.base), base).length > 0;
      const form = laidOver(this.kind, draft.form, draft.base, base);
      draft = { ...draft, form, base, revision: met && !knowingly ? draft.revision : (stored?.revision ?? null) };
    }
    if (draft && this.kind.same(draft.form, kept)) draft = null;
    if (draft && copy && draft.copy !== copy.version) {
      // The server has got another one since: both versions stay.
      if (this.drafts.keepAside(id, draft)) this.drafts.drop(id);
      draft = null;
    }
    this.dispatch({ type: "opened", id, stored, copy, draft });
    this.findAside();
  }

  // The working copy

  /**
   * Runs writes of a document one after another, also those of one form and the next: each names the version that was
   * made before. A new one may have got its id when its turn comes.
   */
  inTurn<T>(run: () => Promise<T>, id = this.id): Promise<T> {
    return turn(`${this.kind.collection}/${id ?? "new"}`, () => (this.id === id ? run() : this.inTurn(run)));
  }
  /** Waits for what a form that was left is still saving of a document. */
  async writesOf(id: string | null) {
    await turn(`${this.kind.collection}/${id ?? "new"}`, async () => {});
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
        if (!copy || !this.unanswered.some((form) => this.kind.same(form, copy.form))) throw error;
        this.dispatch({ type: "recognized", copy });
        await run();
      }
    });
  }
  /** Saves what the form holds by now. A form that would change nothing needs no copy. */
  readonly keep = ({
    overwrite = false,
    publishAt = this.state.copy?.publishAt ?? null,
  }: {
    overwrite?: boolean;
    publishAt?: string | null;
  } = {}): Promise<void> =>
    this.write(async () => {
      const { copies, same } = this.kind;
      const { id, form, base, stored, copy, loading, over } = this.state;
      const kept = same(form, keptOf(this.state)) && publishAt === (copy?.publishAt ?? null);
      if (!copies || loading || (kept && !overwrite)) return;
      const version = overwrite ? undefined : (copy?.version ?? 0);
      if (same(form, base)) {
        if (copy || overwrite) await copies.discard(stored, version);
        return this.dispatch({ type: "kept", copy: null });
      }
      // A copy keeps the revision that it was begun over.
      const plan = { publishAt, over: copy ? stored?.revision : over };
      try {
        const copy = await copies.save(stored, form, plan, version);
        this.unanswered = [];
        if (this.state.id === id) this.dispatch({ type: "kept", copy });
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
      if (!current || kind.idOf(current) !== this.id || !kind.same(kind.formOf(current), form)) throw error;
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
    const saves = now && id !== null && fetchHistory({ collection: kind.collection, id }, 1).catch(() => null);
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
  /** Shows why a save was refused. */
  async meet(error: ApiError, options: SaveOptions) {
    const current = currentOf<S>(error);
    if (current && this.kind.idOf(current) === this.id) return await this.showStored(current, options);
    if (!options.as) return this.compare(options);
    // Of the working copy: whose it is to be is settled before anything is published.
    if (this.state.otherCopy === undefined) await this.look();
    await this.compare();
  }
}
