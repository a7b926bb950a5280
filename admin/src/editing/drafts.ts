/** An unsaved document as this device keeps it. */
export interface Draft<F> {
  form: F;
  /** The document's form that it was begun over, where saves merge; missing in drafts of an earlier version. */
  base?: F;
  /** The revision the edit began from; null for a new document. */
  revision: number | null;
  /** The version of the working copy that it began from; missing when there was none. */
  copy?: number;
  /** The window that keeps it; missing in drafts of an earlier version. */
  window?: string;
  keptAt: string;
}

/** A name for a window, which no other one has. */
export const aWindow = () => Math.random().toString(36).slice(2);

/** A draft that is not in the form, because another version took its place or another window keeps its own. */
export interface StashedDraft<F> {
  name: string;
  draft: Draft<F>;
}

/**
 * Returns the drafts of one person on this device, for a collection with this `name`. Nobody else who signs in here
 * gets to see them. Fields that a draft of an earlier version lacks are as in `empty`.
 */
export function draftsOf<F extends object>(name: string, owner: string, empty: F) {
  rename();
  // `id` is null for a new document.
  const draft = (id: string | null) => `${name}-draft:${owner}:${id ?? "new"}`;
  // Each window has a name of its own: two may stash their versions at the same time.
  const stashes = (id: string | null) => `${name}-aside:${owner}:${id ?? "new"}`;
  const allStashed = (id: string | null) =>
    names()
      .filter((name) => name === stashes(id) || name.startsWith(`${stashes(id)}:`))
      .flatMap((name) => {
        const draft = read(name, empty);
        return draft ? { name, draft } : [];
      })
      .sort((a, b) => b.draft.keptAt.localeCompare(a.draft.keptAt));
  return {
    /** Returns what was typed and not saved, or null. */
    read: (id: string | null) => read(draft(id), empty),
    /** Keeps what was typed. Returns false when the device refuses: its storage is full or blocked. */
    keep: (id: string | null, value: Draft<F>) => keep(draft(id), value),
    drop: (id: string | null) => drop(draft(id)),
    /** Returns the newest stashed draft of a document; null when there is none. */
    readStash: (id: string | null): StashedDraft<F> | null => allStashed(id)[0] ?? null,
    /**
     * Keeps a draft beside the document that is edited, once; it replaces what the same window stashed before. Returns
     * false when the device refuses.
     */
    stash: (id: string | null, value: Draft<F>, window = aWindow()) => {
      const form = JSON.stringify(value.form);
      for (const { name, draft } of allStashed(id)) if (JSON.stringify(draft.form) === form) drop(name);
      return keep(`${stashes(id)}:${window}`, value);
    },
    dropOwnStash: (id: string | null, window: string) => drop(`${stashes(id)}:${window}`),
    /** Removes the stashed draft of that name. */
    dropStash: drop,
  };
}

/** An earlier version named drafts after the words of their forms. */
const FORMER: Readonly<Record<string, string>> = {
  article: "articles",
  page: "pages",
  menu: "menus",
  "PSI texts": "psi",
};

function rename() {
  for (const name of names()) {
    const [, word = "", rest = ""] = /^(.+?)(-(?:draft|aside):.+)$/.exec(name) ?? [];
    const renamed = FORMER[word];
    if (!renamed) continue;
    const text = localStorage.getItem(name) ?? "";
    drop(name);
    try {
      localStorage.setItem(`${renamed}${rest}`, text);
    } catch {
      // Storage is full: what was there stays.
      localStorage.setItem(name, text);
    }
  }
}

function read<F extends object>(name: string, empty: F): Draft<F> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? "null") as Partial<Draft<F>> | null;
    if (!draft?.form || typeof draft.keptAt !== "string") return null;
    return {
      form: { ...empty, ...draft.form },
      base: draft.base && { ...empty, ...draft.base },
      revision: typeof draft.revision === "number" ? draft.revision : null,
      copy: typeof draft.copy === "number" ? draft.copy : undefined,
      window: typeof draft.window === "string" ? draft.window : undefined,
      keptAt: draft.keptAt,
    };
  } catch {
    return null;
  }
}

function keep(name: string, draft: Draft<unknown>): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function names(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function drop(name: string) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
