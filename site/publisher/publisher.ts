import path from "node:path";
import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import { Backlog } from "./backlog";
import { NotGiven, type Report } from "./cms";
import { storeTree } from "./full-build";
import { Planner } from "./planner";
import { type Build, type Change, type Manifest, Moved } from "./releases";
import { Rendering, type RenderingOptions } from "./rendering";
import { Reporter } from "./reporter";
import { assetsOf } from "./tree";

const PULL_TRIES = 5;
// A release costs the publisher and each edge some 20 ms, so that of a large change not every batch gets one.
const RELEASE_MS = 1_000;
// How many routes are rendered at most before the next look at what else has changed; being asked makes it look at once.
const BATCH = 48;

export interface PublisherOptions extends RenderingOptions {
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
}

/**
 * Brings the live release up to the CMS's content. One build at a time; whatever is asked meanwhile is one next build.
 * All state can be lost: the truth is the snapshot's fingerprint on one side and the current release on the other.
 */
export class Publisher {
  private known: { content: Content; planner: Planner } | null = null;
  private readonly backlog: Backlog;
  private readonly rendering: Rendering;
  private readonly reporter: Reporter;
  private asked = false;
  /** How often it was asked. */
  private asks = 0;
  private forced = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** What was rendered may be lost, or what is current another release: the next look compares every route. */
  private uncertain = false;

  constructor(private readonly options: PublisherOptions) {
    this.backlog = new Backlog(options.releases);
    this.rendering = new Rendering(options);
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
    this.asks++;
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

  /** Gives up what is being built. Resolves when nothing writes to the release store any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.asked = false;
    await Promise.all([this.rendering.stop(), this.idle()]);
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
        this.uncertain = true;
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
    const { releases, log, codeVersion } = this.options;
    const { backlog, rendering } = this;
    let total: Build | null = null;
    const stages = { pull: 0, render: 0, store: 0 };
    const { patched } = rendering;
    let refusals = 0;
    let releaseAt = performance.now() + RELEASE_MS;
    while (!this.stopped) {
      let at = performance.now();
      const { asks } = this;
      const { content, planner } = await this.pull();
      stages.pull += performance.now() - at;
      total ??= { parent: releases.current?.release ?? "", changed_routes: [], changed_count: 0, removed_count: 0 };
      const left = backlog.size;
      const upToDate = releases.current?.fingerprint === content.fingerprint && !releases.current.partial;
      const newCode = releases.current?.code_version !== codeVersion;
      if (backlog.empty && upToDate && !newCode) break;

      const done = total.changed_count + backlog.ready;
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
      if (left > 0) {
        const onWhole = () =>
          this.report({ state: "building", progress: { done: 0, total: planner.size }, started_at: startedAt });
        try {
          const enough = () => this.asks !== asks;
          const entries = await rendering.render(content, planner, backlog.next(BATCH), left, onWhole, enough);
          for (const [route, entry] of entries) backlog.done(route, entry);
        } catch (error) {
          if (!(error instanceof NotGiven) || ++refusals === PULL_TRIES) throw error;
          // Replicas pass through different snapshots while much is edited: begin again with what there is now.
          await pause(refusals);
          continue;
        }
        refusals = 0;
      }
      stages.render += performance.now() - at;
      if (!(await wanted)) {
        log.info("an earlier release is held live: nothing is published");
        this.uncertain = true;
        break;
      }

      const remaining = backlog.size;
      if (!this.due(releaseAt)) continue;
      at = performance.now();
      if (newCode) await this.takeAssets();
      const { changed, removed } = backlog;
      backlog.addTo(total);
      const manifest: Manifest | null = await this.commit({
        fingerprint: remaining > 0 ? (releases.current?.fingerprint ?? "") : content.fingerprint,
        target_fingerprint: content.fingerprint,
        partial: remaining > 0,
        mode: rendering.mode,
        started,
        changed,
        removed,
        ...(remaining === 0 && { build: total }),
      });
      stages.store += performance.now() - at;
      if (!manifest) {
        // The next look plans anew, on top of what is current now.
        total = null;
        continue;
      }
      backlog.released();
      this.options.metrics?.released();
      releaseAt = performance.now() + RELEASE_MS;
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
        mode: rendering.mode,
        changed: total.changed_count,
        patched: rendering.patched - patched,
        removed: total.removed_count,
        ms: duration,
        pull_ms: stages.pull,
        render_ms: stages.render,
        store_ms: stages.store,
      });
      break;
    }
  }

  /** Whether what is rendered goes live now: the last of it, what somebody waits for, and the rest from time to time. */
  private due(at: number): boolean {
    const { backlog } = this;
    // Until there is a first whole release, a part of it would be a site of dead links.
    if (!this.options.releases.current) return !backlog.lacksPages();
    return backlog.size === 0 || backlog.awaited || performance.now() >= at;
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
  private async pull(): Promise<{ content: Content; planner: Planner }> {
    const { cms, releases, config, codeVersion } = this.options;
    const { forced, uncertain, backlog } = this;
    if (uncertain) backlog.forget();
    if (forced || (await releases.moved())) {
      this.forced = false;
      await releases.open({ verify: forced }).catch((error: Error) => {
        this.forced ||= forced;
        throw error;
      });
      this.uncertain = true;
    }
    if (this.uncertain && this.known) backlog.compareAll(this.known.planner);
    this.uncertain = false;
    for (let tries = 1; ; tries++) {
      try {
        const snapshot = await cms.snapshot(this.known?.content.fingerprint ?? null);
        if (!this.known) {
          const content = new Content(config, snapshot);
          const planner = new Planner(content, codeVersion);
          backlog.compareAll(planner);
          this.known = { content, planner };
        } else if (snapshot.fingerprint !== this.known.content.fingerprint) {
          const { content, planner } = this.known;
          backlog.note(planner, planner.update(content.apply(snapshot)));
        }
        return this.known;
      } catch (error) {
        // Half an update may have been applied: the next try starts from nothing.
        this.known = null;
        if (tries === PULL_TRIES || this.stopped)
          throw new Error(`the CMS did not give its content: ${(error as Error).message}`);
        await pause(tries);
      }
    }
  }

  private async takeAssets(): Promise<void> {
    const { releases, app } = this.options;
    const tree = await storeTree(path.join(app, "out"), releases.blobs, 11);
    releases.setAssets(assetsOf(tree));
  }

  private report(data: Pick<Report, "state" | "started_at"> & Partial<Report>): Promise<boolean> {
    const fingerprint = this.known?.content.fingerprint ?? "";
    const { state, duration_ms = 0 } = data;
    if (state !== "building") this.options.metrics?.built(state, this.rendering.mode, duration_ms);
    return this.reporter.send({ fingerprint, mode: this.rendering.mode, ...data });
  }
}

const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
