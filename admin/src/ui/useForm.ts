import { useRef, useState } from "react";
import { type SubmitOptions, useSubmit } from "./useSubmit";

/**
 * A form that is sent and not stored as a document. `send` gets its values; the values that it returns take the place of
 * what was sent, unless somebody has typed since; `onSent` is told when they do.
 */
export function useForm<F extends object>(
  initial: F,
  send: (values: F) => Promise<F | undefined> | Promise<void>,
  { onSent, ...options }: SubmitOptions & { onSent?: () => void } = {},
) {
  const [values, show] = useState(initial);
  const latest = useRef(initial);
  const setValues = (next: F) => {
    latest.current = next;
    show(next);
  };
  const set = (change: Partial<F>) => setValues({ ...latest.current, ...change });
  const submit = useSubmit(async () => {
    const sent = latest.current;
    const next = await send(sent);
    if (!next || latest.current !== sent) return;
    setValues(next);
    onSent?.();
  }, options);
  return { ...submit, values, set, inputs: { form: values, errors: submit.fields, onChange: set } };
}
