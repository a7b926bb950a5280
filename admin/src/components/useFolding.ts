import { useState } from "react";

/** Which entries of a list are open, by their keys. Those of `initially` are open at first. */
export function useFolding(initially: readonly string[]) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(initially));
  return {
    isOpen: (key: string | undefined) => key !== undefined && opened.has(key),
    open: (key: string) => setOpened((known) => new Set(known).add(key)),
    toggle: (key: string | undefined) =>
      key !== undefined &&
      setOpened((known) => {
        const next = new Set(known);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
  };
}
