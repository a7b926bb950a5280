// Pages beside themselves without any script: how long they do not answer, and how long the main thread works.
import { once } from "node:events";
import http from "node:http";
import { median } from "../publish/stats.mjs";
import { screens, slowed } from "./page.mjs";

/** How long a page is watched: until well after everything in sight has come to life. */
const WATCHED = 5000;

const pages = ["/", "/blog/how-to-analyse-a-mock-test", "/adhva-vibes-psi", "/blog"];

/** Serves the product at an address of its own, `change` applied to each page. */
async function serve(base, change) {
  const server = http.createServer((request, answer) => {
    const { hostname, port } = new URL(base);
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const asked = http.request({ hostname, port, path: request.url, method: request.method, headers }, async (got) => {
      const chunks = [];
      for await (const chunk of got) chunks.push(chunk);
      const page = got.headers["content-type"]?.startsWith("text/html");
      const body = page ? change(Buffer.concat(chunks).toString()) : Buffer.concat(chunks);
      answer.writeHead(got.statusCode, { ...got.headers, "content-length": Buffer.byteLength(body) }).end(body);
    });
    request.pipe(asked);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://localhost:${server.address().port}`, close: () => server.close() };
}

const stripped = (html) => html.replace(/<script(?![^>]*ld\+json).*?<\/script>/gs, "");

/** One look at a page: milliseconds that it did not answer after its first paint, and that its main thread worked. */
async function watched(browser, url, rate) {
  const context = await browser.newContext(screens.phone);
  try {
    const page = await context.newPage();
    const session = await slowed(page, rate);
    await session.send("Performance.enable");
    await page.goto(url);
    await page.evaluate((time) => new Promise((done) => setTimeout(done, time - performance.now())), WATCHED);
    const blocked = await page.evaluate(async () => {
      const entries = (type) =>
        new Promise((done) => {
          new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
          setTimeout(() => done([]), 500);
        });
      const [painted] = performance.getEntriesByName("first-contentful-paint");
      const tasks = await entries("longtask");
      return tasks
        .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, painted.startTime))
        .reduce((sum, time) => sum + Math.max(0, time - 50), 0);
    });
    const { metrics } = await session.send("Performance.getMetrics");
    return { blocked, worked: metrics.find(({ name }) => name === "TaskDuration").value * 1000 };
  } finally {
    await context.close();
  }
}

/** A row for each page, of medians, with and without scripts in turns; the last row is all of them together. */
export async function beside(browser, base, { rate, runs, bars }) {
  const kinds = [await serve(base, (html) => html), await serve(base, stripped)];
  const rows = [];
  const all = [0, 0];
  let met = true;
  for (const path of pages) {
    const seen = [[], []];
    for (let i = 0; i < runs; i++) {
      for (const [kind, { url }] of kinds.entries()) seen[kind].push(await watched(browser, url + path, rate));
    }
    const [blocked, worked] = ["blocked", "worked"].map((of) => seen.map((kind) => median(kind.map((one) => one[of]))));
    for (const kind of [0, 1]) all[kind] += worked[kind];
    met &&= blocked[0] - blocked[1] <= bars.blocked;
    rows.push([path, ...blocked.map(Math.round), ...worked.map(Math.round), (worked[0] / worked[1]).toFixed(2)]);
    console.error(rows.at(-1).join("  "));
  }
  rows.push(["together", "", "", ...all.map(Math.round), (all[0] / all[1]).toFixed(2)]);
  for (const { close } of kinds) close();
  return {
    head: ["page", "blocked", "without scripts", "main thread", "without scripts", "times"],
    rows,
    met: met && all[0] / all[1] <= bars.worked,
  };
}
