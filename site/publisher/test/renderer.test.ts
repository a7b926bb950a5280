import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Prepared } from "@/app/prepared";
import { makeLog } from "../log";
import { Metrics } from "../metrics";
import { type ProcessOptions, RenderProcess } from "../render-process";
import { Renderer } from "../renderer";
import { seeming, usage } from "./usage";

// Speaks as the render process does. A route's only file is named after the process that made it. "/throw" fails; others
// do to the process what their names say: "/grow" makes it large, "/hang" busy for ever and "/spin" for a while,
// "/large" takes memory beside its heap, which "/fill" fills.
const worker = (journal: string) => `
import { appendFileSync } from "node:fs";
let rss = 1;
process.on("message", ({ path: route }) => {
  if (route === "/grow") rss = 2 ** 30;
  while (route === "/hang");
  if (route === "/large") for (const held = Buffer.alloc(200 << 20, 1); held; );
  for (const held = []; route === "/fill"; ) held.push(new Array(16_000_000).fill(0));
  if (route.startsWith("/exit")) process.exit(7);
  if (route === "/end") process.exit(0);
  if (route === "/another") route += "'s";
  for (const end = performance.now() + 200; route.startsWith("/spin") && performance.now() < end; );
  if (route.startsWith("/throw")) process.send({ route, failed: "it threw", rss });
  else process.send({ route, file: { file: String(process.pid), content: Buffer.from(route) }, rss });
});
process.on("disconnect", () => process.exit(0));
appendFileSync(${JSON.stringify(journal)}, process.pid + "\\n");
process.send({ route: "", failed: "", rss });
`;

let folder: string;
let journal: string;
let metrics: Metrics;
let renderer: Renderer;
/** How many processes the renderer has asked for. */
let forks = 0;
beforeEach(async () => {
  forks = 0;
  folder = await mkdtemp(path.join(tmpdir(), "renderer-"));
  journal = path.join(folder, "journal");
  const file = path.join(folder, "worker.mjs");
  await writeFile(file, worker(journal));
  renderer = open(file);
});

function open(file: string, restAfter?: number): Renderer {
  const cms = { put: async () => "hash" };
  metrics = new Metrics();
  const log = makeLog("error", () => {});
  const fork = (options: ProcessOptions) => {
    forks++;
    return new RenderProcess(options);
  };
  return new Renderer({ worker: file, app: folder, cms, log, metrics, usageOf: seeming, fork, restAfter });
}

