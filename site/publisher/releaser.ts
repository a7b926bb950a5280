import { CONTENT_MODEL } from "@/model/version.gen";
import { assetsOf, putAssets } from "./assets";
import type { Backlog } from "./backlog";
import { Refused, type Release } from "./cms";
import type { Live } from "./live";
import type { Known, Options } from "./options";

// How often a build begins again because the CMS has moved on meanwhile, or has not answered.
export const REFUSALS = 5;
// A release costs the CMS and each edge some 20 ms, so that of a large change not every batch gets one.
const RELEASE_MS = 1_000;
// How many routes are named where a build is summed up.
const NAMED_ROUTES = 50;

/** A build under way: what it has changed so far against the release that it began from. */
export class Build {
  private readonly started = performance.now();
  readonly startedAt = new Date().toISOString();
  /** Null until it is known, and after somebody else's release: counted from that one then. */
  origin: string | null = null;
  readonly changed = new Set<string>();
  readonly removed = new Set<string>();
  /** How many of them were patched. */
  patched = 0;
  /** When the next release of a large change is due. */
  releaseAt = this.started + RELEASE_MS;
  refusals = 0;

  get ms(): number {
    return performance.now() - this.started;
  }
}

/** Has the CMS make releases of what is rendered. */
export class Releaser {
  constructor(
    private readonly options: Options,
    private readonly backlog: Backlog,
    private readonly live: Live,
  ) {}

  /**
   * Makes a release of what is rendered and removed. Returns false where that has to be done again, on top of what is live
   * by then. Rejects with Refused while an earlier release is held live, and where another one would not be made either.
   */
  async release(build: Build, { content, planner }: Known, partial: boolean): Promise<boolean> {
    const { backlog, live } = this;
    const { app, cms, codeVersion, metrics } = this.options;
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
      partial,
      routes: Object.fromEntries(changed),
      patches,
      removed,
      failures: failed,
      ...(live.codeVersion !== codeVersion && { assets: await assetsOf(app) }),
      started_at: build.startedAt,
      routes_changed: done,
      routes_removed: build.removed.size,
      changed: [...build.changed].slice(0, NAMED_ROUTES),
      origin: build.origin ?? "",
      progress: { done, total: done + backlog.size },
    };
    const made = await cms.release(release).catch((error: unknown) => this.refused(build, error));
    if (!made) return false;
    live.replaced(release, made);
    backlog.released(planner, made.unpatched);
    build.patched += patched.length - made.unpatched.length;
    metrics?.released(patched.length - made.unpatched.length);
    Object.assign(build, { releaseAt: performance.now() + RELEASE_MS, refusals: 0 });
    return true;
  }

  /** Looks at why a release was not made. Throws where another one would not be either. */
  private async refused(build: Build, error: unknown): Promise<null> {
    const { app, log, cms } = this.options;
    const { status, problem } = error instanceof Refused ? error : { status: 0, problem: {} };
    if (problem.held) throw error;
    if (status === 409) {
      log.info("another release went live while this one was made");
      build.origin = null;
      build.changed.clear();
      build.removed.clear();
    } else if (++build.refusals === REFUSALS) {
      throw error;
    } else if (problem.missing) {
      const missing = new Set(problem.missing);
      await putAssets(app, cms, missing);
      this.backlog.lost(missing);
    } else if (error instanceof Refused) {
      throw error;
    }
    // Without an answer it may have been made.
    return null;
  }
}
