// The tables of a run, and whether the bars are met.
import { at, mb, median, ms, table, times, verdict } from "./stats.mjs";

function reportSingle(results) {
  const measured = results.filter((result) => result.single);
  if (!measured.length) return;
  console.log(
    `\nSave to live: from the API's answer to the new bytes at /blog/{slug}, ${measured[0].single.live.length} single edits.`,
  );
  table(
    ["articles", "p50", "p95", "p99", "saving, p50", "warm full build", "ratio", "Hugo, whole build", "ratio"],
    measured.map(({ size, single, fullBuild, hugo }) => [
      size.toLocaleString("en"),
      ms(median(single.live)),
      ms(at(single.live, 0.95)),
      ms(at(single.live, 0.99)),
      ms(median(single.save)),
      ms(fullBuild),
      times(fullBuild, median(single.live)),
      ms(hugo),
      times(hugo, median(single.live)),
    ]),
  );
  const p50 = (size) => measured.filter((result) => result.size === size).map(({ single }) => median(single.live))[0];
  const bars = [
    ["p50 at most 400 ms at every size", measured.every(({ single }) => median(single.live) <= 400)],
    ["p99 at most 1 s at every size", measured.every(({ single }) => at(single.live, 0.99) <= 1_000)],
  ];
  if (p50(10) && p50(10_000)) {
    bars.push([
      `p50 at 10,000 at most 1.3 × that at 10 (${(p50(10_000) / p50(10)).toFixed(2)})`,
      p50(10_000) <= 1.3 * p50(10),
    ]);
  }
  const large = measured.filter(({ size, hugo }) => hugo && size >= 1_000);
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
    ["articles", "every page is live", "all is live", "publisher, peak", "renderers, peak", "cms-api, peak"],
    results.map(({ size, first: { ready, live, peak } }) => [
      size.toLocaleString("en"),
      ms(ready),
      ms(live),
      mb(peak.publisher),
      mb(peak.renderers),
      mb(peak["cms-api"]),
    ]),
  );
}

function reportBurst({ size, burst }) {
  console.log(
    `\n${burst.live.length} edits in 5 s at ${size.toLocaleString("en")} articles, one build hook beside it.`,
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

function reportEveryPage(what, size, { home, front, whole, edits }) {
  console.log(`\nA change of ${what} at ${size.toLocaleString("en")} articles, single edits meanwhile.`);
  table(
    ["home", "home and lists", "every page", "edits meanwhile", "p50", "most"],
    [[ms(home), ms(front), ms(whole), edits.length, ms(median(edits)), ms(Math.max(0, ...edits))]],
  );
  verdict([
    ["home and lists within 1 s", front <= 1_000],
    ["every page within 20 s", whole <= 20_000],
    ["single edits meanwhile within 1 s", Math.max(0, ...edits) <= 1_000],
  ]);
}

function reportFailing({ size, failing }) {
  const [without, beside] = [median(failing.without), median(failing.beside)];
  console.log(`\nEdits at ${size.toLocaleString("en")} articles, of which ten others cannot be rendered.`);
  table(
    ["p50 while all is well", "p50 beside them", "most", "one of them, mended"],
    [[ms(without), ms(beside), ms(Math.max(...failing.beside)), ms(failing.mended)]],
  );
  verdict([[`edits beside them take no longer (${(beside / without).toFixed(2)} times)`, beside <= 1.2 * without]]);
}

function reportGrowth({ size, growth }) {
  console.log(`\n${growth.edits} edits, one after the other, at ${size.toLocaleString("en")} articles.`);
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
  for (const result of results) {
    if (result.burst) reportBurst(result);
    if (result.footer) reportEveryPage("the footer", result.size, result.footer);
    if (result.menu) reportEveryPage("a menu", result.size, result.menu);
    if (result.failing) reportFailing(result);
    if (result.growth) reportGrowth(result);
  }
}
