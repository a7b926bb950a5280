import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { TRAP } from "@/live/sendForm";

/**
 * A form that a script sends. Its method is "dialog", with which a browser does nothing when it is submitted: what was
 * typed stays, and gets into no address. If it was submitted before hydration (see first-touch.ts), it is submitted again
 * afterwards.
 */
export function EarlyForm({ children, ...props }: Omit<ComponentProps<"form">, "method" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current || !("early" in form.current.dataset)) return;
    delete form.current.dataset.early;
    form.current.requestSubmit();
  }, []);
  return (
    <form ref={form} method="dialog" {...props}>
      {children}
      {/* Programs that fill in every field give themselves away. */}
      <input name={TRAP} className="trap" tabIndex={-1} autoComplete="off" aria-hidden="true" />
    </form>
  );
}

/** Says in an EarlyForm that it was submitted and waits for its scripts; the stylesheet shows it then. */
export function EarlyNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="early">
      <span>{children}</span>
    </p>
  );
}
