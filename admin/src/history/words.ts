import type { HistoryEntry } from "@/api/types";
import { fieldsOf, withinSentence } from "@/editing/fieldWords";
import { formatSecond } from "@/ui/format";

/** When a save was made; before the first one a document has a version too. */
export const whenOf = ({ at }: Pick<HistoryEntry, "at">): string => (at ? formatSecond(at) : "The beginning");

/** Who made a save. */
export const whoOf = ({ by, what }: Pick<HistoryEntry, "by" | "what">): string =>
  by?.name ?? (what === "created" ? "Came with the site" : "Nobody with an account");

type Save = Pick<HistoryEntry, "what" | "by" | "fields">;

/** What a save did, after who made it: "changed title and excerpt". `former` is the save before it. */
export function didWhat(save: Save, former: Save | undefined, label: (name: string) => string): string {
  const { what, by, fields } = save;
  if (what === "created") return by ? "created it" : "";
  if (what === "deleted") return "deleted it";
  if (what === "restored" && former?.what === "deleted") return "restored it from the trash";
  return `${what} ${withinSentence(fieldsOf(fields, label)) || "it"}`;
}
