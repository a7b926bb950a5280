import { ApiError, messageOf } from "@academy/shared/api/errors";
import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { toast } from "./toasts";

interface Failure {
  cause: unknown;
  /** The sentence for what went wrong. */
  words: string | null;
  /** What the server says is wrong with each field. */
  fields: Record<string, string>;
}

const NONE: Failure = { cause: null, words: null, fields: {} };

export interface SubmitOptions {
  /** What did not work: a message that stands beside the form's own words. */
  failed?: string;
  /** What the form says of it. */
  explain?: (error: unknown) => string;
}

/** A form, or the part of one that a call is about. */
type Frame = HTMLFormElement | HTMLFieldSetElement;

/**
 * Runs a form's call; `busy` while it runs. A failure is told at the fields that it is about, the first of which gets
 * the focus, and where they do not say it all in the form's own words. One that somebody has stopped is none. `form` is
 * for the form element; `send` does what submitting does, in another way.
 */
export function useSubmit<How = never>(
  run: (how?: How) => Promise<void>,
  { failed, explain = messageOf }: SubmitOptions = {},
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(NONE);
  /** Whether the fields say it all. */
  const [told, setTold] = useState(false);
  const frame = useRef<Frame>(null);
  const setFrame = useCallback((element: Frame | null) => {
    frame.current = element;
  }, []);
  // A second press comes before the button is drawn as busy.
  const running = useRef(false);

  useLayoutEffect(() => {
    if (failure.cause === null) return;
    setTold(frame.current !== null && showsAll(frame.current, failure.fields));
    frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const send = async (how?: How) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(NONE);
    try {
      await run(how);
    } catch (cause) {
      if ((cause as Partial<Error> | null)?.name === "AbortError") return;
      const fields = cause instanceof ApiError ? cause.fieldErrors() : {};
      setFailure({ cause, words: explain(cause), fields });
      if (failed) toast.failure(failed, cause);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands the events of a dialog on to the form that has opened it.
    event.stopPropagation();
    void send();
  };
  const forget = useCallback(() => setFailure(NONE), []);
  const { cause, fields, words } = failure;
  return { cause, fields, error: told ? null : words, busy, send, frame, form: { ref: setFrame, onSubmit }, forget };
}

/** Whether each field with something wrong has a control that says so. */
function showsAll(form: Frame, fields: Record<string, string>): boolean {
  const names = Object.keys(fields);
  const says = (name: string) => {
    const control = form.elements.namedItem(name);
    return control instanceof Element && control.getAttribute("aria-invalid") === "true";
  };
  return names.length > 0 && names.every(says);
}
