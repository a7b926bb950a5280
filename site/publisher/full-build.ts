import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Blobs, FileEntry } from "./blobs";
import { filesByRoute, isAsset } from "./tree";

// Of a build's output, looked through for why it failed.
const LINES = 60;

/** Pages of a full build threw, so that it exported nothing. */
export class PagesError extends Error {
  constructor(
    message: string,
    /** Why, by route. */
    readonly reasons: Map<string, string>,
  ) {
    super(message);
    this.name = "PagesError";
  }
}

/**
 * Builds the whole site of a snapshot with bodies, but for the routes that are left out as far as they have a parameter,
 * stores what came out, and returns its files by route.
 */
export async function buildAndStore(
  site: string,
  snapshot: object,
  leftOut: string[],
  blobs: Blobs,
  signal: AbortSignal,
): Promise<ReturnType<typeof filesByRoute>> {
  const folder = await mkdtemp(path.join(tmpdir(), "publish-"));
  try {
    const file = path.join(folder, "snapshot.json");
    await writeFile(file, JSON.stringify(snapshot));
    await fullBuild(site, file, signal, leftOut);
    return filesByRoute(await storeTree(path.join(site, "out"), blobs, { wanted: (file) => !isAsset(file) }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the site's whole `next build` on the snapshot file. Throws with what its output says when it fails: PagesError
 * where that names pages.
 */
export async function fullBuild(
  site: string,
  snapshotFile: string,
  signal: AbortSignal,
  leftOut: string[] = [],
): Promise<void> {
  const { PORT: _, ...env } = process.env;
  const child = spawn(process.execPath, [path.join(site, "scripts/build.mjs")], {
    cwd: site,
    env: {
      ...env,
      SNAPSHOT_FILE: snapshotFile,
      LEFT_OUT: leftOut.join(","),
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const reasons = new Map<string, string>();
  let last: string[] = [];
  let failing: string | undefined;
  const read = (line: string) => {
    if (!line.trim()) return;
    last = [...last, line].slice(-LINES);
    // Next says which page, and on the next line why.
    if (failing && !reasons.has(failing)) reasons.set(failing, line.replace(/^\W*Error:\s*/, ""));
    failing = /prerendering page "(.+?)"/.exec(line)?.[1];
  };
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", read);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === 0) return;
  const message = reasonIn(last);
  throw reasons.size ? new PagesError(message, reasons) : new Error(message);
}

function reasonIn(lines: string[]): string {
  const at = lines.findIndex((line) => /error/i.test(line));
  return `the full build failed: ${lines
    .slice(at < 0 ? -3 : at, at < 0 ? undefined : at + 3)
    .join(" ")
    .slice(0, 500)}`;
}

/** Stores the wanted files below the folder and returns the entries by path ("/blog/x.html"). */
export async function storeTree(
  folder: string,
  blobs: Blobs,
  { wanted, quality }: { wanted: (file: string) => boolean; quality?: number },
): Promise<Record<string, FileEntry>> {
  const entries: Record<string, FileEntry> = {};
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const pending = names.map((entry) => path.join(entry.parentPath, entry.name));
  // A few at a time: a large site has more files than a process may hold open.
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
        const name = `/${path.relative(folder, file).split(path.sep).join("/")}`;
        if (wanted(name)) entries[name] = await blobs.put(name, await readFile(file), quality);
      }
    }),
  );
  return entries;
}
