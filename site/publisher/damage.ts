import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** Names files of the live release that a check found wanting, one a line; `cms-api release verify` leaves it. */
const DAMAGED = "DAMAGED";

/**
 * Reads the files that a check has named and removes those that do not hold what their names say, so that they are written
 * again. Returns whether there were any to look at.
 */
export async function removeDamaged(dir: string): Promise<boolean> {
  const named = await readFile(path.join(dir, DAMAGED), "utf8").catch(() => "");
  for (const name of named.split("\n")) {
    if (!/^[0-9a-f]{64}(\.br|\.gz)?$/.test(name)) continue;
    const file = path.join(dir, "blobs", name);
    if ((await hashOf(file).catch(() => "")) !== name.slice(0, 64)) await rm(file, { force: true });
  }
  return named !== "";
}

/** What was named has been dealt with. */
export async function forgetDamage(dir: string): Promise<void> {
  await rm(path.join(dir, DAMAGED), { force: true });
}

/** Of what a file holds, unpacked. */
async function hashOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  const input = createReadStream(file);
  if (file.endsWith(".br")) await pipeline(input, createBrotliDecompress(), digest);
  else if (file.endsWith(".gz")) await pipeline(input, createGunzip(), digest);
  else await pipeline(input, digest);
  return digest.digest("hex");
}
