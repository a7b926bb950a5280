import { type ArticleForm, EMPTY } from "./form";

/** An unsaved article as this device keeps it. */
export interface Draft {
  form: ArticleForm;
  /** The revision the edit began from; null for a new article. */
  revision: number | null;
  keptAt: string;
}

const key = (id: string | null) => `article-draft:${id ?? "new"}`;
const asideKey = (id: string) => `article-aside:${id}`;

/** What was typed and not saved, or null. `id` is null for a new article. */
export function readDraft(id: string | null): Draft | null {
  return read(key(id));
}

/** One's own version of an article, which gave way to somebody else's; null when there is none. */
export function readAside(id: string | null): Draft | null {
  return id === null ? null : read(asideKey(id));
}

function read(name: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? "null") as Partial<Draft> | null;
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
  return keep(key(id), draft);
}

/** Keeps one's own version beside the article that is edited. */
export function keepAside(id: string, draft: Draft): boolean {
  return keep(asideKey(id), draft);
}

function keep(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(id: string | null) {
  drop(key(id));
}

export function dropAside(id: string) {
  drop(asideKey(id));
}

function drop(name: string) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
