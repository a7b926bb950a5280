import type { Release } from "./calls";

type Change = Pick<Release, "changed_count" | "removed_count">;

/** How much a release changed: "3 pages", "1 page, 2 removed", "2 removed". */
export function changeOf({ changed_count, removed_count }: Change): string {
  const removed = `${removed_count} removed`;
  if (changed_count === 0 && removed_count > 0) return removed;
  const changed = `${changed_count} ${changed_count === 1 ? "page" : "pages"}`;
  return removed_count > 0 ? `${changed}, ${removed}` : changed;
}

/** What is asked before a release is made live, and what its button says. */
export function wayTo(release: Pick<Release, "release">, live: string): "Roll back to this" | "Go live again" {
  // Ids begin with their time.
  return release.release < live ? "Roll back to this" : "Go live again";
}
