// What publishing would cost without the warm renderer: the site's whole `next build` of the same content.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./product.mjs";

const run = promisify(execFile);
const perRequest = 100; // bodies that the API gives at once

/** Reads the whole snapshot, bodies included, into a file as the site's build takes it. */
export async function writeSnapshot(connection, file) {
  const snapshot = await connection.json("GET", "/api/snapshot");
  const bodies = new Map();
  for (let i = 0; i < snapshot.articles.length; i += perRequest) {
    const ids = snapshot.articles.slice(i, i + perRequest).map((article) => article.id);
    const query = `fingerprint=${snapshot.fingerprint}&ids=${ids.join(",")}`;
    for (const article of await connection.json("GET", `/api/snapshot/articles?${query}`)) {
      bodies.set(article.id, article.content);
    }
  }
  snapshot.articles = snapshot.articles.map((article) => ({ ...article, content: bodies.get(article.id) }));
  writeFileSync(file, JSON.stringify(snapshot));
}

/** Runs the build and returns the milliseconds it took; `.next/cache` is kept from one to the next. */
export async function fullBuild(snapshotFile, publicUrl) {
  const { PORT: _, ...env } = process.env;
  const began = performance.now();
  await run("npm", ["run", "--silent", "build"], {
    cwd: path.join(root, "site"),
    env: { ...env, SNAPSHOT_FILE: snapshotFile, PUBLIC_URL: publicUrl, NODE_ENV: "production" },
    maxBuffer: 256 << 20,
  });
  return performance.now() - began;
}
