import type { Import } from "@/api/types";
import { addressOf } from "@/ui/address";

/** The names of the programs that files come from. */
export const SOURCES: Record<Import["source"], string> = {
  wordpress: "WordPress",
  ghost: "Ghost",
  markdown: "Markdown",
  export: "Export of this dashboard",
};

/** "1 was skipped", "2 were skipped". */
export const count = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`;

/** How far an import is, in a sentence. */
export function outcome({ state, total, done }: Pick<Import, "state" | "total" | "done">): string {
  if (state === "running") return total === 0 ? "Reading the file…" : `${done} of ${total} done`;
  if (state === "failed") return total === 0 ? "Failed" : `Failed after ${done} of ${total}`;
  return `Done: ${count(total, "item", "items")}`;
}

/** Where what was created is edited. */
export const editAddress = ({ collection, id }: Import["created"][number]) =>
  addressOf(collection === "articles" ? "articles" : "pages", { edit: id });

/** The reasons that are given, by the items that they are about. */
export function byItem(notes: Import["skipped"]): ReadonlyMap<string, ReadonlySet<string>> {
  const reasons = new Map<string, Set<string>>();
  for (const { title, reason } of notes) reasons.set(title, (reasons.get(title) ?? new Set()).add(reason));
  return reasons;
}
