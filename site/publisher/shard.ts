import { createHash } from "node:crypto";

/** How many parts a release's map of files is cut into: one edit rewrites a few of them, however large the site is. */
export const SHARDS = 256;

/**
 * What places a file in a shard: the same for all files of one route.
 * "/blog/x.html", "/blog/x.txt" and "/blog/x/__next._tree.txt" give "/blog/x"; those of the home page give "/".
 */
export function shardKey(path: string): string {
  const slash = path.lastIndexOf("/");
  let key = path;
  if (path.startsWith("__next.", slash + 1)) key = path.slice(0, slash) || "/";
  else if (path.endsWith(".html")) key = path.slice(0, -".html".length);
  else if (path.endsWith(".txt")) key = path.slice(0, -".txt".length);
  return key === "/index" ? "/" : key;
}

/** The shard of a route or of one of its files: the first byte of the key's sha256. */
export function shardOf(path: string): number {
  return createHash("sha256").update(shardKey(path)).digest()[0] as number;
}
