// The tables of a run, and whether the bars are met.
import { at, mb, median, ms, processor, table, times, verdict } from "./stats.mjs";

function reportSingle(results) {
  const measured = results.filter((result) => result.single);
  if (!measured.length) return;
  console.log(
    `\nSave to live: from the API's answer to the new bytes at /blog/{slug}, ${measured[0].single.live.length} single ` +
      "edits. The processor's time is that of publisher and renderers.",
  );
  table(
    [
      "articles",
      "version",
      "p50",
      "p95",
      "p99",
      "saving, p50",
      "processor, an edit",
      "files, an edit",
      "KB, an edit",
      "warm full build",
      "ratio",
      "Hugo, whole build",
      "ratio",
    ],
    measured.map(({ size, version, single, fullBuild, hugo }) => [
      size.toLocaleString("en"),
      version,
      ms(median(single.live)),
      ms(at(single.live, 0.95)),
      ms(at(single.live, 0.99)),
      ms(median(single.save)),
      processor(single.processor, single.live.length),
      (single.written.files / single.live.length).toFixed(1),
      (single.written.bytes / single.live.length / 1_000).toFixed(0),
      ms(fullBuild),
      times(fullBuild, median(single.live)),
      ms(hugo),
      times(hugo, median(single.live)),
    ]),
  );
  const ours = measured.filter(({ version }) => version === measured[0].version);
  const p50 = (size) => ours.filter((result) => result.size === size).map(({ single }) => median(single.live))[0];
  const bars = [
    ["p50 at most 400 ms at every size", ours.every(({ single }) => median(single.live) <= 400)],
    ["p99 at most 1 s at every size", ours.every(({ single }) => at(single.live, 0.99) <= 1_000)],
  ];
  if (p50(10) && p50(10_000)) {
    bars.push([
      `p50 at 10,000 at most 1.3 × that at 10 (${(p50(10_000) / p50(10)).toFixed(2)})`,
      p50(10_000) <= 1.3 * p50(10),
    ]);
  }
  for (const formatted of measured.filter(({ version }) => version === "with formats")) {
    const plain = ours.find(({ size }) => size === formatted.size);
    const spent = ({ publisher, renderers }) => publisher + renderers;
    const compared = [
      ["save to live, p50", median(formatted.single.live) / median(plain.single.live)],
      ["the processor's time", spent(formatted.single.processor) / spent(plain.single.processor)],
    ];
    for (const [what, ratio] of compared) {
      const name = `${what}, with formats at most 1.1 × that of plain articles at ${formatted.size}`;
      bars.push([`${name} (${ratio.toFixed(2)})`, ratio <= 1.1]);
    }
  }
  const large = ours.filter(({ size, hugo }) => hugo && size >= 1_000);
  if (large.length) {
    bars.push([
      "an edit at 1,000 articles and more is live before Hugo's build has ended",
      large.every(({ single, hugo }) => median(single.live) < hugo),
    ]);
  }
  verdict(bars);
}

function reportFirst(results) {
  console.log("\nThe first start: database, snapshot, every page and every preview picture.");
  table(
    [
      "articles",
      "version",
      "every page is live",
      "processor",
      "all is live",
      "processor",
      "publisher, peak",
      "renderers, peak",
      "cms-api, peak",
      "files of the store",
      "MB",
    ],
    results.map(({ size, version, first: { ready, readyProcessor, live, liveProcessor, peak, store } }) => [
      size.toLocaleString("en"),
      version,
      ms(ready),
      processor(readyProcessor),
      ms(live),
      processor(liveProcessor),
      mb(peak.publisher),
      mb(peak.renderers),
      mb(peak["cms-api"]),
      store.files.toLocaleString("en"),
      (store.bytes / 1_000_000).toFixed(0),
    ]),
  );
}

function reportRestart(results) {
  const restarted = results.filter((result) => result.restart);
  if (!restarted.length) return;
  console.log("\nA restart on the same data.");
  table(
    [
      "articles",
      "version",
      "the site is served",
      "the first edit is live",
      "publisher, peak",
      "renderers, peak",
      "cms-api, peak",
    ],
    restarted.map(({ size, version, restart: { ready, firstEdit, peak } }) => [
      size.toLocaleString("en"),
      version,
      ms(ready),
      ms(firstEdit),
      mb(peak.publisher),
      mb(peak.renderers),
      mb(peak["cms-api"]),
    ]),
  );
}

