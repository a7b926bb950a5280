import type { FormField } from "@/model/types";
import type { CollectionName } from "@/resources/collections";

/** What editing a kind of document takes: `S` is how one is stored, `F` how it stands in its form. */
export interface DocumentKind<S, F extends object> {
  /** The dashboard's word for one: "article". */
  what: string;
  /** Where its history is; undefined where it has none. */
  collection?: CollectionName;
  /** Names drafts on this device, where its collection does not. */
  drafts?: string;
  empty: F;
  idOf: (stored: S) => string;
  formOf: (stored: S) => F;
  /** Returns the fields that a save of a form writes, for comparing forms; the form itself where it is left out. */
  written?: (form: F) => object;
  /** Never an older copy: an edit begins from it. */
  fetch: (id: string) => Promise<S>;
  /**
   * Stores a form and tells so; `id` is null for a new document, and `before` how it was stored. Fails with status 412
   * when it is no longer at `revision`; undefined overwrites.
   */
  save: (id: string | null, form: F, revision: number | undefined, before: S | null) => Promise<S>;
  /** The message when saving fails; "" where the form alone says it. */
  failed: (id: string | null) => string;
  /** The answer of somebody who stays with what is not saved; "Keep editing" where it is left out. */
  goOn?: string;
  /**
   * Whether a saved document stays in the form; "typing": a new one does, and another while the caret is in it;
   * "emptied": the form is emptied for the next new one, but for what was typed meanwhile.
   */
  stays: boolean | "typing" | "emptied";
  /** A save writes the changed fields only: those that others have changed meanwhile come into the form. */
  merges?: true;
  /** A form that was sent, with what the server made of fields that were left blank. */
  filled?: (sent: F, saved: S) => F;
  /** Without it what is typed is kept on this device alone. */
  copies?: CopyCalls<S, F>;
  /** The fields of its form, whose labels name what differs between two versions. */
  fields?: readonly FormField[];
  /** The words of each part of a form by its label, where the fields do not say it all. */
  wordsOf?: (form: F) => Readonly<Record<string, string>>;
}

/** The same for a document of a list that has it already. */
export type ListedKind<S, F extends object> = Omit<DocumentKind<S, F>, "fetch" | "copies">;
/** Either of them, for a form. */
export type AnyKind<S, F extends object> = ListedKind<S, F> & Partial<Pick<DocumentKind<S, F>, "fetch" | "copies">>;

/** Changes of a document that the server keeps and does not publish, or a new document that is not created. */
export interface WorkingCopy<F> {
  /** What it makes of the document. */
  form: F;
  /** Which of all that the document has had. */
  version: number;
  /** The document's revision that it can be published over: its present one, unless that changed the same fields. */
  over: number | undefined;
  savedAt: string;
  /** Who saved it last; undefined for an account that is gone. */
  savedBy: string | undefined;
  /** When it is published by itself. */
  publishAt: string | null;
  /** Why it was not published then. */
  refused: string | undefined;
  /** Which of its fields the document has otherwise by now: by itself it is not published over them. */
  changedSince: readonly string[];
}

/**
 * The calls of working copies; `stored` is the document, null for a new one. `version` is 0 where there is none. Writes
 * fail with status 412 when it is another one by now.
 */
export interface CopyCalls<S, F extends object> {
  /** Null where there is none. */
  fetch: (stored: S | null) => Promise<WorkingCopy<F> | null>;
  /** Replaces it with what a form changes that was begun over `plan.over`, a revision of the document. */
  save: (
    stored: S | null,
    form: F,
    plan: { publishAt: string | null; over: number | undefined },
    version: number,
  ) => Promise<WorkingCopy<F>>;
  discard: (stored: S | null, version: number) => Promise<void>;
  /** Also fails with status 412 when the document is no longer at `revision`. */
  publish: (stored: S, revision: number | undefined, version: number) => Promise<S>;
}
