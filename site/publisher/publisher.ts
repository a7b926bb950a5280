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
import { Retry } from "./retry";

// How often a build begins again because the CMS has moved on meanwhile, or has not answered.
const REFUSALS = 5;
// With so many routes ready a release is due: an edit that comes meanwhile waits while the CMS patches their pages.
const READY = 100;

// Each look asks the CMS for more than its content: which release is live; then also whether what failed still fails;
// then also whether the files of the release are whole.
const CHECKS = ["nothing", "release", "failures", "files"] as const;
type Check = (typeof CHECKS)[number];

/** What the publisher works with. */
interface Options extends RenderOptions {
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** After how many milliseconds what failed is tried again for the first time. */
  retryAfter?: number;
}

/**
 * Brings the live release up to the CMS's content. One build at a time; whatever is asked meanwhile is one next build.
 * All state can be lost: the CMS has both, and says which release is live.
 */
export class Publisher {
  readonly live: Live;
  private readonly backlog: Backlog;
  private readonly rendering: Rendering;
  private readonly retry: Retry;
  /** The CMS's content, and the plan of the site that follows from it. */
  private planner: Planner | null = null;
  /** Whether the CMS may have other content than is known here. */
  private stale = false;
  /** The check of the next look. */
  private check: Check = "release";
  private running: Promise<void> | null = null;
  private stopped = false;
  /** Why the last build failed, until one goes live. */
  private trouble = "";

  constructor(private readonly options: Options) {
    options.metrics.gauge("backlog_routes", "Routes that are still to be rendered.", () => this.backlog.size);
    this.live = new Live(options.cms);
    this.backlog = new Backlog(this.live);
    this.rendering = new Rendering(options, this.backlog, new Patcher(options, this.live));
    this.retry = new Retry(() => {
      this.checkNext("failures");
      this.publish();
    }, options.retryAfter);
  }

  get state() {
    return {
      building: this.running !== null,
      pending: this.backlog.size,
      release: this.live.release || null,
      fingerprint: this.live.fingerprint || null,
      code_version: this.options.codeVersion,
      rss_mb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    };
  }

  /** The content that is known; null before it was read, and after it could not be. */
  get content(): Content | null {
    return this.planner?.content ?? null;
  }

  /**
   * Asks for a build. Returns at once. `force` makes the CMS look at every file of the live release, renders anew what is
   * not whole, and tries again what failed.
   */
  publish({ force = false } = {}): void {
    this.stale = true;
    if (force) this.checkNext("files");
    if (this.running || this.stopped) return;
    this.running = this.work().finally(() => {
      this.running = null;
      if (this.stale) this.publish();
    });
  }

  /** Waits until nothing is being built. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Gives up what is being built. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.stale = false;
    this.retry.stop();
    await Promise.all([this.options.renderer.stop(), this.idle()]);
  }

  private async work(): Promise<void> {
    for (let build = new Build(); !this.stopped; ) {
      const ended = await this.step(build).catch((error: unknown) => this.giveUp(build, error));
      if (ended && !this.stale) break;
      if (ended) build = new Build();
    }
    if (this.backlog.failed.length === 0) this.retry.stop();
    else if (!this.stopped) this.retry.start();
  }

  /** Looks at what there is to do, and renders or releases some of it. Returns whether the build has ended. */
  private async step(build: Build): Promise<boolean> {
    const { backlog } = this;
    build.explained ||= this.check !== "nothing";
    if (this.stale || this.check !== "nothing") await this.pull();
    const planner = this.planner as Planner;
    if (this.finished(planner)) {
      if (build.explained) return true;
      // The CMS has found a difference and none is known here: somebody else has made another release live.
      this.checkNext("release");
      return false;
    }
    build.explained = true;
    try {
      if (backlog.size > 0) await this.render(build, planner);
      if (this.finished(planner)) return true;
      if (!this.due(build)) return false;
      // What cannot be patched is rendered after that.
      const partial = backlog.size > 0 || backlog.patches.length > 0;
      await this.release(build, planner, partial);
      if (!partial) this.ended(build);
      return !partial;
    } catch (error) {
      await this.recover(build, error);
      return false;
    }
  }

  private finished({ content }: Planner): boolean {
    const { live, backlog } = this;
    const upToDate = live.fingerprint === content.fingerprint && !live.partial;
    return backlog.empty && upToDate && live.codeVersion === this.options.codeVersion && !backlog.failedAnew;
  }

  /** Renders the next batch. */
  private async render(build: Build, planner: Planner): Promise<void> {
    const { backlog, rendering, retry } = this;
    const done = build.changed.size + backlog.ready;
    const progress = { done, total: done + backlog.size };
    // Rejects with Refused where the build may not go on. While it is tried again, people still see why it has failed.
    const permitted = build.permitted || this.report(build, { state: "building", progress, error: this.trouble });
    build.permitted = false;
    if (await rendering.renderNext(planner, permitted, () => this.stale || this.stopped)) retry.stop();
    build.refusals = 0;
  }

  /** Whether what is rendered goes live now: the last of it, what somebody waits for, and the rest from time to time. */
  private due({ releaseAt }: Build): boolean {
    const { backlog } = this;
    // Until there is a first whole release, a part of it would be a site of dead links.
    if (!this.live.release) return !backlog.lacksPages();
    return backlog.size === 0 || backlog.awaited || backlog.ready >= READY || performance.now() >= releaseAt;
  }

