import path from "node:path";
import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import { Backlog } from "./backlog";
import { articlesWithBodies, pagesOf } from "./bodies";
import type { CMS, Report } from "./cms";
import { buildAndStore, storeTree } from "./full-build";
import type { Log } from "./log";
import { Planner } from "./planner";
import {
  type Build,
  type Change,
  MANIFEST_ROUTES,
  type Manifest,
  Moved,
  type Releases,
  type RouteEntry,
} from "./releases";
import { PageError, type RenderedRoutes, type Renderer } from "./renderer";
import { Reporter } from "./reporter";
import { assetsOf, NOT_FOUND_FILE } from "./tree";

// Routes rendered before the next look at what else has changed: a single edit never waits for more than one batch.
const FIRST_BATCH = 48;
const LATER_BATCH = 96;
const PULL_TRIES = 5;

export interface PublisherOptions {
  cms: CMS;
  releases: Releases;
  renderer: Renderer;
  log: Log;
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** Folder of the site's sources, for a full build. */
  site: string;
  /** "full" never uses the warm renderer. */
  mode: "warm" | "full";
}

/**
 * Brings the live release up to the CMS's content. One build at a time; whatever is asked meanwhile is one next build.
 * All state can be lost: the truth is the snapshot's fingerprint on one side and the current release on the other.
 */
export class Publisher {
  private content: Content | null = null;
  private planner: Planner | null = null;
  private readonly backlog: Backlog;
  private readonly reporter: Reporter;
  private asked = false;
  private forced = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** How the build under way, or the last one, renders. */
  private mode: "warm" | "full" = "warm";
  private readonly aborter = new AbortController();

  constructor(private readonly options: PublisherOptions) {
    this.backlog = new Backlog(options.releases);
    this.reporter = new Reporter(options.cms, options.log);
  }

  get state() {
    const current = this.options.releases.current;
    return {
      building: this.running !== null,
      pending: this.backlog.size,
      release: current?.release ?? null,
      fingerprint: current?.fingerprint ?? null,
      code_version: this.options.codeVersion,
      rss_mb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    };
  }

  /**
   * Asks for a build. Returns at once. `force` first looks at every file of the current release and renders anew what
   * is not whole.
   */
  publish({ force = false } = {}): void {
    this.asked = true;
    this.forced ||= force;
    if (this.running || this.stopped) return;
    this.running = this.work().finally(() => {
      this.running = null;
      if (this.asked) this.publish();
    });
  }

