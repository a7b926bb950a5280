// How long a touch of each control takes to the next paint, and to its effect.
import { median } from "../publish/stats.mjs";
import { controls } from "./controls.mjs";
import { screens, slowed } from "./page.mjs";

/** Notes in the page when it was touched, how long its events took to the next paint, and when the effect was seen. */
function watch(effect) {
  const touched = { since: undefined, paint: 0, effect: undefined };
  window.touched = touched;
  window.arm = () => {
    touched.armed = true;
    const look = () => {
      const seen = document.querySelector(effect)?.checkVisibility({ visibilityProperty: true });
      if (touched.since === undefined || !seen) requestAnimationFrame(look);
      else touched.effect = performance.now() - touched.since;
    };
    requestAnimationFrame(look);
  };
  for (const type of ["pointerover", "pointerdown", "keydown"]) {
    const note = ({ timeStamp }) => {
      if (touched.armed) touched.since ??= timeStamp;
    };
    addEventListener(type, note, { capture: true });
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime >= touched.since) touched.paint = Math.max(touched.paint, duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
}

/** One touch on a fresh page, in milliseconds; `paint` is 0 where nothing took a frame. */
async function touch(browser, base, rate, { path, by, ready, before, touch: act, effect, leads }) {
  const context = await browser.newContext(by === "finger" ? screens.phone : screens.desktop);
  try {
    const page = await context.newPage();
    await slowed(page, rate);
    await page.addInitScript(watch, effect);
    await page.goto(base + path, { waitUntil: "commit" });
    await ready(page).waitFor();
    await before?.(page);
    await page.evaluate(() => window.arm());
    const began = performance.now();
    await act(page);
    if (leads) {
      await page.locator(effect).first().waitFor({ state: "attached" });
      return { effect: performance.now() - began };
    }
    // A control without its effect is a row without its time.
    await page.waitForFunction(() => window.touched.effect !== undefined).catch(() => {});
    // What is told of an event comes after the paint that it tells of.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
    return await page.evaluate(() => window.touched);
  } finally {
    await context.close();
  }
}

/** A row for each control: the medians of its runs, and the longest of each. */
export async function touches(browser, base, { rate, runs, bars }) {
  const rows = [];
  let met = true;
  for (const control of controls) {
    const seen = [];
    for (let i = 0; i < runs; i++) seen.push(await touch(browser, base, rate, control));
    const of = (name) => seen.map((one) => one[name]).filter((time) => time !== undefined);
    const cell = (times) => (times.length ? `${Math.round(median(times))} (${Math.round(Math.max(...times))})` : "–");
    met &&= (median(of("paint")) ?? 0) < bars.paint && median(of("effect")) < bars.effect;
    rows.push([control.path, control.control, control.by, cell(of("paint")), cell(of("effect"))]);
    console.error(rows.at(-1).join("  "));
  }
  return { head: ["page", "control", "by", "to the next paint", "to its effect"], rows, met };
}
