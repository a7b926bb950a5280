import { useState } from "react";

interface Options {
  /** Tell the entries apart, in their order. */
  keys: readonly string[];
  /** Whether the entries are open at first. */
  open?: boolean;
  /** What the server refused, by place; that of an entry is `at` and its index: "items[2].label". */
  errors: Readonly<Record<string, string>>;
  at: string;
}

/** Which entries of a list are open. One with something refused opens, and can be closed again. */
export function useFolding({ keys, open = false, errors, at }: Options) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open ? keys : []));
  const refused = keys.filter((_, index) => Object.keys(errors).some((place) => place.startsWith(`${at}[${index}]`)));
  const [seen, setSeen] = useState("");
  if (refused.join() !== seen) {
    setSeen(refused.join());
    setOpened(new Set([...opened, ...refused]));
  }
  const isOpen = (index: number) => opened.has(keys[index] ?? "");
  return {
    isOpen,
    open: (key: string) => setOpened((known) => new Set(known).add(key)),
    onToggle: (index: number) =>
      setOpened((known) => {
        const key = keys[index] ?? "";
        return isOpen(index) ? new Set([...known].filter((other) => other !== key)) : new Set(known).add(key);
      }),
  };
}
