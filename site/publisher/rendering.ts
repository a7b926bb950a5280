import type { Content } from "@/content/content";
import type { Rendered } from "./backlog";
import { articlesWithBodies, pagesOf, prepare } from "./bodies";
import type { CMS } from "./cms";
import { messageOf } from "./failure";
import { buildRoutes, PagesError } from "./full-build";
import type { Live } from "./live";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Patch } from "./patch";
import { Patcher } from "./patcher";
import type { Planner } from "./planner";
import { BrokenError, HandoverError, KilledError } from "./render-process";
import type { Outcome, Renderer } from "./renderer";

// How often a batch is begun in fresh processes: it may not be the batch but what the process has been through. One that
// was killed is no reason for a full build, nor the fault of the page in its hand, unless that happens again and again.
const TRIES = 2;
const TRIES_WHEN_KILLED = 5;

export interface RenderingOptions {
  cms: CMS;
  renderer: Renderer;
  log: Log;
  /** Folder of the site's sources, for a full build. */
  site: string;
  /** "full" never uses the warm renderer. */
  mode: "warm" | "full";
  metrics?: Metrics;
}

/** What became of a batch; of routes that it does not name nothing. */
export interface Batch {
  done: Map<string, Rendered>;
  /** Why routes failed. */
  failed: Map<string, { hash: string; message: string }>;
  /** Each may be what ended a process; to be rendered alone. */
  suspects: string[];
}

/** Turns routes of the plan into files that the CMS has: in a warm process, or by a full build where that cannot be. */
export class Rendering {
  /** How what was rendered last was rendered. */
  mode: "warm" | "full" = "warm";
  private readonly aborter = new AbortController();
  readonly patcher: Patcher;
  /** How often processes were killed that had the route in hand and no other. */
  private readonly kills = new Map<string, number>();

  constructor(
    private readonly options: RenderingOptions,
    live: Live,
  ) {
    this.patcher = new Patcher({ ...options, live });
  }

  async stop(): Promise<void> {
    this.aborter.abort();
    await this.options.renderer.stop();
  }

  /**
   * Renders the routes, each by itself where it is to be `alone`; `waiting` counts them and those behind them. Returns
   * null, and has rendered nothing, when they are not `wanted`. Once `enough` says so, only what was begun is returned.
   * When the whole site had to be built for them, every route of the plan is returned; `onWhole` is waited for before
   * that.
   */
  async render(
    content: Content,
    planner: Planner,
    { routes, alone, waiting }: { routes: string[]; alone: boolean; waiting: number },
    wanted: Promise<boolean>,
    onWhole: () => Promise<void>,
    enough: () => boolean,
  ): Promise<Batch | null> {
    const { renderer, log, cms, metrics } = this.options;
    if (this.options.mode === "full") return (await wanted) ? this.renderWhole(content, planner, onWhole) : null;
    this.mode = "warm";
    const started = performance.now();
    const hashes = new Map(routes.map((route) => [route, planner.hashOf(route)]));
    const hashOf = (route: string) => hashes.get(route) as string;
    const sorted = this.patcher.sort(planner, routes);
    const bodies = pagesOf(cms, content.fingerprint, planner, sorted.render);
    const [{ pages, failed }, go] = await Promise.all([bodies, wanted]);
    if (!go) return null;
    renderer.expect(waiting);
    let outcome: Outcome;
    let patches: Map<string, Patch>;
    try {
      const texts = sorted.patch.some(({ samples }) => samples.length > 0);
      outcome = await this.again(() => renderer.render(planner.chrome, pages, { enough, alone, texts }));
      patches = await this.patcher.patches(sorted, outcome.texts);
    } catch (error) {
      if (this.aborter.signal.aborted || error instanceof HandoverError) throw error;
      log.warn("the warm renderer failed, so the whole site is built", { reason: messageOf(error) });
      return this.renderWhole(content, planner, onWhole);
    }
    const done = new Map<string, Rendered>();
    for (const [route, files] of Object.entries(outcome.files)) done.set(route, { hash: hashOf(route), files });
    for (const route of done.keys()) this.kills.delete(route);
    metrics?.batch("warm", done.size, performance.now() - started);
    for (const [route, hunks] of patches) done.set(route, { hash: hashOf(route), hunks });
    const messages = { ...failed, ...outcome.failed, ...(alone && this.causes(outcome.lost)) };
    for (const loss of outcome.lost.values()) metrics?.failed(kindOf(loss));
    for (const _ in messages) metrics?.failed("page");
    return {
      done,
      failed: new Map(Object.entries(messages).map(([route, message]) => [route, { hash: hashOf(route), message }])),
      suspects: [...outcome.lost.keys()].filter((route) => !(route in messages)),
    };
  }

