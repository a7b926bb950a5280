import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SITE } from "./harness";

// The site relies on little that Next does not document: with an older minor version, too, the publisher renders what an
// export writes. So a security release can be installed on the day when it comes out.

const root = path.dirname(SITE);
const installed = path.join(root, "infra/older-next");
/** A copy of the checkout with the older version. Hard links want it on the same file system. */
const tree = path.join(root, ".build/older-next");

// Vitest tells its own settings to what it starts.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name)),
) as NodeJS.ProcessEnv;

const run = async (cwd: string, command: string, ...more: string[]) => {
  const [program = "", ...args] = command.split(" ");
  return promisify(execFile)(program, [...args, ...more], { cwd, env: { ...env, NO_COLOR: "1" }, maxBuffer: 64 << 20 });
};

beforeAll(async () => {
  // The packages that Next expects beside it are the site's own.
  await run(installed, "npm ci --ignore-scripts --legacy-peer-deps --prefer-offline --loglevel=error");
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const made = new Set(["node_modules", ".next", ".publisher", "out"]);
  for (const name of ["package.json", "package-lock.json", "shared", "site"]) {
    const filter = (file: string) => !made.has(path.basename(file));
    cpSync(path.join(root, name), path.join(tree, name), { recursive: true, filter });
  }
  // Links: a copy would be 750 MB. Without caches, which are written in place.
  for (const name of ["node_modules", "site/node_modules"].filter((name) => existsSync(path.join(root, name)))) {
    await run(root, "cp -al", name, path.join(tree, name));
    for (const cache of [".vite", ".cache"]) rmSync(path.join(tree, name, cache), { recursive: true, force: true });
  }
  for (const name of ["next", "@next"]) {
    rmSync(path.join(tree, "node_modules", name), { recursive: true });
    await run(root, "cp -al", path.join(installed, "node_modules", name), path.join(tree, "node_modules", name));
  }
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("pages are rendered as an export has them", async () => {
  const site = path.join(tree, "site");
  await run(site, "node scripts/build-publisher.mjs");
  const equality = "npx vitest run --project builds publisher/test/equality.test.ts -t";
  const { stdout } = await run(site, equality, "first release|editors made");
  expect(stdout).toMatch(/Tests +2 passed/);
});
