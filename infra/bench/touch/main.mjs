// Touches of the site's controls, and its pages beside themselves without scripts, in a browser that is made slower.
// Against the whole product, which this starts by itself.
import { existsSync, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { Connection, root, startProduct } from "../publish/product.mjs";
import { table } from "../publish/stats.mjs";
import { beside } from "./beside.mjs";
import { touches } from "./touches.mjs";

const usage = `make bench-touch ARGS="…"
  --runs 7     of each page with and without scripts; the median counts
  --touches 3  of each control; the median counts, the longest stands beside it
  --rate 4     how many times slower than this machine
  --url URL    a product that runs already, with two videos, where forms may be sent often (RATE_LIMIT_FORMS)
  --parts a,b  only these of touches, beside`;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    touches: { type: "string", default: "3" },
    rate: { type: "string", default: "4" },
    parts: { type: "string", default: "touches,beside" },
    url: { type: "string" },
    help: { type: "boolean" },
  },
});
const [runs, often, rate] = [options.runs, options.touches, options.rate].map(Number);
if (options.help || ![runs, often, rate].every((number) => number >= 1)) {
  console.log(usage);
  process.exit(options.help ? 0 : 2);
}

/** In milliseconds; `worked` is a factor. */
const bars = { paint: 200, effect: 1500, blocked: 60, worked: 1.8 };

/** Two videos of two categories, of which the sample content has none. */
async function publishVideos(url) {
  const editor = new Connection(url);
  await editor.register();
  for (const category of ["Polity", "History"]) {
    const body = new FormData();
    body.set("file", await openAsBlob(path.join(root, "infra/e2e/testdata/two-minutes.webm")), "talk.webm");
    body.set("title", `A talk on ${category}`);
    body.set("category", category);
    const answer = await fetch(`${url}/api/videos`, { method: "POST", headers: { cookie: editor.cookie }, body });
    if (!answer.ok) throw new Error(`video: ${answer.status} ${await answer.text()}`);
  }
  await editor.live();
  editor.close();
}

const shells = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const executablePath = process.env.CHROMIUM_PATH || shells.find((file) => existsSync(file));
const work = mkdtempSync(path.join(tmpdir(), "touch-"));
let product;
let browser;
try {
  if (!options.url) {
    const seed = path.join(root, "content-seed");
    product = await startProduct(root, path.join(work, "data"), seed, () => {}, { RATE_LIMIT_FORMS: "1000/1m" });
    await publishVideos(product.url);
  }
  browser = await chromium.launch({
    executablePath,
    // Videos of other hosts are none of these pages'.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"],
  });
  const base = options.url ?? product.url;
  const print = ({ head, rows, met }, title, bar) => {
    console.log(`${title}, ${rate} times slower, in milliseconds:`);
    table(head, rows);
    console.log(`${bar}: ${met ? "met" : "NOT met"}\n`);
    if (!met) process.exitCode = 1;
  };
  if (options.parts.includes("touches")) {
    print(
      await touches(browser, base, { rate, runs: often, bars }),
      `Touches of fresh pages, median of ${often} and the longest`,
      `paint under ${bars.paint} ms, effect under ${bars.effect} ms`,
    );
  }
  if (options.parts.includes("beside")) {
    print(
      await beside(browser, base, { rate, runs, bars }),
      `Pages beside themselves without scripts, medians of ${runs}`,
      `at most ${bars.blocked} ms more blocked, together at most ${bars.worked} times the work`,
    );
  }
} finally {
  await browser?.close();
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
}
