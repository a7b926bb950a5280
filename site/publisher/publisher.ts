import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import { assetsOf, putAssets } from "./assets";
import { Backlog } from "./backlog";
import { Build } from "./build";
import { NotGiven, Refused, type Report } from "./cms";
import { messageOf, pause } from "./failure";
import { Live } from "./live";
import { Patcher } from "./patcher";
import { Planner } from "./planner";
import { Rendering, type Options as RenderOptions } from "./rendering";

// How often in a row a build begins again because the content has changed meanwhile or the CMS has not answered.
const RESTARTS = 4;
// From so many rendered routes on a release is due. More would delay an edit that comes while the CMS patches them.
const READY = 100;
// Milliseconds until failed pages are tried again. They double each time, up to the maximum.
const RETRY_AFTER = 60_000;
const MAX_RETRY_AFTER = 3_600_000;

interface Options extends RenderOptions {
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  retryAfter?: number;
}

/** Something to check: the content, the live release, its files, or whether failed pages still fail. */
type Doubt = "content" | "release" | "files" | "failures";

type Step = "askForRelease" | "askForContent" | "render" | "release";

/**
 * Updates the live release to the content of the CMS. There is one build at a time; all requests meanwhile lead to one
 * next build. All state can be lost: the CMS has the content and knows the live release.
 */
export class Publisher {
  private readonly live: Live;
  private readonly backlog: Backlog;
  private readonly rendering: Rendering;
  /** The plan and its content. Null until the content was read, and after an update of the plan has failed. */
  private planner: Planner | null = null;
  private readonly doubts = new Set<Doubt>(["release"]);
  /** The build under way, or the last one. */
  private build = new Build();
  private running: Promise<void> | null = null;
  private stopped = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private retryAfter = 0;
  /** Why the last build failed, until one goes live. */
  private lastFailure = "";

  constructor(private readonly options: Options) {
    options.metrics.gauge("backlog_routes", "Routes that are still to be rendered.", () => this.backlog.queue.size);
    this.live = new Live(options.cms);
    this.backlog = new Backlog(this.live);
    this.rendering = new Rendering(options, this.backlog, new Patcher(options, this.live));
    this.resetRetry();
  }

  get state() {
    return {
      building: this.running !== null,
      pending: this.backlog.queue.size,
      release: this.live.release || null,
      fingerprint: this.live.fingerprint || null,
      code_version: this.options.codeVersion,
      rss_mb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    };
  }

  /** The known content, if any. */
  get content(): Content | null {
    return this.planner?.content ?? null;
  }

