import type { RefObject } from "react";
import { flushSync } from "react-dom";

/** Draws a change that takes the focused element away, and gives the focus to what came in its place. */
export function focusAfter(change: () => void, target: RefObject<HTMLElement | null>): void {
  flushSync(change);
  target.current?.focus();
}
