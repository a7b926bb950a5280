import type { Content } from "@/content/content";
import { articlesWithBodies, pagesOf } from "./bodies";
import type { CMS } from "./cms";
import { buildAndStore } from "./full-build";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import { Patcher } from "./patcher";
import type { Planner } from "./planner";
import type { Releases, RouteEntry } from "./releases";
import { DiskError, KilledError, PageError, type RenderedRoutes, type Renderer } from "./renderer";

// How often a batch is begun in fresh processes: it may not be the page but what the process has been through. One that
// was killed is no reason for a full build, unless that happens again and again.
const TRIES = 2;
const TRIES_WHEN_KILLED = 5;

export interface RenderingOptions {
  cms: CMS;
  releases: Releases;
  renderer: Renderer;
  log: Log;
  /** Folder of the site's sources, for a full build. */
  site: string;
  /** "full" never uses the warm renderer. */
  mode: "warm" | "full";
  metrics?: Metrics;
}

/** Turns routes of the plan into stored files: in a warm process, or by a full build where that cannot be. */
export class Rendering {
  /** How what was rendered last was rendered. */
  mode: "warm" | "full" = "warm";
  /** How many routes were patched instead of rendered, since the start. */
  patched = 0;
  private readonly aborter = new AbortController();
  private readonly patcher: Patcher;

  constructor(private readonly options: RenderingOptions) {
    this.patcher = new Patcher(options);
  }

  async stop(): Promise<void> {
    this.aborter.abort();
    await this.options.renderer.stop();
  }

  /**
   * Renders the routes and returns what is to be released of each; `waiting` counts them and those behind them. Once
   * `enough` says so, only what was begun is returned. When the whole site had to be built for them, every route of the
   * plan is returned.
   */
  async render(
    content: Content,
    planner: Planner,
    batch: string[],
    waiting: number,
    onWhole: () => void,
    enough: () => boolean,
  ): Promise<Map<string, RouteEntry>> {
    const { renderer, log, cms } = this.options;
    if (this.options.mode === "full") return this.renderWhole(content, planner, onWhole);
    this.mode = "warm";
    const started = performance.now();
    const hashes = new Map(batch.map((route) => [route, planner.hashOf(route)]));
    const sorted = this.patcher.sort(planner, batch);
    const pages = await pagesOf(cms, content.fingerprint, planner, sorted.render);
    renderer.expect(waiting);
    let rendered: RenderedRoutes;
    let patched: RenderedRoutes;
    try {
      rendered = await this.again(() => renderer.render(planner.chrome, pages, enough));
      patched = await this.again(() => this.patcher.patch(sorted, rendered, enough));
    } catch (error) {
      if (this.aborter.signal.aborted || error instanceof PageError || error instanceof DiskError) throw error;
      log.warn("the warm renderer failed, so the whole site is built", { reason: (error as Error).message });
      return this.renderWhole(content, planner, onWhole);
    }
    const routes = Object.entries({ ...rendered, ...patched });
    this.patched += Object.keys(patched).length;
    this.options.metrics?.patched(Object.keys(patched).length);
    this.options.metrics?.batch("warm", routes.length, performance.now() - started);
    return new Map(routes.map(([route, files]) => [route, { hash: hashes.get(route) as string, files }]));
  }

  /** Asks the render processes, and fresh ones where they fail. */
  private async again<T>(ask: () => Promise<T>): Promise<T> {
    const { renderer } = this.options;
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        this.options.metrics?.failed(reasonOf(error));
        const most = error instanceof KilledError ? TRIES_WHEN_KILLED : TRIES;
        if (this.aborter.signal.aborted || error instanceof DiskError || tries >= most) throw error;
        void renderer.stop();
      }
    }
  }

  /** The way that needs nothing of Next's inside: a whole `next build` of the same snapshot. */
  private async renderWhole(content: Content, planner: Planner, onWhole: () => void): Promise<Map<string, RouteEntry>> {
    const { cms, site, releases } = this.options;
    this.mode = "full";
    const started = performance.now();
    onWhole();
    const hashes = new Map([...planner.paths].map((route) => [route, planner.hashOf(route)]));
    const articles = await articlesWithBodies(cms, content.fingerprint, content.list);
    const byRoute = await buildAndStore(
      site,
      {
        fingerprint: content.fingerprint,
        revision: 0,
        base: null,
        ...content.parts,
        articles: [...articles.values()],
        removed: [],
      },
      releases.blobs,
      this.aborter.signal,
    );
    const entries = new Map<string, RouteEntry>();
    for (const [route, hash] of hashes) {
      const files = byRoute.get(route);
      if (!files) throw new Error(`the full build wrote nothing for ${route}`);
      entries.set(route, { hash, files });
    }
    this.options.metrics?.batch("full", entries.size, performance.now() - started);
    return entries;
  }
}

function reasonOf(error: unknown): "page" | "disk" | "killed" | "other" {
  if (error instanceof PageError) return "page";
  if (error instanceof DiskError) return "disk";
  return error instanceof KilledError ? "killed" : "other";
}
