import { type FormEvent, useState } from "react";

/**
 * Runs a form's call: `busy` while it runs, `error` the sentence for what went
 * wrong, or null.
 */
export function useSubmit(run: () => Promise<void>, explain: (error: unknown) => string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await run();
    } catch (failure) {
      setError(explain(failure));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, submit };
}
