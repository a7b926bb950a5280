import { useEffect, useRef } from "react";

/**
 * For a form with method="dialog", which without scripts does nothing when it is submitted: what was typed stays, and
 * gets into no address. When it was submitted before its scripts had come, it is submitted again now.
 */
export function useEarlySubmit() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current || !("early" in form.current.dataset)) return;
    delete form.current.dataset.early;
    form.current.requestSubmit();
  }, []);
  return form;
}
