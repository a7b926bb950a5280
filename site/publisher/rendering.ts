import type { Backlog } from "./backlog";
import { pagesOf } from "./bodies";
import type { CMS } from "./cms";
import { RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Patcher } from "./patcher";
import type { Planner } from "./planner";
import type { Renderer } from "./renderer";

// How many routes are rendered at most before the next look at what else has changed; being asked makes it look at once.
const BATCH = 48;
// How often in a row a process has to end with a page in hand until that is taken for the cause. What takes too long
// does so itself; a process may break of what it did before, and whoever kills one does it at any moment.
const ENDS = { slow: 1, broken: 2, killed: 5, handover: Number.POSITIVE_INFINITY };

/** What pages are rendered with. */
export interface Options {
  cms: CMS;
  renderer: Renderer;
  log: Log;
  metrics: Metrics;
}

/** Turns routes of the backlog into files that the CMS has, or into patches of those that it has. */
export class Rendering {
  /** How often in a row a process has ended with the route in hand. */
  private readonly ends = new Map<string, number>();

  constructor(
    private readonly options: Options,
    private readonly backlog: Backlog,
    private readonly patcher: Patcher,
  ) {}

  /**
   * Renders the next batch, once it is `permitted`, and notes what became of it. Once `enough` says so, only what was begun
   * is rendered. Returns whether routes have failed of which that was not known.
   */
  async renderNext(planner: Planner, permitted: true | Promise<unknown>, enough: () => boolean): Promise<boolean> {
    const { backlog, patcher } = this;
    const { renderer, cms, metrics, log } = this.options;
    const ended = metrics.batches.startTimer();
    const routes = backlog.next(BATCH);
    const { render, learning } = patcher.sort(planner, routes);
    const preparing = pagesOf(cms, planner.content.fingerprint, planner, render);
    const [, { pages, failed }] = await Promise.all([permitted, preparing]);
    renderer.expect(backlog.size - routes.length);
    const outcome = await renderer.render(planner.layout.chrome, pages, enough).catch((error: unknown) => {
      metrics.failures.inc({ reason: error instanceof RenderError ? error.kind : "other" });
      throw error;
    });
    await patcher.learn(learning, outcome.files);
    ended();
    metrics.lastBatch.set(outcome.files.size);
    for (const [route, { file, hash }] of outcome.files) {
      this.ends.delete(route);
      backlog.done(route, { hash: planner.hashOf(route), files: { [file]: hash } });
    }
    for (const route of routes) {
      const hunks = render.includes(route) ? null : patcher.patchFor(planner, route);
      if (hunks) backlog.done(route, { hash: planner.hashOf(route), hunks });
    }
    for (const [route, reason] of outcome.failed) failed.set(route, reason);
    for (const [route, loss] of outcome.lost) {
      metrics.failures.inc({ reason: loss.kind });
      if (this.isCause(route, loss)) failed.set(route, loss.message);
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

  /** Whether a route is to blame for the end of its process. */
  private isCause(route: string, { kind }: RenderError): boolean {
    const ends = (this.ends.get(route) ?? 0) + 1;
    this.ends.set(route, ends);
    return ends >= ENDS[kind];
  }
}
