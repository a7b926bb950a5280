import { randomBytes } from "node:crypto";

/**
 * A new id that sorts behind that of the release before, also after the clock was set back: the order of ids is the
 * order of releases for whoever lists and forgets them.
 */
export function idAfter(before: string | undefined, now: Date): string {
  const last = before?.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)(\d{3}Z)-.*/, "$1-$2-$3:$4:$5.$6");
  const earliest = last ? Date.parse(last) + 1 : 0;
  const time = new Date(Math.max(now.getTime(), earliest || 0)).toISOString().replace(/[-:.]/g, "");
  return `${time}-${randomBytes(4).toString("hex")}`;
}
