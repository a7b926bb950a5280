import type { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import { Backlog } from "./backlog";
import { NotGiven, type Report } from "./cms";
import { messageOf, pause } from "./failure";
import { Live } from "./live";
import { type Build, REFUSALS, RELEASE_MS, Releaser } from "./releaser";
import { type Batch, Rendering, type RenderingOptions } from "./rendering";
import { Retry } from "./retry";
import { type Known, Source } from "./source";

// How many routes are rendered at most before the next look at what else has changed; being asked makes it look at once.
const BATCH = 48;
// With so many routes ready a release is due: an edit that comes meanwhile waits while the CMS patches their pages.
const READY = 100;

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
 * All state can be lost: the CMS has both, and says which release is live.
 */
export class Publisher {
  readonly live: Live;
  private readonly source: Source;
  private readonly backlog: Backlog;
  private readonly rendering: Rendering;
  private readonly releaser: Releaser;
  private readonly retry: Retry;
  /** Whether the CMS may have other content than is known here. */
  private stale = false;
  /** Whether it may have another release live. */
  private uncertain = true;
  private forced = false;
  /** Whether what failed is to be tried again although nothing has changed. */
  private retrying = false;
  private running: Promise<void> | null = null;
  private stopped = false;
  private current: Build | null = null;
  /** Why the last build failed, until one goes live. */
  private trouble = "";

  constructor(private readonly options: PublisherOptions) {
    this.live = new Live(options.cms);
    this.source = new Source(options);
    this.backlog = new Backlog(this.live);
    this.rendering = new Rendering(options, this.live);
    this.releaser = new Releaser(options, { backlog: this.backlog, live: this.live, rendering: this.rendering });
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
    return this.source.known?.content ?? null;
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
      const started = performance.now();
      this.current = {
        started,
        startedAt: new Date().toISOString(),
        origin: null,
        changed: new Set(),
        removed: new Set(),
        patched: 0,
        releaseAt: started + RELEASE_MS,
        refusals: 0,
      };
      try {
        await this.build(this.current);
      } catch (error) {
        if (!this.stopped) await this.fail(this.current, messageOf(error));
      }
    }
    if (this.backlog.failed.length === 0) this.retry.stop();
    else if (!this.stopped) this.retry.start();
  }

  private async build(build: Build): Promise<void> {
    const { backlog, live } = this;
    // A release that was taken says that the build may go on.
    let allowed = false;
    // The CMS has found a difference. When none is known here, somebody else has made another release live.
    let different = false;
    while (!this.stopped) {
      different ||= this.uncertain || this.forced;
      if (this.stale || this.uncertain) await this.pull();
      const known = this.source.known as Known;
      if (this.finished(known)) {
        if (different) return;
        this.uncertain = true;
        continue;
      }
      different = true;
      build.origin ??= live.release;
      if (backlog.size > 0) {
        const wanted = allowed ? Promise.resolve(true) : this.reportBuilding(build, backlog.size);
        allowed = false;
        const batch = await this.render(build, known, wanted);
        if (batch === "held") return this.noteHeld();
        if (batch === "again") continue;
        this.take(batch);
        if (this.finished(known)) return;
      }
      if (!this.due(build)) continue;
      // What cannot be patched is rendered after that.
      const partial = backlog.size > 0 || backlog.patches.length > 0;
      const outcome = await this.releaser.release(build, known, partial);
      if (outcome === "held") return this.noteHeld();
      if (outcome === "moved") this.uncertain = true;
      if (outcome !== "live") continue;
      if (!partial) return this.ended(build);
      allowed = true;
    }
  }

  private finished({ content }: Known): boolean {
    const { live, backlog } = this;
    const upToDate = live.fingerprint === content.fingerprint && !live.partial;
    return backlog.empty && upToDate && live.codeVersion === this.options.codeVersion && !backlog.failedAnew;
  }

  /** Renders the next batch. "again" where the CMS has forgotten the content that it would show. */
  private async render(build: Build, known: Known, wanted: Promise<boolean>): Promise<Batch | "again" | "held"> {
    const { backlog, rendering } = this;
    const alone = backlog.nextAlone(BATCH);
    const batch = {
      routes: alone.length ? alone : backlog.next(BATCH),
      alone: alone.length > 0,
      waiting: backlog.size,
    };
    const onWhole = async () => {
      await this.reportBuilding(build, known.planner.size);
      await this.withdraw(build);
    };
    try {
      const made = await rendering.render(known.content, known.planner, batch, wanted, onWhole, () => this.stale);
      build.refusals = 0;
      return made ?? "held";
    } catch (error) {
      // Replicas pass through different snapshots while much is edited: begin again with what there is now.
      if (!(error instanceof NotGiven) || ++build.refusals === REFUSALS) throw error;
      await pause(build.refusals);
      this.stale = true;
      return "again";
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
  private due({ releaseAt }: Build): boolean {
    const { backlog } = this;
    // Until there is a first whole release, a part of it would be a site of dead links.
    if (!this.live.release) return !backlog.lacksPages();
    return backlog.size === 0 || backlog.awaited || backlog.ready >= READY || performance.now() >= releaseAt;
  }

  private noteHeld(): void {
    this.options.log.info("an earlier release is held live: nothing is published");
    this.uncertain = true;
  }

  private ended({ started, changed, removed, patched }: Build): void {
    const { log, metrics } = this.options;
    const { mode } = this.rendering;
    const ms = performance.now() - started;
    this.trouble = "";
    metrics?.built("live", mode, ms);
    log.info("live", {
      release: this.live.release,
      mode,
      changed: changed.size,
      patched,
      removed: removed.size,
      failed: this.backlog.failed.length,
      ms,
    });
  }

  private async fail(build: Build, reason: string): Promise<void> {
    const { log, metrics } = this.options;
    const { mode } = this.rendering;
    const duration = performance.now() - build.started;
    this.trouble = reason;
    log.error("publishing failed", { reason });
    await this.withdraw(build).catch((error: unknown) => {
      log.error("what was withdrawn is still live", { reason: messageOf(error) });
    });
    this.uncertain = true;
    metrics?.built("failed", mode, duration);
    await this.report(build, { state: "failed", error: reason, duration_ms: Math.round(duration) });
  }

  /** Takes what was withdrawn out of the release before anything else that takes long, or has failed. */
  private async withdraw(build: Build): Promise<void> {
    const { known } = this.source;
    if (this.stopped || !known || !this.live.release || this.backlog.removed.length === 0) return;
    await this.releaser.release(build, known, true);
  }

  /** Brings what is live and the content up to date and notes which routes that concerns. */
  private async pull(): Promise<void> {
    const { forced, uncertain, backlog, source, live } = this;
    const { mode, renderer, codeVersion } = this.options;
    this.stale = false;
    if (forced || uncertain) {
      this.forced = false;
      await live.refresh({ verify: forced }).catch((error: Error) => {
        this.forced ||= forced;
        throw new Error(`the CMS did not say what is live: ${error.message}`);
      });
      this.uncertain = false;
      this.retrying ||= forced;
      if (source.known) backlog.compareAll(source.known.planner);
      else if (mode === "warm" && live.codeVersion !== codeVersion) renderer.prepare();
    }
    const { planner } = await source.pull({
      first: (planner) => backlog.compareAll(planner),
      changed: (planner, update) => backlog.note(planner, update),
    });
    if (this.retrying) backlog.retry(planner);
    this.retrying = false;
  }

  /** Returns whether the build may go on. */
  private reportBuilding(build: Build, left: number): Promise<boolean> {
    const done = build.changed.size + this.backlog.ready;
    // While it is tried again, people still see why it has failed.
    return this.report(build, { state: "building", progress: { done, total: done + left }, error: this.trouble });
  }

  /** A report that is not taken is logged and forgotten: the truth is the live release. */
  private report(build: Build, data: Pick<Report, "state" | "error"> & Partial<Report>): Promise<boolean> {
    const { cms, log } = this.options;
    const { total = 0 } = data.progress ?? {};
    const report = {
      fingerprint: this.source.known?.content.fingerprint ?? "",
      mode: this.rendering.mode,
      progress: { done: 0, total },
      routes_changed: total,
      started_at: build.startedAt,
      duration_ms: 0,
      ...data,
    };
    return cms.report(report).catch((error: Error) => {
      log.warn("the CMS did not take a report", { reason: error.message });
      return true;
    });
  }
}
