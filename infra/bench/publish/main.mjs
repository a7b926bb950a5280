// From save to live: how long after the API's answer to an edit the new bytes are on the site, at several sizes of the
// site; beside it, in the same run, a warm full `next build` of the same content.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { body, slug, writeSeed } from "./content.mjs";
import { fullBuild, writeSnapshot } from "./full-build.mjs";
import { Connection, root, startProduct } from "./product.mjs";

const usage = `make bench-publish ARGS="…"
  --sizes 10,100,1000,5000   numbers of articles
  --edits 20                 single edits at each size
  --no-full-build            leave out the full builds (minutes at 5,000)
  --json FILE                also write every figure to a file`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,100,1000,5000" },
    edits: { type: "string", default: "20" },
    "no-full-build": { type: "boolean", default: false },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const sizes = options.sizes.split(",").map(Number);
const edits = Number(options.edits);
if (![...sizes, edits].every((n) => Number.isInteger(n) && n > 0)) {
  console.error(usage);
  process.exit(2);
}

const at = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
};
const median = (values) => at(values, 0.5);
const work = mkdtempSync(path.join(tmpdir(), "bench-publish-"));
let product;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await product?.stop();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  });
}

/** Edits one article and polls its page without pause until it shows the edit. */
async function measureEdit(editor, reader, article, round) {
  const mark = `Edit ${round} of ${article.slug}`;
  const began = performance.now();
  await editor.json("PUT", `/api/articles/${article.id}`, { content: `<p>${mark}</p>${article.content}` });
  const saved = performance.now();
  for (;;) {
    const page = await reader.request("GET", `/blog/${article.slug}`);
    if (page.status === 200 && page.body.includes(mark)) break;
    if (performance.now() - saved > 120_000) throw new Error(`${article.slug} is not live after two minutes`);
  }
  return { save: saved - began, live: performance.now() - saved };
}

/** Durations by stage, from the lines in which the publisher says that a release went live. */
function stages(lines) {
  const found = {};
  for (const line of lines) {
    if (!/^publisher +\| .*\blive\b/.test(line)) continue;
    for (const [, name, ms] of line.matchAll(/\b(\w+)_ms=([\d.]+)/g)) {
      found[name] ??= [];
      found[name].push(Number(ms));
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]));
}

async function measureSize(size) {
  const seed = path.join(work, `seed-${size}`);
  writeSeed(path.join(root, "content-seed"), seed, size);
  const started = performance.now();
  product = await startProduct(path.join(work, `data-${size}`), seed);
  const editor = new Connection(product.url);
  const reader = new Connection(product.url);
  await editor.register();
  await editor.live();
  const first = performance.now() - started;

  const samples = [];
  const linesBefore = product.lines.length;
  for (let round = 0; round < edits; round++) {
    // Spread over the whole site: old articles and new ones.
    const number = 1 + Math.floor((round * size) / edits);
    const { id } = await editor.json("GET", `/api/articles/${slug(number)}`);
    samples.push(await measureEdit(editor, reader, { id, slug: slug(number), content: body(number) }, round));
    await editor.live();
  }
  const result = {
    size,
    first,
    save: samples.map((sample) => sample.save),
    live: samples.map((sample) => sample.live),
    stages: stages(product.lines.slice(linesBefore)),
  };
  const snapshotFile = path.join(work, `snapshot-${size}.json`);
  if (!options["no-full-build"]) await writeSnapshot(editor, snapshotFile);
  const { url } = product;
  editor.close();
  reader.close();
  await product.stop();
  product = undefined;
  if (!options["no-full-build"]) {
    if (size === sizes[0]) await fullBuild(snapshotFile, url); // fills .next/cache
    result.fullBuild = await fullBuild(snapshotFile, url);
  }
  return result;
}

const ms = (value) =>
  value === undefined ? "–" : value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
const results = [];
try {
  for (const size of sizes) {
    console.log(`${size} articles …`);
    const result = await measureSize(size);
    results.push(result);
    const parts = Object.entries(result.stages).map(([name, value]) => `${name} ${ms(value)}`);
    console.log(`  edits: ${result.live.map((value) => Math.round(value)).join(" ")} ms`);
    console.log(`  stages (medians): ${parts.join(", ") || "not reported"}`);
  }
} finally {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
}

console.log(
  `\n${edits} single edits at each size, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`,
);
console.log("Save to live: from the API's answer to the new bytes at /blog/{slug}.\n");
console.log(
  "| articles | save to live, median | p95 | saving itself, median | first start | warm full build | ratio |",
);
console.log("|---:|---:|---:|---:|---:|---:|---:|");
for (const r of results) {
  const ratio = r.fullBuild === undefined ? "–" : `${Math.round(r.fullBuild / median(r.live))} ×`;
  const row = [
    r.size,
    ms(median(r.live)),
    ms(at(r.live, 0.95)),
    ms(median(r.save)),
    ms(r.first),
    ms(r.fullBuild),
    ratio,
  ];
  console.log(`| ${row.join(" | ")} |`);
}

const of = (size) => results.find((r) => r.size === size);
const bars = [["median at most 500 ms at every size", results.every((r) => median(r.live) <= 500)]];
if (of(10) && of(5000)) {
  bars.push(["the 5,000 median at most 1.5 × the 10 median", median(of(5000).live) <= 1.5 * median(of(10).live)]);
}
if (of(1000)?.fullBuild) {
  bars.push(["at 1,000 at least 50 × faster than the full build", of(1000).fullBuild >= 50 * median(of(1000).live)]);
}
console.log("");
for (const [bar, met] of bars) console.log(`- ${bar}: ${met ? "met" : "NOT met"}`);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