  /** Waits until nothing is being built. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
    await this.reporter.sent();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.asked = false;
    this.aborter.abort();
    this.options.renderer.stop();
    await this.idle();
  }

  private async work(): Promise<void> {
    const { log } = this.options;
    while (this.asked && !this.stopped) {
      this.asked = false;
      const started = performance.now();
      const startedAt = new Date().toISOString();
      try {
        await this.build(started, startedAt);
      } catch (error) {
        if (this.stopped) return;
        const reason = error instanceof Error ? error.message : String(error);
        log.error("publishing failed", { reason });
        this.report({
          state: "failed",
          error: reason,
          started_at: startedAt,
          duration_ms: performance.now() - started,
        });
      }
    }
  }

  private async build(started: number, startedAt: string): Promise<void> {
    const { releases, log } = this.options;
    const changed = new Map<string, RouteEntry>();
    let total: Build | null = null;
    const stages = { pull: 0, render: 0, store: 0 };
    for (let batch = FIRST_BATCH; !this.stopped; batch = LATER_BATCH) {
      let at = performance.now();
      await this.pull();
      const planner = this.planner as Planner;
      const fingerprint = (this.content as Content).fingerprint;
      stages.pull += performance.now() - at;
      total ??= { parent: releases.current?.release ?? "", changed_routes: [], changed_count: 0, removed_count: 0 };
      const left = this.backlog.size;
      const upToDate = releases.current?.fingerprint === fingerprint && !releases.current.partial;
      const newCode = releases.current?.code_version !== this.options.codeVersion;
      if (left === 0 && this.backlog.removed.length === 0 && changed.size === 0 && upToDate && !newCode) break;

      const done = total.changed_count;
      const progress = { done, total: done + left };
      const wanted = this.report({
        state: "building",
        progress,
        started_at: startedAt,
        routes_changed: done + left,
      });
      // A few routes are rendered while the answer is on its way; a whole build is not begun for nothing.
      if (this.options.mode === "full" && !(await wanted)) break;
      at = performance.now();
      if (left > 0 && this.options.mode === "full") await this.renderFully(changed, startedAt);
      else if (left > 0) await this.renderBatch(planner, this.backlog.next(planner, batch), changed, startedAt);
      stages.render += performance.now() - at;
      if (!(await wanted)) {
        log.info("an earlier release is held live: nothing is published");
        this.backlog.compareAll(planner);
        break;
      }

      const remaining = this.backlog.size;
      // Until there is a first whole release, a part of it would be a site of dead links.
      if (!releases.current && this.backlog.lacksPages(planner)) continue;
      at = performance.now();
      if (newCode) await this.takeAssets();
      // The first release gathers over many looks at the content: what left it meanwhile stays out.
      for (const route of changed.keys()) if (!planner.has(route) && route !== NOT_FOUND_FILE) changed.delete(route);
      const { removed } = this.backlog;
      sumUp(total, changed, removed);
      const manifest: Manifest | null = await this.commit({
        fingerprint: remaining > 0 ? (releases.current?.fingerprint ?? "") : fingerprint,
        target_fingerprint: fingerprint,
        partial: remaining > 0,
        mode: this.mode,
        started,
        changed,
        removed,
        ...(remaining === 0 && { build: total }),
      });
      stages.store += performance.now() - at;
      changed.clear();
      if (!manifest) {
        // What was rendered is thrown away: it is planned anew on top of what is current now.
        total = null;
        continue;
      }
      this.backlog.left(removed);
      if (remaining > 0) {
        // Edges may show the part that is there already.
        this.report({
          state: "building",
          release: manifest.release,
          progress: { done: total.changed_count, total: total.changed_count + remaining },
          started_at: startedAt,
        });
        continue;
      }
      const duration = performance.now() - started;
      this.report({
        state: "live",
        release: manifest.release,
        progress: { done: total.changed_count, total: total.changed_count },
        routes_changed: total.changed_count,
        routes_removed: total.removed_count,
        routes: total.changed_routes,
        started_at: startedAt,
        duration_ms: duration,
      });
      log.info("live", {
        release: manifest.release,
        mode: this.mode,
        changed: total.changed_count,
        removed: total.removed_count,
        ms: duration,
        pull_ms: stages.pull,
        render_ms: stages.render,
        store_ms: stages.store,
      });
      break;
    }
    // What was asked while building has just been pulled, unless it came after the last look.
    if (!this.asked) await this.options.renderer.tidy();
  }

  /** Null when somebody has rolled back meanwhile. */
  private async commit(change: Change): Promise<Manifest | null> {
    try {
      return await this.options.releases.commit(change);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      this.options.log.info(error.message);
      return null;
    }
  }

