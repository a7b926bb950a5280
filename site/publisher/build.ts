import { CONTENT_MODEL } from "@/model/version.gen";
import type { Backlog } from "./backlog";
import type { Release } from "./cms";
import type { Live } from "./live";
import type { Planner } from "./planner";

// A release costs the CMS and each edge some 20 ms, so that of a large change not every batch gets one.
const RELEASE_MS = 1_000;
// How many routes are named where a build is summed up.
const NAMED_ROUTES = 50;

/** A build under way: what it has changed so far against the release that it began from. */
export class Build {
  readonly started = performance.now();
  readonly startedAt = new Date().toISOString();
  /** Null before its first release, and after somebody else's: counted from that one then. */
  private origin: string | null = null;
  readonly changed = new Set<string>();
  readonly removed = new Set<string>();
  /** How many of them were patched. */
  patched = 0;
  /** When the next release of a large change is due. */
  releaseAt = this.started + RELEASE_MS;
  /** Whether it is known why the CMS has asked for it. */
  explained = false;
  /** Whether the CMS has just said that it may go on. */
  permitted = false;
  /** How often in a row the CMS has refused something, or not answered. */
  refusals = 0;

  /** The next release: what is rendered and removed, on top of what is live. */
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
      changed: [...this.changed].slice(0, NAMED_ROUTES),
      origin: this.origin,
      progress: { done, total: done + backlog.size },
    };
  }

  /** Its last release is live, but for so many routes that could not be patched. */
  released({ patches }: Release, unpatched: number): void {
    for (const { routes } of patches) this.patched += Object.keys(routes).length;
    this.patched -= unpatched;
    this.releaseAt = performance.now() + RELEASE_MS;
    this.permitted = true;
    this.refusals = 0;
  }

  /** Somebody else's release went live. */
  overtaken(): void {
    this.origin = null;
    this.changed.clear();
    this.removed.clear();
  }
}
