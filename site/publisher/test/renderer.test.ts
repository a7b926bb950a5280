import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Chrome } from "@/content/routes";
import { makeLog } from "../log";
import { KilledError, type Page, Renderer } from "../renderer";

// Speaks as the render process does. A route's only file is named after the process that made it; "/grow" makes it large, "/hang" busy for ever.
const worker = (journal: string) => `
import { appendFileSync } from "node:fs";
let rss = 1;
process.on("message", ({ id, pages }) => {
  if (pages.some(([, route]) => route === "/grow")) rss = 2 ** 30;
  while (pages.some(([, route]) => route === "/hang"));
  const files = Object.fromEntries(pages.map(([, route]) => [route, { [process.pid]: {} }]));
  process.send({ id, files, rss });
});
process.on("disconnect", () => process.exit(0));
appendFileSync(${JSON.stringify(journal)}, process.pid + "\\n");
process.send("ready");
`;

let folder: string;
let journal: string;
let renderer: Renderer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "renderer-"));
  journal = path.join(folder, "journal");
  const file = path.join(folder, "worker.mjs");
  await writeFile(file, worker(journal));
  renderer = new Renderer({ worker: file, app: folder, store: folder, log: makeLog("error", () => {}) });
});
afterEach(async () => {
  await renderer.stop();
  expect((await processes()).living).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

const PATIENCE = { timeout: 60_000 };

/** How many processes there have been, and how many there are. */
async function processes() {
  const started = (await readFile(journal, "utf8")).trim().split("\n").map(Number);
  const living = started.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });
  return { started: started.length, living: living.length };
}

const pages = (count: number): Page[] => Array.from({ length: count }, (_, i) => ["/p", `/p${i}`, {}]);
/** The processes that rendered. */
async function render(batch: Page[]): Promise<Set<string>> {
  const rendered = await renderer.render({} as Chrome, batch);
  expect(Object.keys(rendered).sort()).toEqual(batch.map(([, route]) => route).sort());
  return new Set(Object.values(rendered).flatMap((files) => Object.keys(files)));
}

test("an edit is rendered by one process, more pages by two that stay, a long backlog by as many as there are processors", async () => {
  const first = await render(pages(3));
  expect(first.size).toBe(1);
  const most = availableParallelism();
  const standing = Math.min(2, most);
  await vi.waitFor(async () => {
    renderer.expect(3);
    expect((await render(pages(40))).size).toBe(standing);
  }, PATIENCE);
  renderer.expect(40);
  expect((await render(pages(most * 40))).size).toBe(standing);

  await vi.waitFor(async () => {
    renderer.expect(100_000);
    expect((await render(pages(most * 40))).size).toBe(most);
  }, PATIENCE);
  for (let i = 0; i < 5; i++) renderer.expect(100_000);
  expect((await render(pages(most * 40))).size).toBe(most);
  expect(await render(pages(3))).toEqual(first);
});

test("once it is enough no further page is begun, and what was begun is returned", async () => {
  const batch = pages(40);
  await renderer.render({} as Chrome, batch);
  let asked = 0;
  const some = Object.keys(await renderer.render({} as Chrome, batch, () => ++asked > 3));
  expect(some.length).toBeGreaterThan(3);
  expect(some.length).toBeLessThan(batch.length);
  expect(some.sort()).toEqual(
    batch
      .slice(0, some.length)
      .map(([, route]) => route)
      .sort(),
  );
  expect(Object.keys(await renderer.render({} as Chrome, pages(1), () => true))).toEqual(["/p0"]);
});

test("a process that has grown is replaced, and nobody waits for the fresh one", async () => {
  const grown = await render([["/p", "/grow", {}]]);
  await vi.waitFor(async () => expect(await render(pages(1))).not.toEqual(grown), PATIENCE);
});

test("a process that starts while all are ended does not stay", async () => {
  const first = await render(pages(3));
  renderer.expect(100_000);
  await renderer.stop();
  expect((await processes()).living).toBe(0);
  expect(await render(pages(3))).not.toEqual(first);
  expect((await processes()).living).toBe(1);
});

test("a process that does not end by itself is ended", async () => {
  await render(pages(1));
  const hanging = expect(render([["/p", "/hang", {}]])).rejects.toThrow(KilledError);
  // It is asked before it is told to end.
  await new Promise(setImmediate);
  await renderer.stop();
  expect((await processes()).living).toBe(0);
  await hanging;
});
