import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assetsOf, putAssets } from "../assets";
import { CMS } from "../cms";
import { Keys } from "../keys";
import { ContractCMS } from "./cms";
import { APP } from "./harness";

const chunk = "/_next/static/chunks/1.js";
const font = "/_next/static/media/a.woff2";

let app: string;
beforeEach(async () => {
  app = await mkdtemp(path.join(tmpdir(), "assets-"));
  for (const [name, text] of Object.entries({ [chunk]: "1", [font]: "2" })) {
    const file = path.join(app, "assets", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});
afterEach(() => rm(app, { recursive: true, force: true }));

test("static files are kept, and pages are not", async () => {
  const kept = Object.keys(await assetsOf(APP));
  expect(kept).toEqual(expect.arrayContaining(["/icon.svg", expect.stringMatching(/^\/_next\/static\/.*\.css$/)]));
  expect(kept.filter((file) => /\.(html|txt|xml)$/.test(file))).toEqual([]);
});

test("those that the CMS lacks are handed over", async () => {
  const contract = new ContractCMS();
  await contract.listen();
  const cms = new CMS(contract.url, new Keys(contract.secret));
  const hashes = await assetsOf(app);
  expect(Object.keys(hashes).sort()).toEqual([chunk, font]);
  await putAssets(app, cms, new Set([hashes[font] as string]));
  await contract.close();
  expect([...contract.releases.files]).toEqual([[hashes[font], Buffer.from("2")]]);
});
