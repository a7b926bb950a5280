import { addressesOf, routes } from "@/content/routes";
import type { FileEntry } from "./blobs";
import { shardKey } from "./shard";

/** The route under which 404.html is kept: its own, since its name places it in a shard of its own. */
export const NOT_FOUND_FILE = "/404";

// The pages of editors come last: they have what the site has nothing of its own at.
const patterns = Object.keys(routes).sort((a, b) => Number(a.includes("[...")) - Number(b.includes("[...")));
const addresses = patterns.map(addressesOf);

/** The files of an exported tree that belong to routes, by route. */
export function filesByRoute(tree: Record<string, FileEntry>): Map<string, Record<string, FileEntry>> {
  const byRoute = new Map<string, Record<string, FileEntry>>();
  for (const [file, entry] of Object.entries(tree)) {
    const route = routeOf(file);
    if (!route) continue;
    const files = byRoute.get(route);
    if (files) files[file] = entry;
    else byRoute.set(route, { [file]: entry });
  }
  return byRoute;
}

/** Whether a file of an exported tree belongs to the code: chunks, styles, fonts, icons. */
export const isAsset = (file: string): boolean => !routeOf(file);

function routeOf(file: string): string | null {
  const key = shardKey(file);
  if (key === NOT_FOUND_FILE) return key;
  // A file without a page's endings is a route of its own ("/blog/feed.xml") or an asset.
  for (const route of addresses) for (const candidate of [key, file]) if (route.test(candidate)) return candidate;
  return null;
}
