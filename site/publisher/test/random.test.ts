import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Changes, random, seedParts } from "./changes";
import { fullBuild } from "./full-build";
import { Academy, folderTree, SITE } from "./harness";

// How many changes, and which: PUBLISH_CHANGES=200 PUBLISH_SEED=7 npx vitest run publisher/test/random.test.ts
const count = Number(process.env.PUBLISH_CHANGES || 30);
const seed = Number(process.env.PUBLISH_SEED || 1);
const ARTICLES = 40;

let academy: Academy;
let folder: string;
beforeEach(async () => {
  academy = await Academy.open();
  folder = await mkdtemp(path.join(tmpdir(), "random-"));
});
afterEach(async () => {
  await academy.close();
  await rm(folder, { recursive: true, force: true });
});

test(`after ${count} random changes (seed ${seed}) the site is, byte for byte, a full build's`, async () => {
  const { cms, publisher } = academy;
  seedParts(cms);
  for (let i = 1; i <= ARTICLES; i++) cms.write({ slug: `article-${i}` });
  await academy.publish();
  const next = random(seed);
  const changes = new Changes(cms, next);
  const log: string[] = [];
  for (let i = 0; i < count; i++) {
    log.push(changes.make());
    // Some changes come while what came before is being rendered, some together, some alone.
    const way = next(3);
    if (way > 0) publisher.publish();
    if (way > 1) await publisher.idle();
  }
  await academy.publish();
  expect(cms.reports.filter((report) => report.state === "failed")).toEqual([]);
  expect(academy.manifest).toMatchObject({ fingerprint: cms.whole().fingerprint });

  const file = path.join(folder, "snapshot.json");
  await writeFile(file, JSON.stringify(cms.whole()));
  await fullBuild(file);
  const [published, built] = [academy.tree, await folderTree(path.join(SITE, "out"))];
  const names = new Set([...published.keys(), ...built.keys()]);
  const different = [...names].filter((name) => {
    const [one, other] = [published.get(name), built.get(name)];
    return !one || !other || !one.equals(other);
  });
  expect(different, `after\n${log.join("\n")}`).toEqual([]);
});
