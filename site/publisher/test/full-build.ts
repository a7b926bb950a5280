import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { SITE } from "./harness";

/** Runs the site's whole `next build` on the snapshot in a file; the result is in `out`. */
export async function fullBuild(snapshotFile: string): Promise<void> {
  const { PORT: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [path.join(SITE, "scripts/build.mjs")], {
    cwd: SITE,
    env: { ...env, SNAPSHOT_FILE: snapshotFile, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    maxBuffer: 64 << 20,
  });
}
