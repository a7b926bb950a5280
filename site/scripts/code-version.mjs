import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const site = path.resolve(import.meta.dirname, "..");

// All sources that the bytes of a page depend on; content is not one of them.
const sources = [
  "../shared/src",
  "../shared/package.json",
  "src",
  "public",
  "render",
  "next.config.mjs",
  "tsconfig.json",
  "package.json",
  "scripts/build.mjs",
  "scripts/build-islands.mjs",
  "scripts/code-version.mjs",
  "scripts/finish-export.mjs",
];
// In the workspace the lockfile stands beside the site; it pins React and Next.
const lockfile = path.resolve(site, "../package-lock.json");

function* files(entry) {
  if (!statSync(entry).isDirectory()) {
    yield entry;
    return;
  }
  for (const name of readdirSync(entry).sort()) yield* files(path.join(entry, name));
}

/**
 * Returns the version of the code that renders pages: 16 hex digits of a hash of the sources. It is equal in two
 * checkouts with the same sources, and does not depend on content.
 */
export function codeVersion() {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of files(path.join(site, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(path.relative(site, file)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  if (existsSync(lockfile)) hash.update(readFileSync(lockfile));
  return hash.digest("hex").slice(0, 16);
}

if (process.argv[1] === import.meta.filename) console.log(codeVersion());
