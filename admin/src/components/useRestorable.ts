import { useState } from "react";
import { type Place, useRestored } from "@/api/history";
import { toast } from "./toasts";

/**
 * As useState, for what a form holds of a document: begins anew when that is restored, but for the fields in which
 * somebody has typed since, which are not saved yet.
 */
export function useRestorable<S>({ collection, id }: Place, begin: () => S) {
  const [begun, setBegun] = useState(begin);
  const [state, setState] = useState(begun);
  const [restored, setRestored] = useState(false);
  useRestored(collection, (which) => {
    if (which !== id) return;
    setRestored(true);
    if (Object.keys(changes(begun, state)).length > 0)
      toast.info("What you have typed and not saved stays in the form");
  });
  if (restored) {
    const next = begin();
    setRestored(false);
    setBegun(next);
    setState(next instanceof Object ? { ...next, ...changes(begun, state) } : next);
  }
  return [state, setState] as const;
}

/** The fields that differ, as they are now. */
function changes<S>(before: S, now: S): Partial<S> {
  const of = before as Record<string, unknown>;
  const differing = Object.entries(now ?? {}).filter(([key, value]) => !same(value, of[key]));
  return Object.fromEntries(differing) as Partial<S>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
