import type { ReactNode } from "react";
import { Failure, Loading } from "./states";
import { useLoadFailure } from "./useLoadFailure";

interface Props<T> {
  /** What SWR has of it. */
  from: { data: T | undefined; error: unknown; mutate: () => unknown };
  /** What is said when it cannot be loaded. */
  failed: string;
  /** What is said while it is being loaded. */
  loading?: string;
  /** Shown in place of a list without entries. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What is fetched, once it is there; until then that it comes, or why it does not. */
export function Loaded<T>({ from: { data, error, mutate }, failed, loading, empty, children }: Props<T>) {
  useLoadFailure(data === undefined ? error : undefined);
  if (data === undefined) {
    if (error === undefined) return <Loading label={loading} />;
    return <Failure title={failed} error={error} onRetry={() => mutate()} />;
  }
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
}
