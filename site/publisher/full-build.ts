import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { failingPage } from "../scripts/next-internals.mjs";
import { filesIn } from "./assets";
import type { CMS, RouteEntry } from "./cms";
import { routeOf } from "./tree";

// Of a build's output, looked through for why it failed.
const LINES = 60;
// How many files are handed over at a time.
const HANDS = 8;

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
 * hands over what came out, and returns the files of each route.
 */
export async function buildRoutes(
  site: string,
  snapshot: object,
  leftOut: string[],
  cms: CMS,
  signal: AbortSignal,
): Promise<Map<string, RouteEntry["files"]>> {
  const folder = await mkdtemp(path.join(tmpdir(), "publish-"));
  try {
    const file = path.join(folder, "snapshot.json");
    await writeFile(file, JSON.stringify(snapshot));
    await fullBuild(site, file, signal, leftOut);
    return await handOver(path.join(site, "out"), cms);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function handOver(out: string, cms: CMS): Promise<Map<string, RouteEntry["files"]>> {
  const routes = new Map<string, RouteEntry["files"]>();
  const pending = await filesIn(out);
  const one = async () => {
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      const route = routeOf(file);
      if (route) routes.set(route, { [file]: await cms.put(file, await readFile(path.join(out, file))) });
    }
  };
  await Promise.all(Array.from({ length: HANDS }, one));
  return routes;
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
    failing = failingPage(line);
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
