import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Blobs } from "../blobs";

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "blobs-"));
  blobs = new Blobs(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("content that comes several times at once is stored whole, and each time named", async () => {
  const page = Buffer.from("<p>the same</p>".repeat(200));
  const names = ["/a.html", "/b.html", "/a.html"];
  const entries = await Promise.all(names.map((name) => blobs.put(name, page)));
  expect(new Set(entries.map(({ blob }) => blob)).size).toBe(1);
  const [{ blob } = { blob: "" }] = entries;
  expect((await readdir(folder)).sort()).toEqual([blob, `${blob}.br`, `${blob}.gz`]);
});

test("what is there already is not written but touched", async () => {
  const { blob } = await blobs.put("/a.html", Buffer.from("small"));
  const file = path.join(folder, blob);
  const before = await stat(file);
  await utimes(file, new Date(0), new Date(0));
  await blobs.put("/b.html", Buffer.from("small"));
  const after = await stat(file);
  expect(after.ino).toBe(before.ino);
  expect(after.mtimeMs).toBeGreaterThanOrEqual(before.mtimeMs - 1_000);
});

test("a blob that cannot be written is no blob, and leaves nothing behind", async () => {
  await rm(folder, { recursive: true });
  const page = Buffer.from("<p>nowhere to go</p>".repeat(200));
  await expect(blobs.put("/a.html", page)).rejects.toThrow("ENOENT");
  await blobs.init();
  await blobs.put("/a.html", page);
  expect(await readdir(folder)).toHaveLength(3);
});
