// Builds the whole site. Without npm and a shell, which the publisher's image does not have.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { buildIslands, manifest } from "./build-islands.mjs";

await buildIslands();
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const build = spawn(process.execPath, [next, "build"], {
  cwd: path.resolve(import.meta.dirname, ".."),
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ISLANDS_LOADER: manifest().loader },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => build.kill(signal));
const [code] = await once(build, "close");
if (code !== 0) process.exit(code ?? 1);
await import("./finish-export.mjs");
