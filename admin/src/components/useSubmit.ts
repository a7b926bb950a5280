import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { toast } from "./toasts";

interface Failure {
  cause: unknown;
  /** The sentence for what went wrong, unless the fields say it all. */
  error: string | null;
  /** What the server says is wrong with each field. */
  fields: Record<string, string>;
}

const NONE: Failure = { cause: null, error: null, fields: {} };

interface Options {
  /** What did not work: a message that stands beside the form's own words. */
  failed?: string;
  /** What the form says of it. */
  explain?: (error: unknown) => string;
}

/**
 * Runs a form's call; `busy` while it runs. A failure is told at the fields that it is about, the first of which gets
 * the focus, and where they do not say it all in the form's own words. `form` is for the form element; `send` does what
 * submitting does, in another way.
 */
export function useSubmit<How = never>(
  run: (how?: How) => Promise<void>,
  { failed, explain = messageOf }: Options = {},
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NONE);
  const form = useRef<HTMLFormElement>(null);
  // A second press comes before the button is drawn as busy.
  const running = useRef(false);

  useLayoutEffect(() => {
    if (failure.cause !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const send = async (how?: How) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(NONE);
    try {
      await run(how);
    } catch (cause) {
      const fields = cause instanceof ApiError ? cause.fieldErrors() : {};
      const told = Object.keys(fields);
      const all = told.length > 0 && told.every((name) => form.current?.elements.namedItem(name));
      setFailure({ cause, error: all ? null : explain(cause), fields });
      if (failed) toast.failure(failed, cause);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  const forget = useCallback(() => setFailure(NONE), []);
  return { ...failure, busy, send, form: { ref: form, onSubmit }, forget };
}
