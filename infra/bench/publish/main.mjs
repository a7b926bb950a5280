// From save to live: how long after the API's answer to an edit the new bytes are on the site, at several sizes of the
// site, one by one, many at once, and while a change of every page goes out; beside it, in the same run, what a whole
// build of the same content costs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { burst } from "./burst.mjs";
import { formattedBody, plainBody, writeSeed } from "./content.mjs";
import { footerChange, logoChange, menuChange } from "./every-page.mjs";
import { failingEnvironment, failingPages } from "./failing.mjs";
import { fullBuild, writeSnapshot } from "./full-build.mjs";
import { growth } from "./growth.mjs";
import { hugoBuild, hugoProgram } from "./hugo.mjs";
import { processorTime, watchMemory } from "./processes.mjs";
import { Connection, root, startProduct } from "./product.mjs";
import { report } from "./report.mjs";
import { restart } from "./restart.mjs";
import { singleEdits } from "./single.mjs";
import { filesOf, written } from "./store.mjs";

const parts = ["single", "restart", "full-build", "hugo", "burst", "footer", "menu", "logo", "failing"];
const usage = `make bench-publish ARGS="…"
  --sizes 10,100,1000,10000   numbers of articles; with --at and without --only or --sizes, that one
  --edits 100                 single edits at each size
  --only ${parts.join(",")}
                              some parts; the first build is always measured; logo needs versions with a library
  --at 1000                   size at which burst, footer, menu, logo, failing and memory are measured; alone, single
                              edits and a restart are measured at that size, such as 100000
  --rounds 1                  changes of the footer, of a menu and of the logo
  --beside FOLDER             another version of the product, built there, in turns with this one (BEFORE=commit makes
                              it); may be given several times
  --formats                   instead of the parts: single edits of articles with 30 formulas, 5 tables and 12 pictures
                              each, in turns with those of plain articles of the same length
  --memory MINUTES            instead: edits for so long, and what the publisher holds (make bench-memory)
  --hugo FILE                 a Hugo that is there already; else one is built
  --json FILE                 also write every figure to a file`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string" },
    edits: { type: "string", default: "100" },
    only: { type: "string" },
    at: { type: "string" },
    rounds: { type: "string", default: "1" },
    beside: { type: "string", multiple: true, default: [] },
    formats: { type: "boolean", default: false },
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
const oneSize = options.at !== undefined && options.sizes === undefined && options.only === undefined;
const at = Number(options.at ?? "1000");
const rounds = Number(options.rounds);
const versions = options.formats
  ? [
      { version: "plain", checkout: root, text: plainBody },
      { version: "with formats", checkout: root, text: formattedBody },
    ]
  : [
      { version: "this version", checkout: root },
      ...options.beside.map((folder) => ({ version: path.basename(folder), checkout: path.resolve(folder) })),
    ];
const minutes = options.memory === undefined ? undefined : Number(options.memory);
const chosen = options.only ?? (oneSize ? "single,restart" : parts.join(","));
const only = new Set(options.formats ? ["single"] : chosen.split(","));
const partsAtOne = ["burst", "footer", "menu", "logo", "failing"];
const atOne = oneSize || minutes !== undefined || [...only].every((part) => partsAtOne.includes(part));
const sizes = atOne ? [at] : (options.sizes ?? "10,100,1000,10000").split(",").map(Number);
const whole = (n) => Number.isInteger(n) && n > 0;
if (
  ![...sizes, edits, at, rounds].every(whole) ||
  (minutes !== undefined && !(minutes > 0)) ||
  [...only].some((part) => !parts.includes(part))
) {
  console.error(usage);
  process.exit(2);
}

const work = mkdtempSync(path.join(tmpdir(), "bench-publish-"));
// Says which pages fail.
const pages = path.join(work, "pages");
const products = new Set();
const stopAll = () => Promise.all([...products].map((product) => product.stop()));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await stopAll();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  });
}

const seedOf = (size, version) => path.join(work, `seed-${size}-${version}`);

/** Says at once what was measured: a run of an hour may be broken off. */
const say = (part, version, measured) => console.log(`  ${part}, ${version}: ${JSON.stringify(measured)}`);

