import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { FileEntry } from "./blobs";
import { isWhole } from "./integrity";

/** A static file that belongs to the code, not to a route. `version` is the code that brought it. */
export interface AssetEntry extends FileEntry {
  version: string;
}

const read = async <T>(...file: string[]) => JSON.parse(await readFile(path.join(...file), "utf8")) as T;

/**
 * The scripts and styles of each version of the code that a release of the store was made with, by path. Pages of these
 * versions may still be open in browsers, and load the one or other of them only when it is needed.
 */
export async function keptAssets(store: string): Promise<Record<string, AssetEntry>> {
  const manifests = path.join(store, "manifests");
  const blobs = path.join(store, "blobs");
  const kept: Record<string, AssetEntry> = {};
  const seen = new Set<string>();
  for (const name of await readdir(manifests)) {
    try {
      const { assets, code_version } = await read<{ assets: string; code_version: string }>(manifests, name);
      if (seen.has(assets)) continue;
      seen.add(assets);
      const { files } = await read<{ files: Record<string, AssetEntry> }>(blobs, assets);
      for (const [file, entry] of Object.entries(files)) {
        const own = file.startsWith("/_next/static/") && entry.version === code_version;
        if (own && (await isWhole(blobs, entry))) kept[file] = entry;
      }
    } catch {
      // Releases are forgotten meanwhile, and one that cannot be read must not hold up the next.
    }
  }
  return kept;
}
