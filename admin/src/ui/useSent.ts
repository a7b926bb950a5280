import { useRef, useState } from "react";

/**
 * The state of a form that is emptied or closed once it is saved. `replace` puts `next` in the place of what was sent,
 * unless somebody has typed since: then the form stays as it is. It returns whether it was replaced.
 */
export function useSent<F extends object>(initial: F) {
  const [form, show] = useState(initial);
  const latest = useRef(initial);
  const setForm = (next: F | ((now: F) => F)) => {
    latest.current = next instanceof Function ? next(latest.current) : next;
    show(latest.current);
  };
  const replace = (sent: F, next: F) => {
    const same = latest.current === sent;
    if (same) setForm(next);
    return same;
  };
  return { form, setForm, replace };
}
