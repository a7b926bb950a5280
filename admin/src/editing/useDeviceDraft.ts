import { useEffect } from "react";

const KEEP_AFTER = 400;

interface Options {
  form: unknown;
  /** Whether the server lacks something of the form. */
  dirty: boolean;
  loading: boolean;
  keep: () => void;
  drop: () => void;
}

/** Keeps a form on this device while the server lacks something of it. */
export function useDeviceDraft({ form, dirty, loading, keep, drop }: Options) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke starts the wait anew
  useEffect(() => {
    if (loading) return;
    if (!dirty) return drop();
    const timer = setTimeout(keep, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [form, dirty, loading, keep, drop]);
  useEffect(() => {
    // Closing a window or a phone's app switcher gives no time to wait.
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);
}
