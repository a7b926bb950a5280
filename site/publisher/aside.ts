import type { BigIntStats } from "node:fs";
import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Where a sweep puts a blob before it looks for the last time whether anybody has touched it. Whoever touches it earlier is
 * seen; whoever comes later finds nothing and writes it anew.
 */
const FOLDER = "swept";

/** What changes when somebody touches or replaces a file. */
export const mark = (stats: BigIntStats) => `${stats.ino} ${stats.mtimeNs}`;

/** Empty where there is no such file. */
export async function markOf(file: string): Promise<string> {
  return lstat(file, { bigint: true }).then(mark, () => "");
}

/** Puts a blob aside and returns what it was like; null when it is gone already. */
export async function takeAside(dir: string, name: string): Promise<BigIntStats | null> {
  try {
    await rename(path.join(dir, "blobs", name), path.join(dir, FOLDER, name));
    return await lstat(path.join(dir, FOLDER, name), { bigint: true });
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return null;
  }
}

export async function putBack(dir: string, name: string): Promise<void> {
  await rename(path.join(dir, FOLDER, name), path.join(dir, "blobs", name)).catch(ignoreMissing);
}

export async function removeAside(dir: string, name: string): Promise<void> {
  await rm(path.join(dir, FOLDER, name), { force: true });
}

/** Puts back what a killed process had put aside: it may have been needed. */
export async function restoreAside(dir: string): Promise<void> {
  await mkdir(path.join(dir, FOLDER), { recursive: true });
  for (const name of await readdir(path.join(dir, FOLDER))) await putBack(dir, name);
}

// Another process was quicker.
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
