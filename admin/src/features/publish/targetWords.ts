import type { TargetStatus } from "@/api/types";
import { formatDuration, formatMoment } from "@/ui/format";

/** How a target stands, in a few words. */
export function stateOf({ state, since }: Pick<TargetStatus, "state" | "since">): string {
  if (state === "current") return "Up to date";
  if (state === "failing") return "Failing";
  return since ? "Being updated" : "Being filled";
}

/** What a target shows, as short facts: since when, and what that took. */
export function factsOf(status: TargetStatus, now = new Date()): string[] {
  if (!status.since) return ["Shows no release yet"];
  const facts = [
    `${status.state === "current" ? "Shows the live release since" : "Last update"} ${formatMoment(status.since, now)}`,
  ];
  if (status.written > 0)
    facts.push(`${status.written.toLocaleString("en-IN")} ${status.written === 1 ? "file" : "files"} written`);
  if (status.removed > 0) facts.push(`${status.removed.toLocaleString("en-IN")} deleted`);
  return [...facts, formatDuration(status.duration_ms)];
}

/** That a failed try is repeated, and how often it was. */
export function againOf({ tries, failed_at }: TargetStatus, now = new Date()): string {
  if (tries < 2) return "It is tried again automatically.";
  return `Tried ${tries.toLocaleString("en-IN")} times, the last time at ${formatMoment(failed_at, now)}; it is tried again automatically.`;
}
