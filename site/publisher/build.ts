import { CONTENT_MODEL } from "@/model/version.gen";
import type { Backlog } from "./backlog";
import type { Release } from "./cms";
import type { Live } from "./live";
import type { Planner } from "./planner";
import { firstOf } from "./queue";

// A release costs the CMS and each edge some 20 ms, so not every batch of a large change gets one.
const RELEASE_MS = 1_000;
// How many routes are named in a summary of the build.
const NAMED_ROUTES = 50;

/** A build: its phase, and its changes so far against the release that it began from. */
export class Build {
  readonly started = performance.now();
  readonly startedAt = new Date().toISOString();
  /** In the phase "withdrawing" it has failed, and only removes withdrawn routes from the live release. */
  phase: "starting" | "building" | "withdrawing" | "ended" = "starting";
  /** Why it failed. */
  failure: string | null = null;
  /** How often in a row it began again. */
  restarts = 0;
  /** Whether the CMS has just accepted a release, and so permitted it to go on. */
  permitted = false;
  /** When the next release of a large change is due. */
  releaseAt = this.started + RELEASE_MS;
  readonly changed = new Set<string>();
  readonly removed = new Set<string>();
  /** How many of the changed routes were patched. */
  patched = 0;
  /** The release that the changes are counted from; null until the next release. */
  private origin: string | null = null;

  /** Returns the next release: the routes rendered and removed, on top of the live release. */
  next(planner: Planner, backlog: Backlog, live: Live, partial: boolean): Release {
    const { changed, patches, removed, failed } = backlog;
    for (const route of changed.keys()) this.changed.add(route);
    for (const { routes } of patches) for (const route of Object.keys(routes)) this.changed.add(route);
    for (const route of removed) this.removed.add(route);
    this.origin ??= live.release;
    const done = this.changed.size;
    return {
      parent: live.release,
      fingerprint: planner.content.fingerprint,
      code_version: planner.codeVersion,
      content_model: CONTENT_MODEL,
      partial,
      routes: Object.fromEntries(changed),
      patches,
      removed,
      failures: failed,
      started_at: this.startedAt,
      routes_changed: done,
      routes_removed: this.removed.size,
      changed: firstOf(NAMED_ROUTES, this.changed),
      origin: this.origin,
      progress: { done, total: done + backlog.queue.size },
    };
  }

  /** The release is live, except so many routes that could not be patched. */
  released({ patches }: Release, unpatched: number): void {
    for (const { routes } of patches) this.patched += Object.keys(routes).length;
    this.patched -= unpatched;
    this.releaseAt = performance.now() + RELEASE_MS;
    this.permitted = true;
    this.restarts = 0;
  }

  /** Another publisher's release went live. */
  overtaken(): void {
    this.origin = null;
    this.changed.clear();
    this.removed.clear();
  }
}
