import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** What went wrong with the form, told as soon as it appears; `detail` is the reason where the message is without one. */
export function FormError({ message, detail }: { message: string | null; detail?: string }) {
  return (
    <div role="alert">
      {message && (
        <p className="form-error">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {message}
        </p>
      )}
      {message && detail && <p className="form-hint">{detail}</p>}
    </div>
  );
}

/** What is wrong with a field whose control shows no error of its own. */
export const FieldError = ({ children }: { children: ReactNode }) => (
  <div role="alert">{children && <p className="field-error">{children}</p>}</div>
);
