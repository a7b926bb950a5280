import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type FileEntry, SUFFIX, sizeOf, writeWhole } from "./blobs";

const BOOT_FILE = "BOOT";

/** Names this run of the operating system; empty where the system does not say. */
async function bootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim();
}

/**
 * Blobs are not flushed one by one: 24 small files took 14 ms without it and 33 ms with it. What a killed process wrote is
 * safe with the operating system; what a power cut took is found here, once after each boot, and rendered again.
 * Returns whether the blobs have to be looked at.
 */
export async function bootedSince(dir: string): Promise<boolean> {
  const seen = await readFile(path.join(dir, BOOT_FILE), "utf8").catch(() => "");
  const boot = await bootId();
  return !boot || seen.trim() !== boot;
}

/** Notes that everything in the store was looked at in this run of the operating system. */
export async function noteBoot(dir: string): Promise<void> {
  await writeWhole(path.join(dir, BOOT_FILE), `${await bootId()}\n`);
}

/** Whether a file's blob and variants are there, whole. Removes them when not, so that they are written again. */
export async function isWhole(blobs: string, entry: FileEntry): Promise<boolean> {
  const target = path.join(blobs, entry.blob);
  const variants = (entry.encodings ?? []).map((encoding) => target + SUFFIX[encoding]);
  const sizes = await Promise.all([target, ...variants].map(sizeOf));
  if (sizes[0] === entry.size && sizes.slice(1).every((size) => size > 0)) return true;
  await Promise.all([target, ...variants].map((file) => rm(file, { force: true })));
  return false;
}
