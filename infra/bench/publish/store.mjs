// What the release store holds.
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/** The store's files, by path: which file it is (replaced ones are others) and its bytes. */
export async function filesOf(dataDir) {
  const folder = path.join(dataDir, "releases");
  const files = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined); // a temporary file that is gone by now
    if (found) files.set(file, { ino: found.ino, bytes: found.size });
  }
  return files;
}

/** How many files, and their bytes together, are there that were not in `before`. */
export function written(after, before = new Map()) {
  const fresh = [...after].filter(([file, { ino }]) => before.get(file)?.ino !== ino);
  return { files: fresh.length, bytes: fresh.reduce((sum, [, { bytes }]) => sum + bytes, 0) };
}
