import type { Backlog } from "./backlog";
import { prepare } from "./bodies";
import type { CMS } from "./cms";
import { RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Patcher } from "./patcher";
import type { Planner } from "./planner";
import type { Renderer } from "./renderer";

// The most routes of a batch; a webhook ends it early.
const BATCH = 48;
// After how many ends of its process in a row a page counts as the cause. A slow page is the cause itself; a process
// may crash because of an earlier page; and somebody may kill one at any moment.
const ENDS = { slow: 1, broken: 2, killed: 5, handover: Number.POSITIVE_INFINITY };

/** The services that rendering uses. */
export interface Options {
  cms: CMS;
  renderer: Renderer;
  log: Log;
  metrics: Metrics;
}

/** Renders routes of the backlog to files that it hands over to the CMS, or patches those of the live release. */
export class Rendering {
  /** How often in a row a process has ended while it rendered the route. */
  private readonly ends = new Map<string, number>();

  constructor(
    private readonly options: Options,
    private readonly backlog: Backlog,
    private readonly patcher: Patcher,
  ) {}

  /**
   * Renders the next batch once `permission` resolves, and notes the outcome of each route. Once `enough` returns true,
   * no page is begun. Returns whether a route has failed that had not failed before.
   */
  async renderNext(planner: Planner, permission: true | Promise<unknown>, enough: () => boolean): Promise<boolean> {
    const { backlog, patcher } = this;
    const { renderer, cms, log, metrics } = this.options;
    const ended = metrics.batches.startTimer();
    const { patched, rendered, samples } = patcher.sort(planner, backlog.queue.next(BATCH));
    const { content, layout } = planner;
    const preparing = prepare(cms, content.fingerprint, layout.chrome, rendered, (path) => planner.inputsOf(path));
    const [{ pages, failed }] = await Promise.all([preparing, permission]);
    renderer.expect(backlog.queue.size - rendered.length - patched.size);
    const outcome = await renderer.render(pages, enough).catch((error: unknown) => {
      metrics.failures.inc({ reason: error instanceof RenderError ? error.kind : "other" });
      throw error;
    });
    await patcher.learn(samples, outcome.files);
    ended();
    metrics.lastBatch.set(outcome.files.size);
    for (const [route, hunks] of patched) backlog.done(route, { hash: planner.hashOf(route), hunks });
    for (const [route, { file, hash }] of outcome.files) {
      this.ends.delete(route);
      backlog.done(route, { hash: planner.hashOf(route), files: { [file]: hash } });
    }
    for (const [route, reason] of outcome.failed) failed.set(route, reason);
    for (const [route, loss] of outcome.lost) {
      metrics.failures.inc({ reason: loss.kind });
      const ends = (this.ends.get(route) ?? 0) + 1;
      this.ends.set(route, ends);
      if (ends >= ENDS[loss.kind]) failed.set(route, loss.message);
      else backlog.retry(route);
    }
    let news = false;
    for (const [route, reason] of failed) {
      this.ends.delete(route);
      metrics.failures.inc({ reason: "page" });
      if (!backlog.fail(route, planner.hashOf(route), reason, new Date())) continue;
      log.warn("a page could not be rendered", { route, reason });
      news = true;
    }
    return news;
  }
}
