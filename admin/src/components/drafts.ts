/** An unsaved document as this device keeps it. */
export interface Draft<F> {
  form: F;
  /** The revision the edit began from; null for a new document. */
  revision: number | null;
  /** The version of the working copy that it began from; missing when there was none. */
  copy?: number;
  keptAt: string;
}

/**
 * What one person wrote and did not save, as this device keeps it: documents of one kind, such as "article". Nobody else
 * who signs in here gets to see it. What a draft of an earlier version lacks is as in `empty`.
 */
export function draftsOf<F extends object>(kind: string, owner: string, empty: F) {
  // `id` is null for a new document.
  const draft = (id: string | null) => `${kind}-draft:${owner}:${id ?? "new"}`;
  const aside = (id: string | null) => `${kind}-aside:${owner}:${id ?? "new"}`;
  return {
    /** What was typed and not saved, or null. */
    read: (id: string | null) => read(draft(id), empty),
    /** Keeps what was typed. Returns false when the device refuses: its storage is full or blocked. */
    keep: (id: string | null, value: Draft<F>) => keep(draft(id), value),
    drop: (id: string | null) => drop(draft(id)),
    /** One's own version of a document, which gave way to somebody else's; null when there is none. */
    readAside: (id: string | null) => read(aside(id), empty),
    /** Keeps one's own version beside the document that is edited. */
    keepAside: (id: string | null, value: Draft<F>) => keep(aside(id), value),
    dropAside: (id: string | null) => drop(aside(id)),
  };
}

function read<F extends object>(name: string, empty: F): Draft<F> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? "null") as Partial<Draft<F>> | null;
    if (!draft?.form || typeof draft.keptAt !== "string") return null;
    return {
      form: { ...empty, ...draft.form },
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

function drop(name: string) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
