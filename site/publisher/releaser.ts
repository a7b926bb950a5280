import { CONTENT_MODEL } from "@/model/version.gen";
import { Assets } from "./assets";
import type { Backlog } from "./backlog";
import { type CMS, type Made, Refused, type Release } from "./cms";
import type { Live } from "./live";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Rendering } from "./rendering";
import type { Known } from "./source";

// How often a build begins again because the CMS has moved on meanwhile, or has not answered.
export const REFUSALS = 5;
// A release costs the CMS and each edge some 20 ms, so that of a large change not every batch gets one.
export const RELEASE_MS = 1_000;
// How many routes are named where a build is summed up.
const NAMED_ROUTES = 50;

/** A build under way: what it has changed so far against the release that it began from. */
export interface Build {
  started: number;
  startedAt: string;
  /** Null until it is known, and after somebody else's release: counted from that one then. */
  origin: string | null;
  changed: Set<string>;
  removed: Set<string>;
  /** How many of them were patched. */
  patched: number;
  /** When the next release of a large change is due. */
  releaseAt: number;
  refusals: number;
}

/**
 * What became of a release: "held" while an earlier one is held live; "moved" when another one may be live by now; "again"
 * when parts of it have to be made once more.
 */
type Outcome = "live" | "held" | "moved" | "again";

export interface ReleaserOptions {
  cms: CMS;
  log: Log;
  metrics?: Metrics;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
}

/** Has the CMS make releases of what is rendered. */
export class Releaser {
  private opened: Promise<Assets> | undefined;

  constructor(
    private readonly options: ReleaserOptions,
    private readonly parts: { backlog: Backlog; live: Live; rendering: Rendering },
  ) {}

  /** Makes a release of what is rendered and removed. */
  async release(build: Build, { content, planner }: Known, partial: boolean): Promise<Outcome> {
    const { backlog, live, rendering } = this.parts;
    const { cms, codeVersion, metrics } = this.options;
    const { changed, patches, removed, failed } = backlog;
    const patched = patches.flatMap(({ routes }) => Object.keys(routes));
    if (!live.release && changed.size === 0) throw new Error(failed[0]?.reason ?? "there is nothing to publish");
    for (const route of [...changed.keys(), ...patched]) build.changed.add(route);
    for (const route of removed) build.removed.add(route);
    const done = build.changed.size;
    const release: Release = {
      parent: live.release,
      fingerprint: content.fingerprint,
      code_version: codeVersion,
      content_model: CONTENT_MODEL,
      mode: rendering.mode,
      partial,
      routes: Object.fromEntries(changed),
      patches,
      removed,
      failures: failed,
      ...(live.codeVersion !== codeVersion && { assets: (await this.assets()).hashes }),
      started_at: build.startedAt,
      routes_changed: done,
      routes_removed: build.removed.size,
      changed: [...build.changed].slice(0, NAMED_ROUTES),
      origin: build.origin ?? "",
      progress: { done, total: done + backlog.size },
    };
    let made: Made;
    try {
      made = await cms.release(release);
    } catch (error) {
      return this.refused(build, planner, error);
    }
    live.replaced(release, made);
    rendering.patcher.unfit(made.unpatched);
    backlog.released(planner, made.unpatched);
    build.patched += patched.length - made.unpatched.length;
    metrics?.released(patched.length - made.unpatched.length);
    Object.assign(build, { releaseAt: performance.now() + RELEASE_MS, refusals: 0 });
    return "live";
  }

  /** Looks at why a release was not made. Throws where another one would not be either. */
  private async refused(build: Build, planner: Known["planner"], error: unknown): Promise<Outcome> {
    const { log, cms } = this.options;
    const { status, problem } = error instanceof Refused ? error : { status: 0, problem: {} };
    if (problem.held) return "held";
    if (status === 409) {
      log.info("another release went live while this one was made");
      build.origin = null;
      build.changed.clear();
      build.removed.clear();
      return "moved";
    }
    if (++build.refusals === REFUSALS) throw error;
    if (problem.missing) {
      const missing = new Set(problem.missing);
      await (await this.assets()).put(cms, missing);
      this.parts.backlog.lost(planner, missing);
      return "again";
    }
    if (error instanceof Refused) throw error;
    // Without an answer it may have been made.
    return "moved";
  }

  private assets(): Promise<Assets> {
    this.opened ??= Assets.open(this.options.app);
    return this.opened;
  }
}
