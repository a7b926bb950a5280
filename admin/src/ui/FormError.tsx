import { IconAlertTriangle } from "@tabler/icons-react";

/** What went wrong with the form, told as soon as it appears. */
export function FormError({ message }: { message: string | null }) {
  return (
    <div role="alert">
      {message && (
        <p className="form-error">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  );
}
