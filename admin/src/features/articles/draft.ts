import { type ArticleForm, EMPTY } from "./form";

/** An unsaved article as this device keeps it. */
export interface Draft {
  form: ArticleForm;
  /** The revision the edit began from; null for a new article. */
  revision: number | null;
  keptAt: string;
}

/** What one person wrote and did not save, as this device keeps it. Nobody else who signs in here gets to see it. */
export function draftsOf(owner: string) {
  // `id` is null for a new article.
  const draft = (id: string | null) => `article-draft:${owner}:${id ?? "new"}`;
  const aside = (id: string) => `article-aside:${owner}:${id}`;
  return {
    /** What was typed and not saved, or null. */
    read: (id: string | null) => read(draft(id)),
    /** Keeps what was typed. Returns false when the device refuses: its storage is full or blocked. */
    keep: (id: string | null, value: Draft) => keep(draft(id), value),
    drop: (id: string | null) => drop(draft(id)),
    /** One's own version of an article, which gave way to somebody else's; null when there is none. */
    readAside: (id: string | null) => (id === null ? null : read(aside(id))),
    /** Keeps one's own version beside the article that is edited. */
    keepAside: (id: string, value: Draft) => keep(aside(id), value),
    dropAside: (id: string) => drop(aside(id)),
  };
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

function keep(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function drop(name: string) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
