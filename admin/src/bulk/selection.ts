import { useRef, useState } from "react";

/** Selects or deselects an entry and all between it and `from`; `ids` has the entries in their order. */
export function toggled(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | null,
): Set<string> {
  const at = ids.indexOf(id);
  const start = from !== null && ids.includes(from) ? ids.indexOf(from) : at;
  const next = new Set(selected);
  for (const each of ids.slice(Math.min(start, at), Math.max(start, at) + 1)) {
    if (selected.has(id)) next.delete(each);
    else next.add(each);
  }
  return next;
}

/** Which of the shown entries of a list are selected. */
export function useSelection<T extends { id: string }>(entries: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  /** The entry that was selected or deselected last. */
  const last = useRef<string | null>(null);
  const shown = entries.map(({ id }) => id);
  const selected = entries.filter(({ id }) => ids.has(id));
  const all = entries.length > 0 && selected.length === entries.length;
  return {
    selected,
    has: (id: string) => ids.has(id),
    /** With `range`, all from the entry that was selected before. */
    toggle: (id: string, range: boolean) => {
      const from = range ? last.current : null;
      setIds((was) => toggled(was, shown, id, from));
      last.current = id;
    },
    all,
    toggleAll: () => setIds(new Set(all ? [] : shown)),
    deselect: (gone: readonly { id: string }[]) =>
      setIds((was) => new Set([...was].filter((id) => !gone.some((entry) => entry.id === id)))),
  };
}

export type Selection<T extends { id: string }> = ReturnType<typeof useSelection<T>>;
