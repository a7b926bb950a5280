import { type ArticleForm, EMPTY } from "./form";

/** An unsaved article as this device keeps it. */
export interface Draft {
  form: ArticleForm;
  /** The revision the edit began from; null for a new article. */
  revision: number | null;
  keptAt: string;
}

const key = (id: string | null) => `article-draft:${id ?? "new"}`;

/** What was typed and not saved, or null. `id` is null for a new article. */
export function readDraft(id: string | null): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key(id)) ?? "null") as Partial<Draft> | null;
    if (!draft?.form || typeof draft.keptAt !== "string") return null;
    return {
      form: { ...EMPTY, ...draft.form },
      revision: typeof draft.revision === "number" ? draft.revision : null,
      keptAt: draft.keptAt,
    };
  } catch {
    return null;
  }
}

/** Keeps what was typed. Returns false when the device refuses: its storage is full or blocked. */
export function keepDraft(id: string | null, draft: Draft): boolean {
  try {
    localStorage.setItem(key(id), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(id: string | null) {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
