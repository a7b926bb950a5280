import { createHash } from "node:crypto";

/** How many parts a release's map of files is cut into: one edit rewrites a few of them, however large the site is. */
export const SHARDS = 256;

/**
 * What places a route or its file in a shard: "/blog/x.html" gives "/blog/x", that of the home page "/". Text goes without
 * its ending as well: it was the key of "/robots.txt" in the first releases, and what is stored stays where it is.
 */
export function shardKey(path: string): string {
  const key = path.replace(/\.(html|txt)$/, "");
  return key === "/index" ? "/" : key;
}

/** The shard of a route or of its file: the first byte of the key's sha256. */
export function shardOf(path: string): number {
  return createHash("sha256").update(shardKey(path)).digest()[0] as number;
}
