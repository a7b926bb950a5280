import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Blobs, FileEntry } from "./blobs";
import { filesByRoute } from "./tree";

/** Builds the whole site of a snapshot with bodies, stores what came out, and returns its files by route. */
export async function buildAndStore(
  site: string,
  snapshot: object,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<ReturnType<typeof filesByRoute>> {
  const folder = await mkdtemp(path.join(tmpdir(), "publish-"));
  try {
    const file = path.join(folder, "snapshot.json");
    await writeFile(file, JSON.stringify(snapshot));
    await fullBuild(site, file, signal);
    return filesByRoute(await storeTree(path.join(site, "out"), blobs));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the site's whole `next build` on the snapshot file; throws with the end of its output when it fails. */
export async function fullBuild(site: string, snapshotFile: string, signal: AbortSignal): Promise<void> {
  const { PORT: _, ...env } = process.env;
  const child = spawn("npm", ["run", "build"], {
    cwd: site,
    env: { ...env, SNAPSHOT_FILE: snapshotFile, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(reasonIn(output));
}

function reasonIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim());
  const at = lines.findIndex((line) => /error/i.test(line));
  return `the full build failed: ${lines
    .slice(at < 0 ? -3 : at, at < 0 ? undefined : at + 3)
    .join(" ")
    .slice(0, 500)}`;
}

/** Stores every file below the folder and returns the entries by path ("/blog/x.html"). */
export async function storeTree(folder: string, blobs: Blobs, quality?: number): Promise<Record<string, FileEntry>> {
  const entries: Record<string, FileEntry> = {};
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const pending = names.map((entry) => path.join(entry.parentPath, entry.name));
  // A few at a time: a large site has more files than a process may hold open.
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
        const name = `/${path.relative(folder, file).split(path.sep).join("/")}`;
        entries[name] = await blobs.put(name, await readFile(file), quality);
      }
    }),
  );
  return entries;
}
