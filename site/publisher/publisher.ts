import { Content } from "@/content/content";
import { Backlog } from "./backlog";
import { NotGiven, Refused, type Report } from "./cms";
import { messageOf, pause } from "./failure";
import { Live } from "./live";
import type { Known, Options } from "./options";
import { Planner } from "./planner";
import { Build, REFUSALS, Releaser } from "./releaser";
import { Rendering } from "./rendering";
import { Retry } from "./retry";

// With so many routes ready a release is due: an edit that comes meanwhile waits while the CMS patches their pages.
const READY = 100;

/**
 * Brings the live release up to the CMS's content. One build at a time; whatever is asked meanwhile is one next build.
 * All state can be lost: the CMS has both, and says which release is live.
 */
export class Publisher {
  readonly live: Live;
  private readonly backlog: Backlog;
  private readonly rendering: Rendering;
  private readonly releaser: Releaser;
  private readonly retry: Retry;
  private known: Known | null = null;
  /** Whether the CMS may have other content than is known here. */
  private stale = false;
  /** Whether it may have another release live. */
  private uncertain = true;
  private forced = false;
  /** Whether what failed is to be tried again although nothing has changed. */
  private retrying = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  /** Why the last build failed, until one goes live. */
  private trouble = "";

  constructor(private readonly options: Options) {
    this.live = new Live(options.cms);
    this.backlog = new Backlog(this.live);
    this.rendering = new Rendering(options, this.backlog, this.live);
    this.releaser = new Releaser(options, this.backlog, this.live);
    this.retry = new Retry(() => {
      this.retrying = true;
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
    return this.known?.content ?? null;
  }

  /**
   * Asks for a build. Returns at once. `force` makes the CMS look at every file of the live release, renders anew what is
   * not whole, and tries again what failed.
   */
  publish({ force = false } = {}): void {
    this.stale = true;
    this.forced ||= force;
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
    await Promise.all([this.rendering.stop(), this.idle()]);
  }

  private async work(): Promise<void> {
    while (this.stale && !this.stopped) {
      const build = new Build();
      try {
        await this.build(build);
      } catch (error) {
        if (error instanceof Refused && error.problem.held)
          this.options.log.info("an earlier release is held live: nothing is published");
        else if (!this.stopped) await this.fail(build, messageOf(error));
        this.uncertain = true;
      }
    }
    if (this.backlog.failed.length === 0) this.retry.stop();
    else if (!this.stopped) this.retry.start();
  }

  private async build(build: Build): Promise<void> {
    const { backlog, live } = this;
    // A release that was taken says that the build may go on.
    let permitted = false;
    // The CMS has found a difference. When none is known here, somebody else has made another release live.
    let different = false;
    while (!this.stopped) {
      different ||= this.uncertain || this.forced;
      if (this.stale || this.uncertain) await this.pull();
      const known = this.known as Known;
      if (this.finished(known)) {
        if (different) return;
        this.uncertain = true;
        continue;
      }
      different = true;
      build.origin ??= live.release;
      if (backlog.size > 0) {
        const rendered = await this.render(build, known, permitted);
        permitted = false;
        if (!rendered) continue;
        if (this.finished(known)) return;
      }
      if (!this.due(build)) continue;
      // What cannot be patched is rendered after that.
      const partial = backlog.size > 0 || backlog.patches.length > 0;
      permitted = await this.releaser.release(build, known, partial);
      this.uncertain = !permitted;
      if (permitted && !partial) return this.ended(build);
    }
  }

  private finished({ content }: Known): boolean {
    const { live, backlog } = this;
    const upToDate = live.fingerprint === content.fingerprint && !live.partial;
    return backlog.empty && upToDate && live.codeVersion === this.options.codeVersion && !backlog.failedAnew;
  }

  /** Renders the next batch. Returns false where the CMS has forgotten the content that it would show. */
  private async render(build: Build, known: Known, permitted: boolean): Promise<boolean> {
    const { backlog, rendering, retry } = this;
    const done = build.changed.size + backlog.ready;
    const progress = { done, total: done + backlog.size };
    // Rejects with Refused where the build may not go on. While it is tried again, people still see why it has failed.
    const ask = async () => permitted || this.report(build, { state: "building", progress, error: this.trouble });
    try {
      if (await rendering.renderNext(known, ask, () => this.stale)) retry.stop();
      build.refusals = 0;
      return true;
    } catch (error) {
      // Replicas pass through different snapshots while much is edited: begin again with what there is now.
      if (!(error instanceof NotGiven) || ++build.refusals === REFUSALS) throw error;
      await pause(build.refusals);
      this.stale = true;
      return false;
    }
  }

  /** Whether what is rendered goes live now: the last of it, what somebody waits for, and the rest from time to time. */
  private due({ releaseAt }: Build): boolean {
    const { backlog } = this;
    // Until there is a first whole release, a part of it would be a site of dead links.
    if (!this.live.release) return !backlog.lacksPages();
    return backlog.size === 0 || backlog.awaited || backlog.ready >= READY || performance.now() >= releaseAt;
  }

  private ended({ changed, removed, patched, ms }: Build): void {
    const { log, metrics } = this.options;
    const { release } = this.live;
    this.trouble = "";
    metrics?.built("live", ms);
    const failed = this.backlog.failed.length;
    log.info("live", { release, changed: changed.size, patched, removed: removed.size, failed, ms });
  }

  private async fail(build: Build, reason: string): Promise<void> {
    const { log, metrics } = this.options;
    const { ms } = build;
    this.trouble = reason;
    log.error("publishing failed", { reason });
    await this.withdraw(build).catch((error: unknown) => {
      log.error("what was withdrawn is still live", { reason: messageOf(error) });
    });
    metrics?.built("failed", ms);
    await this.report(build, { state: "failed", error: reason, duration_ms: Math.round(ms) });
  }

  /** Takes what was withdrawn out of the release that is live, whatever else has failed. */
  private async withdraw(build: Build): Promise<void> {
    const { known } = this;
    while (known && this.live.release && this.backlog.removed.length > 0 && !this.stopped) {
      if (await this.releaser.release(build, known, true)) return;
      await this.look();
    }
  }

  /** Brings what is live, the content and the plan up to date, and notes which routes that concerns. */
  private async pull(): Promise<void> {
    const { backlog } = this;
    const { cms, config, codeVersion } = this.options;
    this.stale = false;
    if (this.forced || this.uncertain) await this.look();
    const snapshot = await cms.snapshot(this.known?.content.fingerprint ?? null).catch((error: Error) => {
      throw new Error(`the CMS did not give its content: ${error.message}`);
    });
    let { known } = this;
    // Where only half of an update is applied, the next look begins from nothing.
    this.known = null;
    if (!known) {
      const content = new Content(config, snapshot);
      known = { content, planner: new Planner(content, codeVersion) };
      backlog.compareAll(known.planner);
    } else if (snapshot.fingerprint !== known.content.fingerprint) {
      backlog.note(known.planner, known.planner.update(known.content.apply(snapshot)));
    }
    this.known = known;
    if (this.retrying) backlog.retry(known.planner);
    this.retrying = false;
  }

  /** Asks what is live, and compares the plan with it. */
  private async look(): Promise<void> {
    const { forced, live, known } = this;
    const { renderer, codeVersion } = this.options;
    this.forced = false;
    await live.refresh({ verify: forced }).catch((error: Error) => {
      this.forced ||= forced;
      throw new Error(`the CMS did not say what is live: ${error.message}`);
    });
    this.uncertain = false;
    this.retrying ||= forced;
    if (known) this.backlog.compareAll(known.planner);
    else if (live.codeVersion !== codeVersion) renderer.prepare();
  }

  /** A report that is not taken is logged and forgotten: the truth is the live release. */
  private async report(build: Build, data: Pick<Report, "state" | "error"> & Partial<Report>): Promise<void> {
    const { cms, log } = this.options;
    const fingerprint = this.known?.content.fingerprint ?? "";
    const general = { fingerprint, started_at: build.startedAt, duration_ms: 0 } as const;
    await cms.report({ ...general, progress: { done: 0, total: 0 }, ...data }).catch((error: Error) => {
      if (error instanceof Refused && error.problem.held) throw error;
      log.warn("the CMS did not take a report", { reason: error.message });
    });
  }
}
