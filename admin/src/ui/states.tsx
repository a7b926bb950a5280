import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";

/** Something is being fetched: a stretch of path that keeps drawing itself. */
export function Loading({ label = "Loading…" }: { label?: string }) {
  return (
    <div className="state" role="status">
      <svg width="72" height="24" viewBox="0 0 72 24" aria-hidden="true" className="spinner">
        <path d="M3 18c10 0 10-12 22-12s11 12 22 12 11-12 22-12" pathLength="1" />
      </svg>
      <p>{label}</p>
    </div>
  );
}

/** There is nothing yet, and what will bring something. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <svg width="72" height="24" viewBox="0 0 72 24" aria-hidden="true" className="state-path">
        <path d="M3 18c10 0 10-12 22-12s11 12 22 12 11-12 22-12" />
      </svg>
      <p className="state-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

interface FailureProps {
  /** What did not work, before the reason. */
  title: string;
  /** The reason, where the title does not say it. */
  error?: unknown;
  onRetry: () => void;
}

export function Failure({ title, error, onRetry }: FailureProps) {
  return (
    <div className="state state-failed" role="alert">
      <p className="state-title">{title}</p>
      {error !== undefined && <p>{messageOf(error)}</p>}
      <Button variant="default" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
