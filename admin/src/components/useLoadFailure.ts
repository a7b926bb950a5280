import { useEffect } from "react";
import { toast } from "./toasts";

/** Tells that a first fetch failed: once, however often it is tried again behind the scenes. */
export function useLoadFailure(failed: boolean) {
  useEffect(() => {
    if (failed) toast.error("Failed to load data");
  }, [failed]);
}
