import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { CMS } from "./cms";

/** The static files of the base build in `app`: scripts, styles, fonts, icons. */
export class Assets {
  private constructor(
    private readonly folder: string,
    /** The sha256 of each, by path. */
    readonly hashes: Record<string, string>,
  ) {}

  static async open(app: string): Promise<Assets> {
    const folder = path.join(app, "assets");
    const hashes: Record<string, string> = {};
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      hashes[`/${path.relative(folder, file)}`] = hash("sha256", await readFile(file));
    }
    return new Assets(folder, hashes);
  }

  /** Hands over those that are missing. */
  async put(cms: CMS, missing: Set<string>): Promise<void> {
    for (const [file, hash] of Object.entries(this.hashes)) {
      if (missing.has(hash)) await cms.put(file, await readFile(path.join(this.folder, file)));
    }
  }
}
