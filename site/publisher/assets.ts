import { createHash } from "node:crypto";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { CMS } from "./cms";
import { isAsset } from "./tree";

const folderOf = (app: string) => path.join(app, "assets");

/** Keeps the static files of an exported tree in the folder of the base build. */
export async function keepAssets(out: string, app: string): Promise<void> {
  await rm(folderOf(app), { recursive: true, force: true });
  for (const file of await filesIn(out)) {
    if (isAsset(file)) await cp(path.join(out, file), path.join(folderOf(app), file));
  }
}

/** The static files that the base build keeps. */
export class Assets {
  private constructor(
    private readonly app: string,
    /** The sha256 of each, by path. */
    readonly hashes: Record<string, string>,
  ) {}

  static async open(app: string): Promise<Assets> {
    const hashes: Record<string, string> = {};
    for (const file of await filesIn(folderOf(app))) {
      hashes[file] = createHash("sha256")
        .update(await readFile(path.join(folderOf(app), file)))
        .digest("hex");
    }
    return new Assets(app, hashes);
  }

  /** Hands over those that are missing. */
  async put(cms: CMS, missing: Set<string>): Promise<void> {
    for (const [file, hash] of Object.entries(this.hashes)) {
      if (missing.has(hash)) await cms.put(file, await readFile(path.join(folderOf(this.app), file)));
    }
  }
}

/** The paths ("/blog/x.html") of all files below a folder, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")}`)
    .sort();
}
