import type { Backlog } from "./backlog";
import { pagesOf } from "./bodies";
import type { Live } from "./live";
import type { Known, Options } from "./options";
import { Patcher } from "./patcher";
import { RenderError } from "./render-process";
import type { Outcome } from "./renderer";

// How many routes are rendered at most before the next look at what else has changed; being asked makes it look at once.
const BATCH = 48;
// How often pages are tried in fresh processes: it may not be the pages but what a process has been through, or somebody
// else who has killed it.
const TRIES = 5;

/** Turns routes of the backlog into files that the CMS has, or into patches of those that it has. */
export class Rendering {
  private readonly patcher: Patcher;
  private stopped = false;
  /** How often processes were killed that had the route in hand and no other. */
  private readonly kills = new Map<string, number>();

  constructor(
    private readonly options: Options,
    private readonly backlog: Backlog,
    live: Live,
  ) {
    this.patcher = new Patcher({ ...options, live });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.options.renderer.stop();
  }

  /**
   * Renders the next batch, once it is `permitted`, and notes what became of it. Once `enough` says so, only what was begun
   * is rendered. Returns whether routes have failed of which that was not known.
   */
  async renderNext(
    { content, planner }: Known,
    permitted: () => Promise<unknown>,
    enough: () => boolean,
  ): Promise<boolean> {
    const { backlog } = this;
    const { renderer, cms, metrics } = this.options;
    const started = performance.now();
    const routes = backlog.next(BATCH);
    const alone = backlog.isAlone(routes[0] as string);
    const sorted = this.patcher.sort(planner, routes);
    const [, prepared] = await Promise.all([permitted(), pagesOf(cms, content.fingerprint, planner, sorted.render)]);
    renderer.expect(backlog.size);
    const texts = sorted.patch.some(({ samples }) => samples.length > 0);
    const outcome = await this.again(() => renderer.render(planner.chrome, prepared.pages, { enough, alone, texts }));
    const patches = await this.patcher.patches(sorted, outcome.texts);
    const made = Object.entries(outcome.files);
    metrics?.batch(made.length, performance.now() - started);
    for (const [route, files] of made) {
      this.kills.delete(route);
      backlog.done(route, { hash: planner.hashOf(route), files });
    }
    for (const [route, hunks] of patches) backlog.done(route, { hash: planner.hashOf(route), hunks });
    const failed = { ...prepared.failed, ...outcome.failed, ...(alone && this.causes(outcome.lost)) };
    for (const [route, loss] of outcome.lost) {
      metrics?.failed(loss.kind);
      if (!(route in failed)) backlog.suspect(route);
    }
    let news = false;
    for (const [route, reason] of Object.entries(failed)) {
      metrics?.failed("page");
      if (!backlog.fail(route, planner.hashOf(route), reason, new Date())) continue;
      this.options.log.warn("a page could not be rendered", { route, reason });
      news = true;
    }
    return news;
  }

  /** Why routes failed that were lost while they were alone. A process that somebody else has killed says little. */
  private causes(lost: Outcome["lost"]): Record<string, string> {
    const causes: Record<string, string> = {};
    for (const [route, loss] of lost) {
      const kills = (this.kills.get(route) ?? 0) + 1;
      this.kills.set(route, kills);
      if (loss.kind !== "killed" || kills === TRIES) {
        causes[route] = loss.message;
        this.kills.delete(route);
      }
    }
    return causes;
  }

  /** Asks the render processes, and fresh ones where they fail. */
  private async again<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        const kind = error instanceof RenderError ? error.kind : "other";
        this.options.metrics?.failed(kind);
        if (this.stopped || kind === "handover" || tries === TRIES) throw error;
        void this.options.renderer.stop();
      }
    }
  }
}