function reportBurst({ size, version, burst }) {
  console.log(
    `\n${burst.live.length} edits in 5 s at ${size.toLocaleString("en")} articles, one build hook beside it, ${version}.`,
  );
  table(
    [
      "p50",
      "most",
      "the last edit",
      "builds until live, at most",
      "calls of the hook",
      "least time between",
      "told after the last",
    ],
    [
      [
        ms(median(burst.live)),
        ms(Math.max(...burst.live)),
        ms(burst.last),
        burst.builds,
        burst.calls,
        ms(burst.gap),
        ms(burst.lastTold),
      ],
    ],
  );
  verdict([
    ["the last is live within 1 s", burst.last <= 1_000],
    ["no edit waits behind more than one build", burst.builds <= 2],
    ["the hook is called at most once in 10 s, the last change included", burst.gap >= 9_990 && burst.lastTold >= 0],
  ]);
}

/** One row for each round of each version. */
function reportEveryPage(what, part, results) {
  const rows = results.flatMap((result) => (result[part] ?? []).map((change) => ({ ...result, ...change })));
  if (!rows.length) return;
  console.log(`\nA change of ${what} at ${rows[0].size.toLocaleString("en")} articles, single edits meanwhile.`);
  table(
    ["version", "home", "home and lists", "every page", "processor", "edits meanwhile", "p50", "most"],
    rows.map(({ version, home, front, whole, processor: used, edits }) => [
      version,
      ms(home),
      ms(front),
      ms(whole),
      processor(used),
      edits.length,
      ms(median(edits)),
      ms(Math.max(0, ...edits)),
    ]),
  );
  const ours = rows.filter(({ version }) => version === rows[0].version);
  verdict([
    ["home and lists within 1 s", ours.every(({ front }) => front <= 1_000)],
    ["every page within 20 s", ours.every(({ whole }) => whole <= 20_000)],
    ["single edits meanwhile within 1 s", ours.every(({ edits }) => Math.max(0, ...edits) <= 1_000)],
  ]);
}

function reportFailing({ size, version, failing }) {
  const [without, beside] = [median(failing.without), median(failing.beside)];
  console.log(`\nEdits at ${size.toLocaleString("en")} articles, of which ten others cannot be rendered, ${version}.`);
  table(
    ["p50 while all is well", "p50 beside them", "most", "one of them, mended"],
    [[ms(without), ms(beside), ms(Math.max(...failing.beside)), ms(failing.mended)]],
  );
  verdict([[`edits beside them take no longer (${(beside / without).toFixed(2)} times)`, beside <= 1.2 * without]]);
}

function reportGrowth({ size, version, growth }) {
  console.log(`\n${growth.edits} edits, one after the other, at ${size.toLocaleString("en")} articles, ${version}.`);
  const step = Math.max(1, Math.round(growth.minutes.length / 12));
  table(
    ["minute", "publisher", "renderers", "cms-api"],
    growth.minutes
      .filter(({ minute }, i) => i % step === 0 || minute === growth.settled || i === growth.minutes.length - 1)
      .map((look) => [look.minute, mb(look.publisher), mb(look.renderers), mb(look["cms-api"])]),
  );
  const change = growth.after / growth.before - 1;
  verdict([
    [
      `publisher and renderers at the end within 20 % of minute ${growth.settled} (${(change * 100).toFixed(0)} %)`,
      Math.abs(change) <= 0.2,
    ],
  ]);
}

/** Prints what was measured. */
export function report(results) {
  reportSingle(results);
  reportFirst(results);
  reportRestart(results);
  reportEveryPage("the footer", "footer", results);
  reportEveryPage("a menu", "menu", results);
  reportEveryPage("the logo's file", "logo", results);
  for (const result of results) {
    if (result.burst) reportBurst(result);
    if (result.failing) reportFailing(result);
    if (result.growth) reportGrowth(result);
  }
}