  /** Requests a build and returns at once. With `force`, damaged files and failed pages are rendered again, too. */
  publish({ force = false } = {}): void {
    this.doubts.add("content");
    if (force) this.doubts.add("files").add("failures");
    if (this.running || this.stopped) return;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.doubts.has("content")) this.publish();
    });
  }

  /** Resolves when nothing is being built. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Cancels the build. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.resetRetry();
    await Promise.all([this.options.renderer.stop(), this.idle()]);
  }

  /** Makes one build. */
  private async run(): Promise<void> {
    this.build = new Build();
    this.doubts.delete("content");
    for (let step = this.nextStep(); step && !this.stopped; step = this.nextStep()) {
      await this[step]()
        .catch((error: unknown) => this.recover(error))
        .catch((error: unknown) => this.fail(error));
    }
    const { failure, started } = this.build;
    if (failure !== null) {
      this.options.metrics.builds.inc({ outcome: "failed" });
      await this.report({ state: "failed", error: failure, duration_ms: Math.round(performance.now() - started) });
    }
    if (this.backlog.failed.length === 0) this.resetRetry();
    else if (!this.stopped) this.retryTimer ??= setTimeout(() => this.retryFailed(), this.retryAfter).unref();
  }

  private retryFailed(): void {
    this.retryTimer = undefined;
    this.retryAfter = Math.min(2 * this.retryAfter, MAX_RETRY_AFTER);
    this.doubts.add("release").add("failures");
    this.publish();
  }

  private resetRetry(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.retryAfter = this.options.retryAfter ?? RETRY_AFTER;
  }

  /** Decides the next step; null when the build has ended. */
  private nextStep(): Step | null {
    const { build, backlog, doubts, live, planner } = this;
    const unsure = doubts.has("release") || doubts.has("files");
    switch (build.phase) {
      case "starting":
        return unsure ? "askForRelease" : "askForContent";
      case "building":
        if (unsure) return "askForRelease";
        if (this.isReleaseDue()) return "release";
        if (doubts.has("content")) return "askForContent";
        return this.isUpToDate() ? null : "render";
      case "withdrawing":
        if (!planner || !live.release || backlog.removed.length === 0) return null;
        return unsure ? "askForRelease" : "release";
      case "ended":
        return null;
    }
  }

  private isUpToDate(): boolean {
    const { live, backlog } = this;
    if (!backlog.empty || backlog.failedAnew || live.partial) return false;
    return live.fingerprint === this.content?.fingerprint && live.codeVersion === this.options.codeVersion;
  }

  /** Whether rendered routes go live now: the last ones, those that somebody waits for, others from time to time. */
  private isReleaseDue(): boolean {
    const { backlog, build, live } = this;
    // Before the first whole release, a partial one would be a site of dead links.
    if (!live.release) return !backlog.lacksPages();
    if (backlog.queue.size === 0) return !this.isUpToDate();
    if (backlog.urgent || backlog.ready >= READY) return true;
    return backlog.ready > 0 && performance.now() >= build.releaseAt;
  }

  /** Asks which release is live, and compares the plan with it. */
  private async askForRelease(): Promise<void> {
    const { backlog, doubts, live, planner } = this;
    const verify = doubts.delete("files");
    doubts.delete("release");
    await live.refresh({ verify }).catch((error: Error) => {
      doubts.add(verify ? "files" : "release");
      throw new Error(`the CMS did not say what is live: ${error.message}`);
    });
    if (planner) backlog.compareAll(planner, doubts.delete("failures"));
    else if (live.codeVersion !== this.options.codeVersion) this.options.renderer.startMore();
  }

  /** Asks for the content, and brings the plan and the backlog up to date. */
  private async askForContent(): Promise<void> {
    const { backlog, build, doubts } = this;
    const { cms, config, codeVersion } = this.options;
    doubts.delete("content");
    const snapshot = await cms.snapshot(this.content?.fingerprint ?? null).catch((error: Error) => {
      throw new Error(`the CMS did not give its content: ${error.message}`);
    });
    let { planner } = this;
    // If an error leaves an update half applied, the next build begins without a plan.
    this.planner = null;
    const known = planner?.content.fingerprint === snapshot.fingerprint;
    if (!planner) {
      planner = new Planner(new Content(config, snapshot), codeVersion);
      backlog.compareAll(planner, doubts.delete("failures"));
    } else if (!known) {
      backlog.note(planner, planner.update(planner.content.apply(snapshot)));
    }
    this.planner = planner;
    build.phase = "building";
    // The CMS has found a difference that is not known here: another release must be live.
    if (known && this.isUpToDate()) doubts.add("release");
  }

  /** Renders the next batch. */
  private async render(): Promise<void> {
    const { backlog, build, rendering } = this;
    const done = build.changed.size + backlog.ready;
    const progress = { done, total: done + backlog.queue.size };
    // Rejects with Refused if the build may not go on. The last failure is shown until a build goes live.
    const permission = build.permitted || this.report({ state: "building", progress, error: this.lastFailure });
    build.permitted = false;
    const enough = () => this.stopped || this.doubts.has("content");
    if (await rendering.renderNext(this.planner as Planner, permission, enough)) this.resetRetry();
    build.restarts = 0;
  }

  /** Makes a release of what is rendered and removed. */
  private async release(): Promise<void> {
    const { backlog, build, live } = this;
    const { app, cms, codeVersion, metrics } = this.options;
    const planner = this.planner as Planner;
    if (!live.release && backlog.changed.size === 0)
      throw new Error(backlog.failed[0]?.reason ?? "there is nothing to publish");
    // Pages that cannot be patched are rendered after that.
    const partial = build.phase === "withdrawing" || backlog.queue.size > 0 || backlog.patches.length > 0;
    const release = build.next(planner, backlog, live, partial);
    if (live.codeVersion !== codeVersion) release.assets = await assetsOf(app);
    const made = await cms.release(release);
    live.replaced(release, made);
    backlog.released(planner, made.unpatched);
    build.released(release, made.unpatched.length);
    metrics.releases.inc();
    if (!partial) this.succeed();
  }

  private succeed(): void {
    const { backlog, build, live } = this;
    const { log, metrics } = this.options;
    const ms = performance.now() - build.started;
    build.phase = "ended";
    this.lastFailure = "";
    metrics.builds.inc({ outcome: "live" });
    metrics.buildDurations.observe(ms / 1000);
    const counts = { changed: build.changed.size, patched: build.patched, removed: build.removed.size };
    log.info("live", { release: live.release, ...counts, failed: backlog.failed.length, ms });
  }

  /** Restarts the build on top of the live release. Throws the error if that would not help. */
  private async recover(error: unknown): Promise<void> {
    const { backlog, build } = this;
    const { app, cms, log } = this.options;
    const { problem }: Pick<Refused, "problem"> = error instanceof Refused ? error : { problem: {} };
    if (error instanceof Refused && error.status === 409 && !problem.held) {
      log.info("another release went live while this one was made");
      build.overtaken();
    } else if (!(error instanceof NotGiven || problem.missing) || ++build.restarts > RESTARTS) {
      throw error;
    } else if (problem.missing) {
      const missing = new Set(problem.missing);
      await putAssets(app, cms, missing);
      backlog.forget(missing);
    } else {
      // Replicas have different snapshots during many edits: begin again with the present one.
      await pause(build.restarts);
    }
    this.doubts.add("release");
    if (build.phase === "building") build.phase = "starting";
  }

  /** Ends the build. Withdrawn routes are removed from the live release all the same. */
  private fail(error: unknown): void {
    const { build, stopped } = this;
    const { log } = this.options;
    const reason = messageOf(error);
    this.doubts.add("release");
    if (build.phase === "withdrawing") {
      log.error("withdrawn routes are still live", { reason });
      build.phase = "ended";
    } else if (error instanceof Refused && error.problem.held) {
      log.info("an earlier release is pinned: nothing is published");
      build.phase = "ended";
    } else if (!stopped) {
      log.error("publishing failed", { reason });
      build.failure = this.lastFailure = reason;
      build.phase = "withdrawing";
    }
  }

  /** Reports to the CMS. A report that fails is only logged: the live release says what is true. */
  private async report(data: Pick<Report, "state" | "error"> & Partial<Report>): Promise<void> {
    const { cms, log } = this.options;
    const general = { fingerprint: this.content?.fingerprint ?? "", started_at: this.build.startedAt, duration_ms: 0 };
    await cms.report({ ...general, progress: { done: 0, total: 0 }, ...data }).catch((error: Error) => {
      if (error instanceof Refused && error.problem.held) throw error;
      log.warn("the CMS did not take a report", { reason: error.message });
    });
  }
}
