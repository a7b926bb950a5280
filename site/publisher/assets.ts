import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { CMS } from "./cms";

const folderOf = (app: string) => path.join(app, "assets");

/** The sha256 of each static file of the base build in `app`, by path: scripts, styles, fonts, icons. */
export async function assetsOf(app: string): Promise<Record<string, string>> {
  const folder = folderOf(app);
  const hashes: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    hashes[`/${path.relative(folder, file)}`] = hash("sha256", await readFile(file));
  }
  return hashes;
}

/** Hands the missing ones over to the CMS. */
export async function putAssets(app: string, cms: CMS, missing: Set<string>): Promise<void> {
  for (const [file, hash] of Object.entries(await assetsOf(app))) {
    if (missing.has(hash)) await cms.put(file, await readFile(path.join(folderOf(app), file)));
  }
}