  /** Brings the content up to date and notes which routes that concerns. */
  private async pull(): Promise<void> {
    const { cms, releases, config, codeVersion } = this.options;
    const { forced } = this;
    if (forced || (await releases.moved())) {
      this.forced = false;
      await releases.open({ verify: forced });
      if (this.planner) this.backlog.compareAll(this.planner);
    }
    for (let tries = 1; ; tries++) {
      try {
        const snapshot = await cms.snapshot(this.content?.fingerprint ?? null);
        if (!this.content || !this.planner) {
          this.content = new Content(config, snapshot);
          this.planner = new Planner(this.content, codeVersion);
          this.backlog.compareAll(this.planner);
        } else if (snapshot.fingerprint !== this.content.fingerprint) {
          this.backlog.note(this.planner, this.planner.update(this.content.apply(snapshot)));
        }
        return;
      } catch (error) {
        // Half an update may have been applied: the next try starts from nothing.
        this.content = null;
        this.planner = null;
        if (tries === PULL_TRIES || this.stopped)
          throw new Error(`the CMS did not give its content: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
      }
    }
  }

  private async renderBatch(
    planner: Planner,
    batch: string[],
    changed: Map<string, RouteEntry>,
    startedAt: string,
  ): Promise<void> {
    this.mode = "warm";
    const hashes = new Map(batch.map((route) => [route, planner.hashOf(route)]));
    const pages = await pagesOf(this.options.cms, (this.content as Content).fingerprint, planner, batch);
    const { renderer } = this.options;
    let rendered: RenderedRoutes;
    try {
      rendered = await renderer.render(planner.chrome, pages).catch((error: Error) => {
        if (this.stopped || !(error instanceof PageError)) throw error;
        // Perhaps not the page but what the process has been through: once more in a fresh one.
        renderer.stop();
        return renderer.render(planner.chrome, pages);
      });
    } catch (error) {
      if (this.stopped || error instanceof PageError) throw error;
      this.options.log.warn("the warm renderer failed, so the whole site is built", {
        reason: (error as Error).message,
      });
      return this.renderFully(changed, startedAt);
    }
    for (const route of batch) this.settle(route, hashes.get(route) as string, rendered[route] ?? {}, changed);
  }

  private settle(route: string, hash: string, files: RouteEntry["files"], changed: Map<string, RouteEntry>): void {
    changed.set(route, { hash, files });
    if (route === "/_not-found") {
      // A static host looks for 404.html; Next exports the same page under both names.
      const html = files["/_not-found.html"];
      if (html) changed.set(NOT_FOUND_FILE, { hash, files: { "/404.html": html } });
    }
    this.backlog.done(route);
  }

  /** The way that needs nothing of Next's inside: a whole `next build` of the same snapshot. */
  private async renderFully(changed: Map<string, RouteEntry>, startedAt: string): Promise<void> {
    this.mode = "full";
    const planner = this.planner as Planner;
    const content = this.content as Content;
    const hashes = new Map([...planner.paths].map((route) => [route, planner.hashOf(route)]));
    this.report({ state: "building", progress: { done: 0, total: planner.size }, started_at: startedAt });
    const articles = await articlesWithBodies(this.options.cms, content.fingerprint, content.list);
    const byRoute = await buildAndStore(
      this.options.site,
      {
        fingerprint: content.fingerprint,
        revision: 0,
        base: null,
        ...content.parts,
        articles: [...articles.values()],
        removed: [],
      },
      this.options.releases.blobs,
      this.aborter.signal,
    );
    for (const [route, hash] of hashes) {
      const files = byRoute.get(route);
      if (!files) throw new Error(`the full build wrote nothing for ${route}`);
      this.settle(route, hash, files, changed);
    }
  }

  private async takeAssets(): Promise<void> {
    const { releases, app } = this.options;
    const tree = await storeTree(path.join(app, "out"), releases.blobs, 11);
    releases.setAssets(assetsOf(tree));
  }

  private report(data: Pick<Report, "state" | "started_at"> & Partial<Report>): Promise<boolean> {
    return this.reporter.send({ fingerprint: this.content?.fingerprint ?? "", mode: this.mode, ...data });
  }
}

function sumUp(total: Build, changed: Map<string, RouteEntry>, removed: string[]): void {
  total.changed_count += changed.size;
  total.removed_count += removed.length;
  const room = MANIFEST_ROUTES - total.changed_routes.length;
  total.changed_routes.push(...[...changed.keys()].slice(0, room));
}
