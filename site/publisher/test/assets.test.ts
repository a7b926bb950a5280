import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Assets, filesIn, keepAssets } from "../assets";
import { CMS } from "../cms";
import { Keys } from "../keys";
import { ContractCMS } from "./cms";

const chunk = "/_next/static/chunks/1.js";
const font = "/_next/static/media/a.woff2";

let folder: string;
let app: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assets-"));
  app = path.join(folder, "app");
  const out = path.join(folder, "out");
  for (const dir of [chunk, font]) await mkdir(path.join(out, path.dirname(dir)), { recursive: true });
  for (const [name, text] of Object.entries({
    [chunk]: "1",
    [font]: "2",
    "/robots.txt": "User-agent: *",
    "/blog.html": "<p>",
  }))
    await writeFile(path.join(out, name), text);
  await keepAssets(out, app);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("static files are kept, and pages are not", async () => {
  expect(await filesIn(path.join(app, "assets"))).toEqual([chunk, font]);
  expect(await readFile(path.join(app, "assets", chunk), "utf8")).toBe("1");
});

test("those that the CMS lacks are handed over", async () => {
  const contract = new ContractCMS();
  await contract.listen();
  const cms = new CMS(contract.url, new Keys([contract.secret]));
  const assets = await Assets.open(app);
  await assets.put(cms, new Set([assets.hashes[font] as string]));
  cms.close();
  await contract.close();
  expect([...contract.releases.files]).toEqual([[assets.hashes[font], Buffer.from("2")]]);
});
