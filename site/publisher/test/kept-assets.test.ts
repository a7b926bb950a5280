import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AssetEntry } from "../kept-assets";
import { type Manifest, Releases } from "../releases";

let store: string;
beforeEach(async () => {
  store = await mkdtemp(path.join(tmpdir(), "kept-assets-"));
});
afterEach(() => rm(store, { recursive: true, force: true }));

/** A release by another version of the code, which has a script of its own and one that all versions have. */
async function release(version: string): Promise<Manifest> {
  const releases = new Releases(store, version);
  await releases.open();
  const put = (file: string, text: string) => releases.blobs.put(file, Buffer.from(text));
  await releases.setAssets({
    "/_next/static/same.js": await put("same.js", "all"),
    [`/_next/static/${version}.js`]: await put("own.js", version),
    [`/${version}.svg`]: await put("own.svg", version),
  });
  const change = { changed: new Map(), removed: [], failed: [], started: 0, partial: false, mode: "warm" as const };
  return releases.commit({ ...change, fingerprint: version, target_fingerprint: version });
}

async function scripts({ assets }: Manifest): Promise<string[]> {
  const list = await readFile(path.join(store, "blobs", assets), "utf8");
  return Object.keys((JSON.parse(list) as { files: Record<string, AssetEntry> }).files);
}

const forget = ({ release }: Manifest) => rm(path.join(store, "manifests", `${release}.json`));

test("scripts of all versions whose releases are kept stay, and only they", async () => {
  const one = await release("v1");
  const two = await release("v2");
  const all = ["/_next/static/same.js", "/_next/static/v1.js", "/_next/static/v2.js", "/_next/static/v3.js", "/v3.svg"];
  expect(await scripts(await release("v3"))).toEqual(all);
  await forget(two);
  expect(await scripts(await release("v3"))).toEqual(all.filter((file) => !file.includes("v2")));
  await forget(one);
  expect(await scripts(await release("v3"))).toEqual(all.filter((file) => !/v[12]/.test(file)));
});

test("what is damaged or lost of an old release holds up no other, and is not handed on", async () => {
  const one = await release("v1");
  await release("v2");
  const list = await readFile(path.join(store, "blobs", one.assets), "utf8");
  const { blob } = (JSON.parse(list) as { files: Record<string, AssetEntry> }).files[
    "/_next/static/v1.js"
  ] as AssetEntry;
  await rm(path.join(store, "blobs", blob));
  expect(await scripts(await release("v3"))).not.toContain("/_next/static/v1.js");
  await rm(path.join(store, "blobs", one.assets));
  expect(await scripts(await release("v4"))).toContain("/_next/static/v3.js");
});
