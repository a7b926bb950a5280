type Reason = "pointer" | "focus" | "hidden";

/** Why the timers of toasts are paused: the pointer is over them, the focus is in them, or the tab is hidden. */
const reasons = new Set<Reason>();
const listeners = new Set<() => void>();

function set(reason: Reason, paused: boolean) {
  if (paused) reasons.add(reason);
  else reasons.delete(reason);
  for (const listener of listeners) listener();
}

/** Whether the timers of toasts are paused. */
export const isPaused = () => reasons.size > 0;

/** Calls `listener` whenever the answer of isPaused may have changed, until the returned function is called. */
export function onPaused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pauses the timers of all toasts while somebody reads one in this region. */
export function pauseBy(region: HTMLElement): void {
  region.addEventListener("pointerenter", () => set("pointer", true));
  region.addEventListener("pointerleave", () => set("pointer", false));
  region.addEventListener("focusin", () => set("focus", true));
  region.addEventListener("focusout", () => set("focus", false));
  const hidden = () => set("hidden", document.hidden);
  document.addEventListener("visibilitychange", hidden);
  hidden();
}
