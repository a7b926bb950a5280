/** An unsaved document as this device keeps it. */
export interface Draft<F> {
  form: F;
  /** The document's form that it was begun over, where saves merge; missing in drafts of an earlier version. */
  base?: F;
  /** The revision the edit began from; null for a new document. */
  revision: number | null;
  /** The version of the working copy that it began from; missing when there was none. */
  copy?: number;
  keptAt: string;
}

/** A name for a window, which no other one has. */
export const aWindow = () => Math.random().toString(36).slice(2);

/** A version that gave way to another one. */
export interface Aside<F> {
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
  // Each in a place of its own: two windows may put their versions aside at the same time.
  const asides = (id: string | null) => `${name}-aside:${owner}:${id ?? "new"}`;
  const allAside = (id: string | null) =>
    names()
      .filter((name) => name === asides(id) || name.startsWith(`${asides(id)}:`))
      .flatMap((name) => {
        const draft = read(name, empty);
        return draft ? { name, draft } : [];
      })
      .sort((a, b) => b.draft.keptAt.localeCompare(a.draft.keptAt));
  return {
    /** What was typed and not saved, or null. */
    read: (id: string | null) => read(draft(id), empty),
    /** Keeps what was typed. Returns false when the device refuses: its storage is full or blocked. */
    keep: (id: string | null, value: Draft<F>) => keep(draft(id), value),
    drop: (id: string | null) => drop(draft(id)),
    /** The newest of one's own versions of a document that gave way to other ones; null when there is none. */
    readAside: (id: string | null): Aside<F> | null => allAside(id)[0] ?? null,
    /**
     * Keeps one's own version beside the document that is edited, once; in the place of what the same window kept so.
     * Returns false when the device refuses.
     */
    keepAside: (id: string | null, value: Draft<F>, window = aWindow()) => {
      const form = JSON.stringify(value.form);
      for (const { name, draft } of allAside(id)) if (JSON.stringify(draft.form) === form) drop(name);
      return keep(`${asides(id)}:${window}`, value);
    },
    dropOwnAside: (id: string | null, window: string) => drop(`${asides(id)}:${window}`),
    /** Removes the version of that name. */
    dropAside: drop,
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