/** Starts the product of a version with that many articles; `onStart` gets it before it is ready. */
function startOf(size, { version, checkout }, onStart) {
  const failing = only.has("failing") && size === at ? failingEnvironment(checkout, pages) : {};
  const dataDir = path.join(work, `data-${size}-${version}`);
  const noted = (started) => {
    products.add(started);
    onStart(started);
  };
  return startProduct(checkout, dataDir, seedOf(size, version), noted, failing);
}

/** Starts the product on an empty database with that many articles, and notes what its first build takes. */
async function start(size, of) {
  const { version, text } = of;
  const began = performance.now();
  let stopWatching;
  const product = await startOf(size, of, (started) => {
    stopWatching = watchMemory(started.pid);
  });
  const ready = performance.now() - began;
  const readyProcessor = await processorTime(product.pid);
  const site = { size, product, text, open: () => new Connection(site.product.url), result: { size, version } };
  const editor = site.open();
  await editor.register();
  await editor.live();
  const live = performance.now() - began;
  site.result.first = {
    ready,
    live,
    readyProcessor,
    liveProcessor: await processorTime(product.pid),
    peak: await stopWatching(),
    store: written(await filesOf(product.dataDir)),
  };
  return Object.assign(site, { editor, reader: site.open() });
}

/** Measures a part at each site, as often as there are rounds, each version first in turn. */
async function inTurns(sites, name, part) {
  for (const { result } of sites) result[name] = [];
  for (let round = 0; round < rounds; round++) {
    for (const site of round % 2 ? sites.toReversed() : sites) {
      const measured = await part(site);
      site.result[name].push(measured);
      say(name, site.result.version, measured);
    }
  }
}

async function measure(size) {
  for (const { version, checkout, text } of versions)
    writeSeed(path.join(checkout, "content-seed"), seedOf(size, version), size, text);
  // All at once: what else the machine does slows each of them alike.
  const sites = await Promise.all(versions.map((version) => start(size, version)));
  const results = sites.map((site) => site.result);
  for (const { version, first } of results) say("first build", version, first);
  if (minutes !== undefined) {
    for (const site of sites) site.result.growth = await growth(site, minutes);
  } else {
    if (only.has("single")) {
      for (const [i, single] of (await singleEdits(sites, edits)).entries()) {
        results[i].single = single;
        say("single edits", results[i].version, single);
      }
    }
    if (only.has("restart")) {
      for (const [i, site] of sites.entries()) {
        site.result.restart = await restart(site, (onStart) => startOf(size, versions[i], onStart));
        say("restart", site.result.version, site.result.restart);
      }
    }
    if (size === at && only.has("footer")) await inTurns(sites, "footer", footerChange);
    if (size === at && only.has("menu")) await inTurns(sites, "menu", menuChange);
    if (size === at && only.has("logo")) await inTurns(sites, "logo", logoChange);
    for (const site of sites) {
      if (size === at && only.has("burst")) site.result.burst = await burst(site);
      if (size === at && only.has("failing"))
        site.result.failing = await failingPages(site, pages, Math.min(edits, 30));
    }
  }
  const snapshot = path.join(work, `snapshot-${size}.json`);
  if (minutes === undefined && only.has("full-build")) {
    await writeSnapshot(sites[0].editor, snapshot);
    results[0].built = { snapshot, url: sites[0].product.url };
  }
  for (const { editor, reader } of sites) {
    editor.close();
    reader.close();
  }
  await stopAll();
  products.clear();
  return results;
}

/**
 * The whole builds to compare with. They come last, and nothing is removed before: for minutes after many files were
 * removed, ext4 takes ten times as long to make new ones.
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
  for (const result of results.filter(({ version }) => version === results[0].version))
    result.hugo = await hugoBuild(program, path.join(work, `hugo-${result.size}`), result.size);
}

const results = [];
try {
  for (const size of sizes) {
    console.log(`${size} articles …`);
    results.push(...(await measure(size)));
  }
  await compare(results);
} finally {
  await stopAll();
  rmSync(work, { recursive: true, force: true });
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`);
report(results);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
