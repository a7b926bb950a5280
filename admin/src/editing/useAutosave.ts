import { hasStatus, NetworkError } from "@academy/shared/api/errors";
import { useEffect, useRef, useState } from "react";

/** How long after the last change something is saved by itself. */
export const PAUSE = 2000;
/** After this what failed is tried again, unless it was refused for what it is. */
export const AGAIN = 4000;

/**
 * Saves a value by itself while it is `due`: after a pause in its changes, and at once when its form goes or its window
 * is put aside, as a phone does with what one leaves. Returns why that failed the last time, null when it did not.
 */
export function useAutosave(value: unknown, due: boolean, save: () => Promise<void>): unknown {
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef({ due, save });
  latest.current = { due, save };
  const run = useRef(async () => {
    if (!latest.current.due) return;
    try {
      await latest.current.save();
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }).current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the wait anew
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(run, PAUSE);
    return () => clearTimeout(timer);
  }, [value, due, run]);
  useEffect(() => {
    if (!(failure instanceof NetworkError || hasStatus(failure, 503))) return;
    const timer = setTimeout(run, AGAIN);
    return () => clearTimeout(timer);
  }, [failure, run]);
  useEffect(() => {
    const aside = () => {
      if (document.visibilityState === "hidden") void run();
    };
    document.addEventListener("visibilitychange", aside);
    return () => {
      document.removeEventListener("visibilitychange", aside);
      void run();
    };
  }, [run]);
  return due ? failure : null;
}
