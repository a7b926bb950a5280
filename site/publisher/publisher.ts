import type { SiteConfig } from "@/content/types";
import { Backlog } from "./backlog";
import { NotGiven, type Report } from "./cms";
import { messageOf } from "./failure";
import { Releaser } from "./releaser";
import { buildOf, type Manifest, type Total } from "./releases";
import { type Batch, Rendering, type RenderingOptions } from "./rendering";
import { Reporter } from "./reporter";
import { Retry } from "./retry";
import { type Known, pause, Source } from "./source";

// How often a build begins again because the CMS has moved on meanwhile.
const REFUSALS = 5;
// A release costs the publisher and each edge some 20 ms, so that of a large change not every batch gets one.
const RELEASE_MS = 1_000;
// How many routes are rendered at most before the next look at what else has changed; being asked makes it look at once.
const BATCH = 48;

export interface PublisherOptions extends RenderingOptions {
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** After how many milliseconds what failed is tried again for the first time. */
  retryAfter?: number;
}

/**
 * Brings the live release up to the CMS's content. One build at a time; whatever is asked meanwhile is one next build.
 * All state can be lost: the truth is the snapshot's fingerprint on one side and the current release on the other.
 */
export class Publisher {
  private readonly source: Source;
  private readonly backlog: Backlog;
  private readonly releaser: Releaser;
  private readonly rendering: Rendering;
  private readonly reporter: Reporter;
  private readonly retry: Retry;
  private asked = false;
  /** How often it was asked. */
  private asks = 0;
  private forced = false;
  /** Whether what failed is to be tried again although nothing has changed. */
  private retrying = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** What was rendered may be lost, or what is current another release: the next look compares every route. */
  private uncertain = false;
  /** What the build under way has changed so far. */
  private total: Total | null = null;
  /** Why the last build failed, until one goes live. */
  private trouble = "";