  /** Why routes failed that were lost while they were alone. A process that somebody else has killed says little. */
  private causes(lost: Outcome["lost"]): Record<string, string> {
    const causes: Record<string, string> = {};
    for (const [route, loss] of lost) {
      const kills = (this.kills.get(route) ?? 0) + 1;
      this.kills.set(route, kills);
      if (!(loss instanceof KilledError) || kills === TRIES_WHEN_KILLED) {
        causes[route] = loss.message;
        this.kills.delete(route);
      }
    }
    return causes;
  }

  /** Asks the render processes, and fresh ones where they fail. */
  private async again<T>(ask: () => Promise<T>): Promise<T> {
    const { renderer } = this.options;
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        this.options.metrics?.failed(kindOf(error));
        const most = error instanceof KilledError ? TRIES_WHEN_KILLED : TRIES;
        if (this.aborter.signal.aborted || error instanceof HandoverError || tries >= most) throw error;
        void renderer.stop();
      }
    }
  }

  /**
   * The way that needs nothing of Next's inside: a whole `next build` of the same snapshot. Next exports nothing when a
   * page throws, so those with a parameter that did are left out of a second one.
   */
  private async renderWhole(content: Content, planner: Planner, onWhole: () => Promise<void>): Promise<Batch> {
    const { cms, site, metrics } = this.options;
    this.mode = "full";
    const started = performance.now();
    await onWhole();
    const hashes = new Map([...planner.paths].map((route) => [route, planner.hashOf(route)]));
    const articles = await articlesWithBodies(cms, content.fingerprint, content.list);
    const messages = prepare(planner, planner.paths, articles).failed;
    const snapshot = {
      fingerprint: content.fingerprint,
      revision: 0,
      base: null,
      ...content.parts,
      articles: content.list.map((article) => articles.get(article.id) ?? { ...article, content: "" }),
      removed: [],
    };
    const build = () => buildRoutes(site, snapshot, Object.keys(messages), cms, this.aborter.signal);
    const byRoute = await build().catch((error: unknown) => {
      const routes = error instanceof PagesError ? [...error.reasons].filter(([route]) => planner.has(route)) : [];
      if (routes.length === 0 || !routes.every(([route]) => planner.patternOf(route).includes("["))) throw error;
      Object.assign(messages, Object.fromEntries(routes));
      return build();
    });
    const batch: Batch = { done: new Map(), failed: new Map(), suspects: [] };
    for (const [route, hash] of hashes) {
      const files = byRoute.get(route);
      const message = messages[route];
      if (message !== undefined) batch.failed.set(route, { hash, message });
      else if (files) batch.done.set(route, { hash, files });
      else throw new Error(`the full build wrote nothing for ${route}`);
    }
    metrics?.batch("full", batch.done.size, performance.now() - started);
    return batch;
  }
}

function kindOf(error: unknown): "handover" | "killed" | "broken" | "other" {
  if (error instanceof HandoverError) return "handover";
  if (error instanceof BrokenError) return "broken";
  return error instanceof KilledError ? "killed" : "other";
}
