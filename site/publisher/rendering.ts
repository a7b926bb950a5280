import type { Backlog } from "./backlog";
import { pagesOf } from "./bodies";
import type { CMS } from "./cms";
import { RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Patcher } from "./patcher";
import type { Planner } from "./planner";
import type { Renderer } from "./renderer";

// How many routes are rendered at most before it is decided anew what comes next; a webhook ends a batch early.
const BATCH = 48;
// After how many ends of its process in a row a page is taken for the cause. What is slow is so itself; a process may break
// because of an earlier page; and somebody may kill one at any moment.
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
   * Renders the next batch, once `permission` is given, and notes what became of it. Once `enough` says so, no further
   * page is begun. Returns whether a route has failed that had not before.
   */
  async renderNext(planner: Planner, permission: true | Promise<unknown>, enough: () => boolean): Promise<boolean> {
    const { backlog, patcher } = this;
    const { renderer, cms, metrics } = this.options;
    const ended = metrics.batches.startTimer();
    const { patched, rendered, samples } = patcher.sort(planner, backlog.queue.next(BATCH));
    const preparing = pagesOf(cms, planner.content.fingerprint, planner, rendered);
    const [{ pages, failed }] = await Promise.all([preparing, permission]);
    renderer.expect(backlog.queue.size - rendered.length - patched.size);
    const outcome = await renderer.render(planner.layout.chrome, pages, enough).catch((error: unknown) => {
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
      if (this.isCause(route, loss)) failed.set(route, loss.message);
      else backlog.retry(route);
    }
    const news = [...failed].map(([route, reason]) => this.fail(planner, route, reason));
    return news.includes(true);
  }

  private fail(planner: Planner, route: string, reason: string): boolean {
    const { log, metrics } = this.options;
    this.ends.delete(route);
    metrics.failures.inc({ reason: "page" });
    const news = this.backlog.fail(route, planner.hashOf(route), reason, new Date());
    if (news) log.warn("a page could not be rendered", { route, reason });
    return news;
  }

  /** Counts another end with the route in hand, and returns whether the route is to blame. */
  private isCause(route: string, { kind }: RenderError): boolean {
    const ends = (this.ends.get(route) ?? 0) + 1;
    this.ends.set(route, ends);
    return ends >= ENDS[kind];
  }
}
