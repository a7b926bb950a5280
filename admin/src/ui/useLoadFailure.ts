import { useEffect, useRef } from "react";
import { toast } from "./toasts";

/** How many parts of the screen are not there for a failure. */
let failing = 0;

/** Tells why a first fetch failed: once, of however many parts, and however often it is tried again. */
export function useLoadFailure(error: unknown) {
  const latest = useRef(error);
  latest.current = error;
  const failed = error !== undefined;
  useEffect(() => {
    if (!failed) return;
    if (failing === 0) toast.failure("Failed to load data", latest.current);
    failing += 1;
    return () => {
      failing -= 1;
    };
  }, [failed]);
}