/** From now on processes that nobody needs end after so many milliseconds. */
async function restAfter(ms: number): Promise<void> {
  await renderer.stop();
  renderer = open(path.join(folder, "worker.mjs"), ms);
}
afterEach(async () => {
  Object.assign(usage, { processor: 1, memory: 1 });
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

const page = (path: string): Prepared => ({ path, chrome: null, inputs: {} });
const pages = (count: number) => Array.from({ length: count }, (_, i) => page(`/p${i}`));
/** The processes that rendered. */
async function render(batch: Prepared[]): Promise<Set<string>> {
  const { files } = await renderer.render(batch);
  expect([...files.keys()].sort()).toEqual(batch.map(({ path }) => path).sort());
  return new Set([...files.values()].map(({ file }) => file));
}

test("edits are rendered by one process, a long backlog by as many as there are processors", async () => {
  const first = await render(pages(3));
  renderer.expect(3);
  expect(await render(pages(40))).toEqual(first);
  expect((await processes()).started).toBe(1);
  const most = availableParallelism();
  await vi.waitFor(async () => {
    renderer.expect(100_000);
    expect((await render(pages(most * 40))).size).toBe(most);
  }, PATIENCE);
  for (let i = 0; i < 5; i++) renderer.expect(100_000);
  expect((await render(pages(most * 40))).size).toBe(most);
  // Each says that it takes one byte.
  const memory = await metrics.registry.getSingleMetric("academy_publisher_renderers_resident_bytes")?.get();
  expect(memory?.values).toEqual([{ labels: {}, value: most }]);
  expect(await render(pages(3))).toEqual(first);
});

test("a second process comes with a preview, and ends when nobody needs it; the first one stays", async () => {
  await restAfter(50);
  const first = await render(pages(3));
  for (let time = 1; time <= 2; time++) {
    await preview("/p0");
    await vi.waitFor(async () => expect(await processes()).toEqual({ started: 1 + time, living: 1 }), PATIENCE);
    expect(await render(pages(40))).toEqual(first);
  }
});

test("of two idle processes, the one that has grown ends", async () => {
  await restAfter(50);
  // Behind the pages that a fresh process draws first.
  const grown = await render([...pages(8), page("/grow")]);
  await vi.waitFor(async () => expect(await processes()).toEqual({ started: 2, living: 1 }), PATIENCE);
  expect(await render(pages(3))).not.toEqual(grown);
});

test("no process ends with a page in hand, however long that takes", async () => {
  await restAfter(20);
  await render(pages(1));
  const batch = Array.from({ length: 6 }, (_, i) => page(`/spin${i}`));
  await preview("/spin");
  await render(batch);
  await Promise.all([preview("/spin"), render(batch)]);
});

test("processes that were prepared for a whole site render its first pages", async () => {
  renderer.startMore();
  const standing = Math.min(2, availableParallelism());
  expect((await render(pages(40))).size).toBe(standing);
  // A publisher that cannot read the content prepares with each try.
  const before = forks;
  renderer.startMore();
  expect(forks).toBe(before);
  expect((await processes()).started).toBe(standing);
});

test("once it is enough no further page is begun, and what was begun is returned", async () => {
  const batch = pages(40);
  await renderer.render(batch);
  let asked = 0;
  const some = [...(await renderer.render(batch, () => ++asked > 3)).files.keys()];
  expect(some.length).toBeGreaterThan(3);
  expect(some.length).toBeLessThan(batch.length);
  expect(some.sort()).toEqual(
    batch
      .slice(0, some.length)
      .map(({ path }) => path)
      .sort(),
  );
  expect([...(await renderer.render(pages(1), () => true)).files.keys()]).toEqual(["/p0"]);
});

test("a process that has grown is replaced, and nobody waits for the fresh one", async () => {
  const grown = await render([page("/grow")]);
  await vi.waitFor(async () => expect(await render(pages(1))).not.toEqual(grown), PATIENCE);
});

test("of two processes that have grown each batch ends one, however soon the next one comes", async () => {
  await preview("/grow");
  const grown = await render([page("/grow")]);
  await vi.waitFor(async () => expect(await processes()).toEqual({ started: 2, living: 1 }), PATIENCE);
  await vi.waitFor(async () => expect(await render(pages(1))).not.toEqual(grown), PATIENCE);
  await vi.waitFor(async () => expect(await processes()).toEqual({ started: 3, living: 1 }), PATIENCE);
});

test("a preview waits for another process when a batch before it has ended the one that had grown", async () => {
  await render([page("/grow")]);
  const previewed = preview("/p0");
  await new Promise(setImmediate);
  // It takes longer than the second process takes to start.
  await render(Array.from({ length: 10 }, (_, i) => page(`/spin${i}`)));
  expect(await previewed).toMatchObject({ route: "/p0" });
});

test("after the end of the only process none is started before it is needed", async () => {
  await renderer.render([page("/exit")]);
  expect(forks).toBe(1);
});

test("a process that is starting when all are stopped ends, too", async () => {
  const first = await render(pages(3));
  renderer.expect(100_000);
  await renderer.stop();
  expect((await processes()).living).toBe(0);
  expect(await render(pages(3))).not.toEqual(first);
  expect((await processes()).living).toBe(1);
});

test("a process that does not end by itself is ended", async () => {
  await render(pages(1));
  const hanging = expect(render([page("/hang")])).rejects.toMatchObject({ kind: "killed" });
  // It is asked before it is told to end.
  await new Promise(setImmediate);
  await renderer.stop();
  expect((await processes()).living).toBe(0);
  await hanging;
});

const routesOf = (batch: Prepared[]) => batch.map(({ path }) => path);

/** What becomes of pages, batch after batch. */
async function renderAll(batch: Prepared[]): ReturnType<Renderer["render"]> {
  const all = await renderer.render(batch);
  const settled = [...all.files.keys(), ...all.failed.keys(), ...all.lost.keys()];
  const left = batch.filter(({ path }) => !settled.includes(path));
  if (!left.length) return all;
  const { files, failed, lost } = await renderAll(left);
  return {
    files: new Map([...all.files, ...files]),
    failed: new Map([...all.failed, ...failed]),
    lost: new Map([...all.lost, ...lost]),
  };
}

test("a page that throws fails alone", async () => {
  const batch = [...pages(3), page("/throw"), ...pages(7).slice(3)];
  const { files, failed, lost } = await renderer.render(batch);
  expect(failed).toEqual(new Map([["/throw", "it threw"]]));
  expect([...files.keys()].sort()).toEqual(routesOf(pages(7)));
  expect(lost.size).toBe(0);
});

test.each([
  ["/hang", "processor time", { processor: 3 }],
  ["/large", "MB of memory", { processor: 0, memory: 10 }],
  // It fills its heap however long that takes.
  ["/fill", "broke", { processor: 0.1 }],
  ["/exit", "exit code 7", {}],
  ["/end", "exit code 0", {}],
])("a page that ends its process (%s, %s) is named, and costs no other page", async (route, reason, seems) => {
  Object.assign(usage, seems);
  const batch = [...pages(10), page(route), ...pages(20).slice(10)];
  const { files, failed, lost } = await renderAll(batch);
  expect(failed.size).toBe(0);
  expect([...files.keys()].sort()).toEqual(routesOf(pages(20)).sort());
  expect([...lost.keys()]).toEqual([route]);
  expect(lost.get(route)).toMatchObject({ kind: reason === "processor time" ? "slow" : "broken" });
  expect(lost.get(route)?.message).toContain(reason);
});

test("several pages that end their processes are each named", async () => {
  const batch = pages(12).flatMap((good, i) => (i % 4 === 3 ? [good, page(`/exit${i}`), page(`/throw${i}`)] : [good]));
  const { files, failed, lost } = await renderAll(batch);
  expect([...files.keys()].sort()).toEqual(routesOf(pages(12)).sort());
  expect([...failed.keys()].sort()).toEqual(["/throw11", "/throw3", "/throw7"]);
  expect([...lost.keys()].sort()).toEqual(["/exit11", "/exit3", "/exit7"]);
  expect((await processes()).started).toBe(4);
});

test("no file stands at another page's path: a process that mixes them up is ended", async () => {
  const { files, lost } = await renderAll([...pages(3), page("/another"), ...pages(6).slice(3)]);
  expect([...files].map(([route, { content }]) => [route, String(content)])).toEqual(
    [...files.keys()].map((route) => [route, route]),
  );
  expect(files.size).toBe(6);
  expect([...lost]).toEqual([["/another", expect.objectContaining({ kind: "killed" })]]);
});

test("what was rendered does not wait for more pages that end their processes", async () => {
  await render(pages(1));
  const batch = [...pages(2), ...Array.from({ length: 6 }, (_, i) => page(`/exit${i}`))];
  const { files, lost } = await renderer.render(batch);
  expect([...files.keys()]).toEqual(["/p0", "/p1"]);
  expect(lost.size).toBe(2);
});

test("each page has a budget of its own", async () => {
  usage.processor = 5;
  const batch = Array.from({ length: 12 }, (_, i) => page(`/spin${i}`));
  expect((await render(batch)).size).toBe(1);
});

test("answers belong to pages in order; a process that ends loses the one in hand and no later one", async () => {
  const one = new RenderProcess({ worker: path.join(folder, "worker.mjs"), app: folder });
  await one.start();
  const answer = (page: Prepared) => one.render(page).catch((error: Error) => error.message);
  const answers = await Promise.all([...pages(2), page("/exit"), ...pages(4).slice(2)].map(answer));
  const content = (route: string) =>
    expect.objectContaining({ file: { file: expect.any(String), content: Buffer.from(route) } });
  expect(answers).toEqual([content("/p0"), content("/p1"), expect.stringContaining("exit code 7"), null, null]);
  expect(one.busy).toBe(false);
});

test("a page whose process somebody has killed is lost as killed, not as broken", async () => {
  const [pid] = await render(pages(1));
  const busy = renderer.render([page("/hang")]);
  await new Promise(setImmediate);
  process.kill(Number(pid), "SIGKILL");
  expect((await busy).lost.get("/hang")).toMatchObject({ kind: "killed" });
});

const preview = (route: string) => renderer.preview(page(route));

test("a preview is in the way of no batch: what ends its process costs the batch beside it nothing", async () => {
  await render(pages(1));
  await preview("/p0");
  usage.processor = 0; // it is not ended before the batch is
  const ended = expect(preview("/hang")).rejects.toMatchObject({ kind: "slow" });
  await new Promise(setImmediate);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  expect((await render(pages(40))).size).toBe(1);
  expect(over).toBe(false);
  usage.processor = 3;
  await ended;
  await preview("/p0");
});

test("a preview waits while a batch is rendered, and never takes the only process", async () => {
  const done: string[] = [];
  const batch = render(pages(40)).then(() => done.push("batch"));
  await Promise.all([batch, preview("/p0").then(() => done.push("preview"))]);
  expect(done).toEqual(["batch", "preview"]);
  expect((await processes()).living).toBe(2);
});
