import { ApiError } from "@academy/shared/api/errors";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";

interface Failure {
  /** The sentence for what went wrong, unless the fields say it all. */
  error: string | null;
  /** What the server says is wrong with each field. */
  fields: Record<string, string>;
  /** The first of these that the form shows. */
  first?: string;
}

const NONE: Failure = { error: null, fields: {} };

/**
 * Runs a form's call; `busy` while it runs. `names` are the fields at which the
 * form shows what is wrong with them; after a failure the first of these gets
 * the focus, so that everybody is told.
 */
export function useSubmit(
  run: () => Promise<void>,
  explain: (error: unknown) => string,
  names: readonly string[] = [],
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NONE);
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (failure.first) form.current?.querySelector<HTMLElement>(`[name="${failure.first}"]`)?.focus();
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    form.current = event.currentTarget;
    setBusy(true);
    setFailure(NONE);
    try {
      await run();
    } catch (cause) {
      const fields = cause instanceof ApiError ? cause.fieldErrors() : {};
      const told = Object.keys(fields);
      const all = told.length > 0 && told.every((name) => names.includes(name));
      setFailure({ error: all ? null : explain(cause), fields, first: names.find((name) => fields[name]) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, error: failure.error, fields: failure.fields, submit };
}