  /** Makes a release of what is rendered and removed. */
  private async release(build: Build, planner: Planner, partial: boolean): Promise<void> {
    const { backlog, live } = this;
    const { app, cms, codeVersion, metrics } = this.options;
    if (!live.release && backlog.changed.size === 0)
      throw new Error(backlog.failed[0]?.reason ?? "there is nothing to publish");
    const release = build.next(planner, backlog, live, partial);
    if (live.codeVersion !== codeVersion) release.assets = await assetsOf(app);
    const made = await cms.release(release);
    live.replaced(release, made);
    backlog.released(planner, made.unpatched);
    build.released(release, made.unpatched.length);
    metrics.releases.inc();
  }

  /** Prepares that the build begins again on top of what is live by then. Throws where that would be in vain. */
  private async recover(build: Build, error: unknown): Promise<void> {
    const { app, log, cms } = this.options;
    const { status, problem } = error instanceof Refused ? error : { status: 0, problem: {} };
    if (status === 409 && !problem.held) {
      log.info("another release went live while this one was made");
      build.overtaken();
    } else if (!(error instanceof NotGiven || problem.missing) || ++build.refusals >= REFUSALS) {
      throw error;
    } else if (problem.missing) {
      const missing = new Set(problem.missing);
      await putAssets(app, cms, missing);
      this.backlog.forget(missing);
    } else {
      // Replicas pass through different snapshots while much is edited: begin again with what there is now.
      await pause(build.refusals);
    }
    this.checkNext("release");
  }

  private ended({ changed, removed, patched, started }: Build): void {
    const { log, metrics } = this.options;
    const { release } = this.live;
    const ms = performance.now() - started;
    this.trouble = "";
    metrics.builds.inc({ outcome: "live" });
    metrics.buildDurations.observe(ms / 1000);
    const failed = this.backlog.failed.length;
    log.info("live", { release, changed: changed.size, patched, removed: removed.size, failed, ms });
  }

  /** Ends a build that cannot go on. */
  private async giveUp(build: Build, error: unknown): Promise<true> {
    if (error instanceof Refused && error.problem.held)
      this.options.log.info("an earlier release is held live: nothing is published");
    else if (!this.stopped) await this.fail(build, messageOf(error));
    this.checkNext("release");
    return true;
  }

  private async fail(build: Build, reason: string): Promise<void> {
    const { log, metrics } = this.options;
    const ms = performance.now() - build.started;
    this.trouble = reason;
    log.error("publishing failed", { reason });
    await this.withdraw(build).catch((error: unknown) => {
      log.error("what was withdrawn is still live", { reason: messageOf(error) });
    });
    metrics.builds.inc({ outcome: "failed" });
    await this.report(build, { state: "failed", error: reason, duration_ms: Math.round(ms) });
  }

  /** Takes what was withdrawn out of the release that is live, whatever else has failed. */
  private async withdraw(build: Build): Promise<void> {
    const { planner, backlog, live } = this;
    while (planner && live.release && backlog.removed.length > 0 && !this.stopped) {
      if (this.check !== "nothing") await this.look();
      await this.release(build, planner, true).catch((error: unknown) => this.recover(build, error));
    }
  }

  /** Brings what is live, the content and the plan up to date, and notes which routes that concerns. */
  private async pull(): Promise<void> {
    const { backlog } = this;
    const { cms, config, codeVersion } = this.options;
    this.stale = false;
    const again = this.check !== "nothing" && (await this.look());
    const snapshot = await cms.snapshot(this.planner?.content.fingerprint ?? null).catch((error: Error) => {
      throw new Error(`the CMS did not give its content: ${error.message}`);
    });
    let { planner } = this;
    // Where only half of an update is applied, the next look begins from nothing.
    this.planner = null;
    if (!planner) {
      planner = new Planner(new Content(config, snapshot), codeVersion);
      backlog.compareAll(planner, again);
    } else if (snapshot.fingerprint !== planner.content.fingerprint) {
      backlog.note(planner, planner.update(planner.content.apply(snapshot)));
    }
    this.planner = planner;
  }

  /** Asks what is live, and compares the plan with it. Returns whether what failed is to be tried again. */
  private async look(): Promise<boolean> {
    const { live, planner, check } = this;
    const { renderer, codeVersion } = this.options;
    this.check = "nothing";
    await live.refresh({ verify: check === "files" }).catch((error: Error) => {
      this.checkNext(check);
      throw new Error(`the CMS did not say what is live: ${error.message}`);
    });
    const again = check === "failures" || check === "files";
    if (planner) this.backlog.compareAll(planner, again);
    else if (live.codeVersion !== codeVersion) renderer.startAside();
    return again;
  }

  private checkNext(check: Check): void {
    if (CHECKS.indexOf(check) > CHECKS.indexOf(this.check)) this.check = check;
  }

  /** A report that is not taken is logged and forgotten: the truth is the live release. */
  private async report(build: Build, data: Pick<Report, "state" | "error"> & Partial<Report>): Promise<void> {
    const { cms, log } = this.options;
    const fingerprint = this.planner?.content.fingerprint ?? "";
    const general = { fingerprint, started_at: build.startedAt, duration_ms: 0 } as const;
    await cms.report({ ...general, progress: { done: 0, total: 0 }, ...data }).catch((error: Error) => {
      if (error instanceof Refused && error.problem.held) throw error;
      log.warn("the CMS did not take a report", { reason: error.message });
    });
  }
}
