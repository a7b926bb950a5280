import { useEffect, useRef } from "react";
import { toast } from "./toasts";

/** Tells why a first fetch failed: once, however often it is tried again behind the scenes. */
export function useLoadFailure(error: unknown) {
  const latest = useRef(error);
  latest.current = error;
  const failed = error !== undefined;
  useEffect(() => {
    if (failed) toast.failure("Failed to load data", latest.current);
  }, [failed]);
}
