import { addressesOf, routes } from "@/content/routes";
import type { FileEntry } from "./blobs";

/** The route under which 404.html is kept: its own, since its name places it in a shard of its own. */
export const NOT_FOUND_FILE = "/404";

const addresses = Object.keys(routes).map(addressesOf);

/** The files of an exported tree that belong to routes, by route. */
export function filesByRoute(tree: Record<string, FileEntry>): Map<string, Record<string, FileEntry>> {
  return new Map(
    Object.entries(tree).flatMap(([file, entry]) => {
      const route = routeOf(file);
      return route ? [[route, { [file]: entry }]] : [];
    }),
  );
}

/** Whether a file of an exported tree belongs to the code: scripts, styles, fonts, icons. */
export const isAsset = (file: string): boolean => !routeOf(file);

function routeOf(file: string): string | null {
  const route = file === "/index.html" ? "/" : file.replace(/\.html$/, "");
  return route === NOT_FOUND_FILE || addresses.some((address) => address.test(route)) ? route : null;
}
