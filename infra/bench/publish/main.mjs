// From save to live: how long after the API's answer to an edit the new bytes are on the site, at several sizes of the
// site, one by one, many at once, and while a change of every page goes out; beside it, in the same run, what a whole
// build of the same content costs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { burst } from "./burst.mjs";
import { writeSeed } from "./content.mjs";
import { footerChange, menuChange } from "./every-page.mjs";
import { failingEnvironment, failingPages } from "./failing.mjs";
import { fullBuild, writeSnapshot } from "./full-build.mjs";
import { growth } from "./growth.mjs";
import { hugoBuild, hugoProgram } from "./hugo.mjs";
import { watchMemory } from "./processes.mjs";
import { Connection, root, startProduct } from "./product.mjs";
import { report } from "./report.mjs";
import { singleEdits } from "./single.mjs";

const parts = ["single", "full-build", "hugo", "burst", "footer", "menu", "failing"];
const usage = `make bench-publish ARGS="…"
  --sizes 10,100,1000,10000   numbers of articles
  --edits 100                 single edits at each size
  --only ${parts.join(",")}
                              some parts; the first build is always measured
  --at 1000                   size at which burst, footer, menu, failing and memory are measured
  --memory MINUTES            instead: edits for so long, and what the publisher holds (make bench-memory)
  --hugo FILE                 a Hugo that is there already; else one is built
  --json FILE                 also write every figure to a file`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,100,1000,10000" },
    edits: { type: "string", default: "100" },
    only: { type: "string", default: parts.join(",") },
    at: { type: "string", default: "1000" },
    memory: { type: "string" },
    hugo: { type: "string" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const edits = Number(options.edits);
const at = Number(options.at);
const minutes = options.memory === undefined ? undefined : Number(options.memory);
const only = new Set(options.only.split(","));
const partsAtOne = ["burst", "footer", "menu", "failing"];
const atOne = minutes !== undefined || [...only].every((part) => partsAtOne.includes(part));
const sizes = atOne ? [at] : options.sizes.split(",").map(Number);
const whole = (n) => Number.isInteger(n) && n > 0;
if (
  ![...sizes, edits, at].every(whole) ||
  (minutes !== undefined && !(minutes > 0)) ||
  [...only].some((part) => !parts.includes(part))
) {
  console.error(usage);
  process.exit(2);
}

const work = mkdtempSync(path.join(tmpdir(), "bench-publish-"));
// Says which pages fail.
const pages = path.join(work, "pages");
let product;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await product?.stop();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  });
}

/** Starts the product on an empty database with that many articles, and notes what its first build takes. */
async function start(size) {
  const seed = path.join(work, `seed-${size}`);
  writeSeed(path.join(root, "content-seed"), seed, size);
  const began = performance.now();
  let stopWatching;
  const onStart = (started) => {
    product = started;
    stopWatching = watchMemory(started.pid);
  };
  const failing = only.has("failing") && size === at ? failingEnvironment(root, pages) : {};
  await startProduct(path.join(work, `data-${size}`), seed, onStart, failing);
  const ready = performance.now() - began;
  const open = () => new Connection(product.url);
  const editor = open();
  await editor.register();
  await editor.live();
  const live = performance.now() - began;
  return { size, product, editor, reader: open(), open, first: { ready, live, peak: await stopWatching() } };
}

async function measure(size) {
  const site = await start(size);
  const { editor, reader, first } = site;
  const result = { size, first };
  if (minutes !== undefined) result.growth = await growth(site, minutes);
  else {
    if (only.has("single")) result.single = await singleEdits(site, edits);
    if (size === at && only.has("footer")) result.footer = await footerChange(site);
    if (size === at && only.has("menu")) result.menu = await menuChange(site);
    if (size === at && only.has("burst")) result.burst = await burst(site);
    if (size === at && only.has("failing")) result.failing = await failingPages(site, pages, Math.min(edits, 30));
  }
  const snapshot = path.join(work, `snapshot-${size}.json`);
  if (minutes === undefined && only.has("full-build")) {
    await writeSnapshot(editor, snapshot);
    result.built = { snapshot, url: product.url };
  }
  editor.close();
  reader.close();
  await product.stop();
  product = undefined;
  return result;
}

/**
 * The whole builds to compare with. They come last, and nothing is removed before: for minutes after many files were removed,
 * ext4 takes ten times as long to make new ones.
 */
async function compare(results) {
  for (const result of results) {
    if (!result.built) continue;
    const { snapshot, url } = result.built;
    delete result.built;
    if (result === results[0]) await fullBuild(snapshot, url); // fills .next/cache
    result.fullBuild = await fullBuild(snapshot, url);
  }
  if (minutes !== undefined || !only.has("hugo")) return;
  const program = await hugoProgram(options.hugo);
  for (const result of results)
    result.hugo = await hugoBuild(program, path.join(work, `hugo-${result.size}`), result.size);
}

const results = [];
try {
  for (const size of sizes) {
    console.log(`${size} articles …`);
    const result = await measure(size);
    results.push(result);
    const { live, stages } = result.single ?? {};
    if (live) console.log(`  edits: ${live.map((value) => Math.round(value)).join(" ")} ms`);
    for (const [name, value] of Object.entries(stages ?? {}))
      console.log(`  ${name}: ${Math.round(value)} ms (median)`);
  }
  await compare(results);
} finally {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`);
report(results);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
