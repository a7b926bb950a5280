// Builds the whole site as an export to `out`. Without npm and a shell, which the publisher's image does not have.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { buildIslands, manifest } from "./build-islands.mjs";

/**
 * Builds the islands, then the app: as an "export", or as the "server" that the publisher renders pages with.
 *
 * @param {"export" | "server"} kind
 */
export async function buildSite(kind) {
  await buildIslands();
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const build = spawn(process.execPath, [next, "build"], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      // The site has no server actions; without this, each build has another key for them.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
      ISLANDS_LOADER: manifest().loader,
      SITE_BUILD: kind,
    },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => build.kill(signal));
  const [code] = await once(build, "close");
  if (code !== 0) process.exit(code ?? 1);
}

if (process.argv[1] === import.meta.filename) {
  await buildSite("export");
  await import("./finish-export.mjs");
}
