import { useEffect, useRef, useState } from "react";

/**
 * For something that stands over the page: when it goes, what had the focus before gets it back, or the content where
 * that is gone. The returned function names another element for it.
 */
export function useFocusBack(): (target: HTMLElement | null) => void {
  const [before] = useState(() => document.activeElement);
  const elsewhere = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      const known = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
      const target = elsewhere.current ?? known ?? document.getElementById("tab-panel");
      target?.focus({ preventScroll: true });
    },
    [before],
  );
  return (target) => {
    elsewhere.current = target;
  };
}