  constructor(private readonly options: PublisherOptions) {
    this.source = new Source(options);
    this.backlog = new Backlog(options.releases);
    this.releaser = new Releaser(options, this.backlog);
    this.rendering = new Rendering(options);
    this.reporter = new Reporter(options.cms, options.log);
    this.retry = new Retry(() => {
      this.retrying = true;
      this.publish();
    }, options.retryAfter);
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
   * Asks for a build. Returns at once. `force` first looks at every file of the current release, renders anew what is not
   * whole, and tries again what failed.
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
    this.retry.stop();
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
        const reason = messageOf(error);
        this.trouble = reason;
        log.error("publishing failed", { reason });
        await this.withdraw(started, startedAt).catch((e: unknown) => {
          log.error("what was withdrawn is still live", { reason: messageOf(e) });
        });
        this.uncertain = true;
        this.report({
          state: "failed",
          error: reason,
          started_at: startedAt,
          duration_ms: performance.now() - started,
        });
      }
    }
    if (this.backlog.failed.length === 0) this.retry.stop();
    else if (!this.stopped) this.retry.start();
  }

  private async build(started: number, startedAt: string): Promise<void> {
    const { releases, log, codeVersion } = this.options;
    const { backlog, rendering } = this;
    this.total = null;
    const stages = { pull: 0, render: 0, store: 0 };
    const { patched } = rendering;
    let refusals = 0;
    let releaseAt = performance.now() + RELEASE_MS;
    while (!this.stopped) {
      let at = performance.now();
      const { asks } = this;
      const { content, planner } = await this.pull();
      stages.pull += performance.now() - at;
      this.total ??= {
        parent: releases.current?.release ?? "",
        changed: new Set(),
        removed: 0,
      };
      const { total } = this;
      const left = backlog.size;
      const upToDate = releases.current?.fingerprint === content.fingerprint && !releases.current.partial;
      const newCode = releases.current?.code_version !== codeVersion;
      const finished = () => backlog.empty && upToDate && !newCode && !backlog.failedAnew;
      if (finished()) break;

      const done = total.changed.size + backlog.ready;
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
        const onWhole = async () => {
          this.report({ state: "building", progress: { done: 0, total: planner.size }, started_at: startedAt });
          await this.withdraw(started, startedAt);
        };
        try {
          const alone = backlog.nextAlone(BATCH);
          const batch = { routes: alone.length ? alone : backlog.next(BATCH), alone: alone.length > 0, waiting: left };
          this.take(await rendering.render(content, planner, batch, onWhole, () => this.asks !== asks));
        } catch (error) {
          if (!(error instanceof NotGiven) || ++refusals === REFUSALS) throw error;
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
      if (finished()) break;

      if (!this.due(releaseAt)) continue;
      const remaining = backlog.size;
      at = performance.now();
      const manifest = await this.release(total, remaining > 0, started);
      stages.store += performance.now() - at;
      if (!manifest) {
        // The next look plans anew, on top of what is current now.
        this.total = null;
        continue;
      }
      releaseAt = performance.now() + RELEASE_MS;
      if (remaining > 0) {
        this.reportPart(manifest, { done: total.changed.size, total: total.changed.size + remaining }, startedAt);
        continue;
      }
      this.trouble = "";
      const duration = performance.now() - started;
      this.report({
        state: "live",
        release: manifest.release,
        progress: { done: total.changed.size, total: total.changed.size },
        routes_changed: total.changed.size,
        routes_removed: total.removed,
        routes: buildOf(total).changed_routes,
        started_at: startedAt,
        duration_ms: duration,
      });
      log.info("live", {
        release: manifest.release,
        mode: rendering.mode,
        changed: total.changed.size,
        patched: rendering.patched - patched,
        removed: total.removed,
        failed: backlog.failed.length,
        ms: duration,
        pull_ms: stages.pull,
        render_ms: stages.render,
        store_ms: stages.store,
      });
      break;
    }
  }

  /** Notes what became of a batch. */
  private take({ done, failed, suspects }: Batch): void {
    const { backlog } = this;
    for (const [route, entry] of done) backlog.done(route, entry);
    for (const route of suspects) backlog.suspect(route);
    for (const [route, { hash, message }] of failed) {
      if (!backlog.fail(route, hash, message, new Date())) continue;
      this.retry.stop();
      this.options.log.warn("a page could not be rendered", { route, reason: message });
    }
  }

  /** Whether what is rendered goes live now: the last of it, what somebody waits for, and the rest from time to time. */
  private due(at: number): boolean {
    const { backlog } = this;
    // Until there is a first whole release, a part of it would be a site of dead links.
    if (!this.options.releases.current) return !backlog.lacksPages();
    return backlog.size === 0 || backlog.awaited || performance.now() >= at;
  }

  /** Releases what is rendered and removed. Null when somebody has rolled back meanwhile. */
  private async release(total: Total, partial: boolean, started: number): Promise<Manifest | null> {
    const { fingerprint } = (this.source.known as Known).content;
    return this.releaser.release(fingerprint, { total, partial, started, mode: this.rendering.mode });
  }

  /** Takes what was withdrawn out of the release before anything else that takes long, or has failed. */
  private async withdraw(started: number, startedAt: string): Promise<void> {
    const { backlog, total } = this;
    if (this.stopped || !this.source.known || !total || backlog.removed.length === 0) return;
    if (!this.options.releases.current || !(await this.report({ state: "building", started_at: startedAt }))) return;
    const manifest = await this.release(total, true, started);
    const done = total.changed.size;
    if (manifest) this.reportPart(manifest, { done, total: done + backlog.size }, startedAt);
    else this.uncertain = true;
  }

  /** Edges may show the part that is there already. */
  private reportPart({ release }: Manifest, progress: Report["progress"], startedAt: string): void {
    this.report({ state: "building", release, progress, started_at: startedAt });
  }

  /** Brings the content up to date and notes which routes that concerns. */
  private async pull(): Promise<Known> {
    const { releases } = this.options;
    const { forced, uncertain, backlog, source } = this;
    if (uncertain) backlog.forget();
    if (forced || (await releases.moved())) {
      this.forced = false;
      await releases.open({ verify: forced }).catch((error: Error) => {
        this.forced ||= forced;
        throw error;
      });
      this.uncertain = true;
      this.retrying ||= forced;
    }
    if (this.uncertain && source.known) backlog.compareAll(source.known.planner);
    this.uncertain = false;
    const known = await source.pull(
      {
        first: (planner) => backlog.compareAll(planner),
        changed: (planner, update) => backlog.note(planner, update),
      },
      () => this.stopped,
    );
    if (this.retrying) backlog.retry(known.planner);
    this.retrying = false;
    return known;
  }

  private report(data: Pick<Report, "state" | "started_at"> & Partial<Report>): Promise<boolean> {
    const fingerprint = this.source.known?.content.fingerprint ?? "";
    const { state, duration_ms = 0 } = data;
    if (state !== "building") this.options.metrics?.built(state, this.rendering.mode, duration_ms);
    // While it is tried again, people still see why it has failed.
    const error = state === "building" ? this.trouble : "";
    return this.reporter.send({ fingerprint, mode: this.rendering.mode, error, ...data });
  }
}
