import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepAssets, takeAssets } from "../assets";
import { Blobs } from "../blobs";

const script = "console.log('a chunk of the site');\n".repeat(100);
const chunk = "/_next/static/chunks/1.js";

let folder: string;
let app: string;
let store: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assets-"));
  app = path.join(folder, "app");
  store = path.join(folder, "store");
  const out = path.join(folder, "out");
  for (const dir of [app, path.join(out, path.dirname(chunk))]) await mkdir(dir, { recursive: true });
  for (const [name, text] of Object.entries({ [chunk]: script, "/robots.txt": "User-agent: *", "/blog.html": "<p>" }))
    await writeFile(path.join(out, name), text);
  await keepAssets(out, app);
  blobs = new Blobs(store);
  await blobs.init();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const contents = async (dir: string) =>
  Object.fromEntries(
    await Promise.all((await readdir(dir)).map(async (file) => [file, await readFile(path.join(dir, file), "hex")])),
  );

test("static files are taken over as they were compressed when the publisher was built, and pages are not kept", async () => {
  const assets = await takeAssets(app, blobs);
  expect(Object.keys(assets)).toEqual([chunk]);
  const { blob } = assets[chunk] ?? { blob: "" };
  const kept = await contents(path.join(app, "assets"));
  expect(Object.keys(kept).sort()).toEqual([blob, `${blob}.br`, `${blob}.gz`]);
  expect(await contents(store)).toEqual(kept);
  expect(await readFile(path.join(store, blob), "utf8")).toBe(script);
});

test("a damaged static file is not released", async () => {
  const [blob] = (await readdir(path.join(app, "assets"))).filter((file) => !file.includes("."));
  await writeFile(path.join(app, "assets", blob as string), "x".repeat(script.length));
  await expect(takeAssets(app, blobs)).rejects.toThrow("is damaged");
  expect(await readdir(store)).not.toContain(blob);
});
