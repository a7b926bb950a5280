// Lighthouse, as on a phone, against the whole product, which this starts by itself.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { formattedBody } from "../publish/content.mjs";
import { Connection, root, startProduct } from "../publish/product.mjs";
import { landing } from "./landing.mjs";

const seeded = ["/", "/blog/how-to-analyse-a-mock-test", "/adhva-vibes-psi", "/blog"];

const usage = `make lighthouse ARGS="…"
  --runs 3      runs of each page; the one with the median performance counts
  --url URL     a product that runs already
  --pages a,b   only these paths; ${landing.path} and /blog/bench-formats, a page of blocks and an article
                with all formats, are made where this starts the product`;

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    url: { type: "string" },
    pages: { type: "string" },
    help: { type: "boolean" },
  },
});
const runs = Number(options.runs);
if (options.help || !Number.isInteger(runs) || runs < 1) {
  console.log(usage);
  process.exit(options.help ? 0 : 2);
}

const bars = { performance: 0.98, accessibility: 1, "best-practices": 1, seo: 1 };
const MOST_SHIFT = 0.02;
const places = ["chromium", "chromium-browser", "chromium-headless-shell"].map((name) => `/usr/bin/${name}`);
const browser = [process.env.CHROMIUM_PATH, ...places].find((file) => file && existsSync(file));

/** One run; a busy machine makes the browser miss the beginning of its own trace now and then. */
async function run(url) {
  for (let left = 2; ; left--) {
    try {
      return await tryRun(url);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** One try in a fresh browser. */
async function tryRun(url) {
  const chrome = await launch({
    chromePath: browser,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, output: "json", logLevel: "error" });
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? "no result");
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

/** Audits that cost the page points, with what they say. */
const failing = (report) =>
  Object.values(report.categories).flatMap((category) =>
    category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (report.audits[id].score ?? 1) < 0.9)
      .map(({ id }) => `${category.id}: ${report.audits[id].title} ${report.audits[id].displayValue ?? ""}`.trim()),
  );

/** An article with 30 formulas, 5 tables and 12 pictures. */
const formats = {
  slug: "bench-formats",
  title: "Averages and rain",
  excerpt: "How rain is averaged over districts and years.",
  category: "Polity",
  status: "published",
  content: formattedBody(0).replaceAll(/\/media\/images\/p\d+_[^"]*/g, "/media/seed/hero_2400x1350_480_960.webp"),
};

async function publish(url) {
  const editor = new Connection(url);
  await editor.register();
  await editor.json("POST", "/api/admin/pages", landing);
  await editor.json("POST", "/api/articles", formats);
  await editor.live();
  editor.close();
}

const work = mkdtempSync(path.join(tmpdir(), "lighthouse-"));
let product;
try {
  if (!options.url) {
    product = await startProduct(root, path.join(work, "data"), path.join(root, "content-seed"));
    await publish(product.url);
  }
  const pages =
    options.pages?.split(",") ?? (options.url ? seeded : [...seeded, landing.path, `/blog/${formats.slug}`]);
  const base = options.url ?? product.url;
  const rows = [];
  const notes = [];
  let met = true;
  for (const page of pages) {
    const reports = [];
    for (let i = 0; i < runs; i++) reports.push(await run(base + page));
    reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
    const report = reports[Math.floor(runs / 2)];
    const scores = Object.keys(bars).map((id) => report.categories[id].score);
    const audit = (id) => report.audits[id].displayValue ?? "–";
    const shift = report.audits["cumulative-layout-shift"].numericValue;
    met &&= shift < MOST_SHIFT && Object.values(bars).every((bar, i) => scores[i] >= bar);
    const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"].map(audit);
    rows.push([page, ...scores.map((score) => Math.round(score * 100)), ...times, shift.toFixed(3)]);
    notes.push(...failing(report).map((line) => `${page}  ${line}`));
  }
  const head = ["page", "performance", "accessibility", "best practices", "SEO", "FCP", "LCP", "blocked", "shift"];
  console.log(`Lighthouse, mobile, median of ${runs}:\n`);
  for (const cells of [head, head.map(() => "---"), ...rows]) console.log(`| ${cells.join(" | ")} |`);
  for (const note of notes) console.log(`\n- ${note}`);
  console.log(`\nperformance at least 98, the others 100, shift under ${MOST_SHIFT}: ${met ? "met" : "NOT met"}`);
  process.exitCode = met ? 0 : 1;
} finally {
  await product?.stop();
  rmSync(work, { recursive: true, force: true });
}
