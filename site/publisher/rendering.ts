import { pagesOf } from "./bodies";
import type { Live } from "./live";
import type { Patch } from "./patch";
import { Patcher } from "./patcher";
import { HandoverError, KilledError, kindOf } from "./render-process";
import type { Outcome } from "./renderer";
import type { Known, Options } from "./source";

// How often pages are tried in fresh processes: it may not be the pages but what a process has been through, or somebody
// else who has killed it.
const TRIES = 5;

/** What became of routes, by route; of those that it does not name nothing. */
export interface Batch {
  files: Outcome["files"];
  patches: Map<string, Patch>;
  /** Why routes failed. */
  failed: Record<string, string>;
  /** Each may be what ended a process; to be rendered alone. */
  suspects: string[];
}

/** Turns routes of the plan into files that the CMS has, or into patches of those that it has. */
export class Rendering {
  private readonly patcher: Patcher;
  private stopped = false;
  /** How often processes were killed that had the route in hand and no other. */
  private readonly kills = new Map<string, number>();

  constructor(
    private readonly options: Options,
    live: Live,
  ) {
    this.patcher = new Patcher({ ...options, live });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.options.renderer.stop();
  }

  /**
   * Renders the routes, each by itself where it is to be `alone`; `waiting` counts them and those behind them. Begins with
   * it once it is `permitted`. Once `enough` says so, only what was begun is returned.
   */
  async render(
    { content, planner }: Known,
    { routes, alone, waiting }: { routes: string[]; alone: boolean; waiting: number },
    permitted: () => Promise<unknown>,
    enough: () => boolean,
  ): Promise<Batch> {
    const { renderer, cms, metrics } = this.options;
    const started = performance.now();
    const sorted = this.patcher.sort(planner, routes);
    const [, prepared] = await Promise.all([permitted(), pagesOf(cms, content.fingerprint, planner, sorted.render)]);
    renderer.expect(waiting);
    const texts = sorted.patch.some(({ samples }) => samples.length > 0);
    const outcome = await this.again(() => renderer.render(planner.chrome, prepared.pages, { enough, alone, texts }));
    const patches = await this.patcher.patches(sorted, outcome.texts);
    const made = Object.keys(outcome.files);
    for (const route of made) this.kills.delete(route);
    metrics?.batch(made.length, performance.now() - started);
    const failed = { ...prepared.failed, ...outcome.failed, ...(alone && this.causes(outcome.lost)) };
    for (const loss of outcome.lost.values()) metrics?.failed(kindOf(loss));
    for (const _ in failed) metrics?.failed("page");
    const suspects = [...outcome.lost.keys()].filter((route) => !(route in failed));
    return { files: outcome.files, patches, failed, suspects };
  }

  /** Why routes failed that were lost while they were alone. A process that somebody else has killed says little. */
  private causes(lost: Outcome["lost"]): Record<string, string> {
    const causes: Record<string, string> = {};
    for (const [route, loss] of lost) {
      const kills = (this.kills.get(route) ?? 0) + 1;
      this.kills.set(route, kills);
      if (!(loss instanceof KilledError) || kills === TRIES) {
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
        this.options.metrics?.failed(kindOf(error));
        if (this.stopped || error instanceof HandoverError || tries === TRIES) throw error;
        void this.options.renderer.stop();
      }
    }
  }
}
