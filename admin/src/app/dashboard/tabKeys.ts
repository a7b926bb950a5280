import type { KeyboardEvent } from "react";

/**
 * Moves the focus by arrow keys, Home and End between all tabs within an element, in whichever of its tablists they
 * stand; the space bar opens one, as Enter does a link.
 */
export function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = nextTab(event.key, at, tabs.length);
  if (event.key === " ") {
    event.preventDefault();
    tabs[at]?.click();
  } else if (next !== null) {
    event.preventDefault();
    tabs[next]?.focus();
  }
}

function nextTab(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown" || key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
