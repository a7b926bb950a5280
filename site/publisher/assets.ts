import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Blobs, type FileEntry } from "./blobs";
import { storeTree } from "./full-build";
import { isAsset } from "./tree";

type Assets = Record<string, FileEntry>;

// Nobody waits for them, and every reader loads them.
const QUALITY = 11;

const blobsOf = (app: string) => path.join(app, "assets");
const listOf = (app: string) => path.join(app, "assets.json");

/** Keeps the static files of an exported tree, compressed as well as can be, in the folder of the base build. */
export async function keepAssets(out: string, app: string): Promise<void> {
  await rm(blobsOf(app), { recursive: true, force: true });
  const blobs = new Blobs(blobsOf(app));
  await blobs.init();
  const assets: Assets = await storeTree(out, blobs, { wanted: isAsset, quality: QUALITY });
  // In order, so that equal files give an equal list.
  await writeFile(listOf(app), JSON.stringify(Object.fromEntries(Object.entries(assets).sort())));
}

/** Copies the static files that the base build keeps to where a release has its files, and returns them by path. */
export async function takeAssets(app: string, blobs: Blobs): Promise<Assets> {
  const assets = JSON.parse(await readFile(listOf(app), "utf8")) as Assets;
  for (const entry of Object.values(assets)) await blobs.copy(entry, blobsOf(app));
  return assets;
}
