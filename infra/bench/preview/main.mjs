// From what is typed to the page that it makes: how long a preview takes from the call until the whole page is there, at
// several sizes of the site, while an edit is published every second; and what many previews at once do to an edit. Both
// are compared with what an edit takes to go live in the same run: only the ratios say something on a machine that others
// use.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { body, writeSeed } from "../publish/content.mjs";
import { idsOf, measureEdit, spread } from "../publish/edits.mjs";
import { Connection, root, startProduct } from "../publish/product.mjs";
import { at, median, ms, table, verdict } from "../publish/stats.mjs";

const usage = `make bench-preview ARGS="…"
  --sizes 10,10000    numbers of articles
  --previews 100      previews at each size
  --rounds 10         times that 200 previews are asked for at once
  --json FILE         also write every figure to a file`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,10000" },
    previews: { type: "string", default: "100" },
    rounds: { type: "string", default: "10" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});
const sizes = options.sizes.split(",").map(Number);
const previews = Number(options.previews);
const rounds = Number(options.rounds);
const whole = (n) => Number.isInteger(n) && n > 0;
if (options.help || ![...sizes, previews, rounds].every(whole)) {
  console.log(usage);
  process.exit(options.help ? 0 : 2);
}

// As somebody types who stops now and then.
const TYPE_EVERY = 150;
const EDIT_EVERY = 1_000;
const AT_ONCE = 200;
const EDITORS = 8;

const work = mkdtempSync(path.join(tmpdir(), "bench-preview-"));
let product;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await product?.stop();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  });
}

const question = (id, number, mark) => ({
  kind: "article",
  id,
  values: { content: `<p>${mark}</p>${body(number)}` },
});

/** How long it takes from the call until the page with the mark is there. */
async function preview(editor, id, number, mark) {
  const began = performance.now();
  const { url } = await editor.json("POST", "/api/preview", question(id, number, mark));
  const page = await editor.request("GET", url);
  const took = performance.now() - began;
  if (page.status !== 200 || !page.body.includes(mark)) throw new Error(`${url}: ${page.status} without “${mark}”`);
  return took;
}

/** Edits articles one after the other, from the call until the site shows it. */
async function edit(site, mark) {
  const { writer, reader, ids } = site;
  const [number, id] = ids[site.edits++ % ids.length];
  const { save, live } = await measureEdit(writer, reader, id, number, `${mark} ${site.edits}`);
  return save + live;
}

/** Previews while an edit is published every second. */
async function beside(site) {
  const measured = { previews: [], edits: [] };
  let over = false;
  const editing = (async () => {
    while (!over) {
      const next = performance.now() + EDIT_EVERY;
      measured.edits.push(await edit(site, "Edit"));
      await pause(Math.max(0, next - performance.now()));
    }
  })();
  for (let i = 0; i < previews; i++) {
    const [number, id] = site.ids[i % site.ids.length];
    measured.previews.push(await preview(site.editor, id, number, `Typed ${i}`));
    await pause(TYPE_EVERY);
  }
  over = true;
  await editing;
  return measured;
}

/** Edits by themselves and edits beside many previews that were asked for just before, in turns. */
async function crowd({ product, editor, ...site }) {
  const crowd = [];
  for (let i = 0; i < EDITORS; i++) {
    const email = `editor-${i}@academy.test`;
    const { link } = await editor.json("POST", "/api/admin/invitations", { email, role: "author" });
    const other = new Connection(product.url);
    const answer = await other.request("POST", "/api/auth/register", {
      name: `Editor ${i}`,
      email,
      password: "a long enough passphrase",
      invitation: new URL(link).searchParams.get("invitation"),
    });
    other.cookie = answer.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
    other.agent.maxSockets = AT_ONCE / EDITORS;
    crowd.push(other);
  }
  const measured = { usual: [], crowded: [], statuses: {} };
  for (let round = 0; round < rounds; round++) {
    measured.usual.push(await edit(site, "Usual"));
    await editor.live();
    const asked = Array.from({ length: AT_ONCE }, (_, i) => {
      const [number, id] = site.ids[i % site.ids.length];
      return crowd[i % EDITORS].request("POST", "/api/preview", question(id, number, `Crowd ${i}`));
    });
    measured.crowded.push(await edit(site, "Crowded"));
    for (const { status } of await Promise.all(asked)) measured.statuses[status] = (measured.statuses[status] ?? 0) + 1;
    await editor.live();
  }
  for (const other of crowd) other.close();
  return measured;
}

async function measure(size) {
  const seed = path.join(work, `seed-${size}`);
  writeSeed(path.join(root, "content-seed"), seed, size);
  product = await startProduct(root, path.join(work, `data-${size}`), seed, (started) => {
    product = started;
  });
  const [editor, writer, reader] = Array.from({ length: 3 }, () => new Connection(product.url));
  await editor.register();
  writer.cookie = editor.cookie;
  await editor.live();
  const numbers = spread(Math.min(size, 50), size);
  const ids = [...(await idsOf(editor, numbers))];
  const site = { product, editor, writer, reader, ids, edits: 0 };
  // The first of each finds what has just started.
  for (let i = 0; i < 5; i++) {
    await preview(editor, ids[0][1], ids[0][0], `Warm ${i}`);
    await edit(site, "Warm");
  }
  const result = { size, ...(await beside(site)), ...(await crowd(site)) };
  for (const connection of [editor, writer, reader]) connection.close();
  await product.stop();
  product = undefined;
  return result;
}

const results = [];
try {
  for (const size of sizes) {
    console.log(`${size} articles …`);
    results.push(await measure(size));
  }
} finally {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`);
const ratio = (a, b) => (a / b).toFixed(2);
const typical = ({ previews, edits }) => median(previews) / median(edits);
const slowest = ({ previews, edits }) => at(previews, 0.99) / median(edits);
table(
  [
    "articles",
    "preview, p50",
    "p99",
    "edit beside it, p50",
    "ratio of p50",
    "p99 to it",
    "edit beside 200, p50",
    "alone",
    "ratio",
    "answers",
  ],
  results.map((result) => [
    result.size.toLocaleString("en"),
    ms(median(result.previews)),
    ms(at(result.previews, 0.99)),
    ms(median(result.edits)),
    typical(result).toFixed(2),
    slowest(result).toFixed(2),
    ms(median(result.crowded)),
    ms(median(result.usual)),
    ratio(median(result.crowded), median(result.usual)),
    Object.entries(result.statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(", "),
  ]),
);
const medians = results.map(({ previews }) => median(previews));
verdict([
  ["a preview takes at most 1.5 times what an edit takes to go live", results.every((r) => typical(r) <= 1.5)],
  ["its p99 at most 3 times", results.every((r) => slowest(r) <= 3)],
  [
    `the same at all sizes within 1.5 (${ratio(Math.max(...medians), Math.min(...medians))})`,
    Math.max(...medians) <= 1.5 * Math.min(...medians),
  ],
  [
    "beside 200 previews at once an edit takes at most 6 times as long",
    results.every((r) => median(r.crowded) <= 6 * median(r.usual)),
  ],
]);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
