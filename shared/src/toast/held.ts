type Reason = "pointer" | "focus" | "hidden";

/** The reasons why toasts stay: the pointer over them, the keyboard among them, a tab that nobody sees. */
const reasons = new Set<Reason>();
const listeners = new Set<() => void>();

function set(reason: Reason, holds: boolean) {
  if (holds) reasons.add(reason);
  else reasons.delete(reason);
  for (const listener of listeners) listener();
}

/** Whether toasts stay for now. */
export const isHeld = () => reasons.size > 0;

/** Calls `listener` whenever the answer of isHeld may have changed, until the returned function is called. */
export function onHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets what happens in this region hold all toasts: when one is read, the others wait their turn. */
export function holdBy(region: HTMLElement): void {
  region.addEventListener("pointerenter", () => set("pointer", true));
  region.addEventListener("pointerleave", () => set("pointer", false));
  region.addEventListener("focusin", () => set("focus", true));
  region.addEventListener("focusout", () => set("focus", false));
  const hidden = () => set("hidden", document.hidden);
  document.addEventListener("visibilitychange", hidden);
  hidden();
}
