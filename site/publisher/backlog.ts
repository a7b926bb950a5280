import { previewOf } from "@/preview/address";
import type { Patch } from "../render/patch";
import type { Release, RouteEntry } from "./cms";
import { type Failure, reasonOf } from "./failure";
import type { Live } from "./live";
import type { Planner, Update } from "./planner";
import { FRONT, inOrder, type Priority, priorityOf, Queue } from "./queue";

// The folder of pages' pictures, and the picture that replaces those that cannot be drawn.
const PICTURES = "/preview/";
const STAND_IN = previewOf("/");
// The route under which 404.html is kept: a static host looks for it; Next exports the same page under both names.
const NOT_FOUND_FILE = "/404";
// A hash that no plan has: a route with it is not up to date.
const NO_PLAN = "";
// How many failures a release lists.
const LISTED_FAILURES = 100;

/** A rendered route: its files, or how the page that the live release has is patched. */
export type Rendered = RouteEntry | { hash: string; hunks: Patch };

/**
 * The difference between the plan and the live release. A route is queued until it was rendered, then rendered until it
 * was released, or removed until its removal was released. One that failed is in none of these until its plan changes.
 */
export class Backlog {
  /** Routes that are to be rendered. */
  readonly queue = new Queue();
  private readonly rendered = new Map<string, Rendered>();
  private readonly withdrawn = new Set<string>();
  private readonly failures = new Map<string, Failure>();
  /** The file of the picture that replaces others, once it was rendered here. */
  private standInFile: string | undefined;
  /** Whether somebody waits for a route that is rendered. */
  urgent = false;

  constructor(private readonly live: Live) {}

  /** How many routes are rendered. */
  get ready(): number {
    return this.rendered.size;
  }

  get empty(): boolean {
    return this.queue.size + this.rendered.size + this.withdrawn.size === 0;
  }

  /** The rendered routes with their files. */
  get changed(): Map<string, RouteEntry> {
    const changed = new Map<string, RouteEntry>();
    for (const [route, entry] of this.rendered) if ("files" in entry) changed.set(route, entry);
    const page = changed.get("/_not-found");
    const html = page?.files["/_not-found.html"];
    if (page && html) changed.set(NOT_FOUND_FILE, { hash: page.hash, files: { "/404.html": html } });
    return changed;
  }

  /** The rendered routes that are patched. */
  get patches(): Release["patches"] {
    const patches = new Map<Patch, Release["patches"][number]["routes"]>();
    for (const [route, entry] of this.rendered) {
      if (!("hunks" in entry)) continue;
      const routes = patches.get(entry.hunks) ?? {};
      patches.set(entry.hunks, Object.assign(routes, { [route]: entry.hash }));
    }
    return [...patches].map(([hunks, routes]) => ({ hunks, routes }));
  }

  /** Routes to be removed from the live release. */
  get removed(): string[] {
    return [...this.withdrawn];
  }

  /** Routes that could not be rendered as planned, by path. */
  get failed(): Failure[] {
    return [...this.failures.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Whether the live release lists other failures than there are. */
  get failedAnew(): boolean {
    const [listed, failed] = [this.live.failures, this.failed].map((list) => list.slice(0, LISTED_FAILURES));
    return JSON.stringify(listed) !== JSON.stringify(failed);
  }

  /**
   * Compares every route with the live release: at the start, and when another release went live. Failed routes are
   * queued if `retryFailed` says so.
   */
  compareAll(planner: Planner, retryFailed = false): void {
    this.queue.clear();
    this.withdrawn.clear();
    for (const failure of this.live.failures) {
      // The CMS formats times in another way.
      this.failures.set(failure.path, { ...failure, ...this.failures.get(failure.path), since: failure.since });
    }
    for (const [path, failure] of this.failures) {
      if (!planner.instances.has(path)) this.failures.delete(path);
      else if (retryFailed) this.failures.set(path, { ...failure, hash: NO_PLAN });
    }
    // A patch is for the page of the release before.
    for (const [path, entry] of this.rendered)
      if (!planner.instances.has(path) || "hunks" in entry) this.rendered.delete(path);
    for (const path of inOrder(planner)) this.compare(planner, path);
    for (const route of this.live.hashes.keys()) {
      if (!planner.instances.has(route) && route !== NOT_FOUND_FILE) this.withdrawn.add(route);
    }
  }

  /** Compares the routes that an update of the plan concerns. */
  note(planner: Planner, { own, all, removed }: Update): void {
    for (const path of removed) {
      this.queue.remove(path);
      this.rendered.delete(path);
      this.failures.delete(path);
      if (this.live.hashes.has(path)) this.withdrawn.add(path);
    }
    // The pages of this update come before those of earlier ones.
    const edits = this.queue.take("edit");
    for (const path of own) this.compare(planner, path, planner.get(path).route.wave ? undefined : "edit");
    for (const path of edits) if (!own.has(path)) this.queue.put(path, "edit");
    if (!all) return;
    for (const path of inOrder(planner))
      if (!planner.get(path).route.bare && this.queue.priorityOf(path) !== "edit") this.compare(planner, path);
  }

  /** Whether a route is queued that a page of the site leads to. */
  lacksPages(): boolean {
    return this.queue.has("edit", "retry", "front", "single", "article");
  }

  /** The route was rendered. */
  done(route: string, entry: Rendered): void {
    if (route === STAND_IN && "files" in entry) {
      this.standInFile = entry.files[STAND_IN];
      for (const path of this.failures.keys()) this.standIn(path);
    }
    const priority = this.queue.priorityOf(route);
    this.queue.remove(route);
    // Of a change of every page, home is released at once, and the lists together as soon as the last one is rendered.
    const front = priority === "front" && (FRONT.has(route) || !this.queue.has("edit", "retry", "front"));
    if (front || priority === "edit" || priority === "retry") this.urgent = true;
    this.failures.delete(route);
    this.rendered.set(route, entry);
  }

  /** The route's process ended, perhaps not because of it. A removal does not wait for the next attempt. */
  retry(route: string): void {
    this.queue.put(route, "retry");
    if (this.withdrawn.size) this.urgent = true;
  }

  /** The route cannot be rendered as planned. Returns whether that is news. */
  fail(route: string, planned: string, message: string, now: Date): boolean {
    this.queue.remove(route);
    const before = this.failures.get(route);
    const since = before?.since ?? now.toISOString();
    this.failures.set(route, { path: route, reason: reasonOf(message), since, hash: planned });
    this.standIn(route);
    return before?.hash !== planned && before?.hash !== NO_PLAN;
  }

  /** All that was rendered and removed is live, except routes whose pages the patches did not fit: they are queued. */
  released(planner: Planner, unpatched: string[]): void {
    this.rendered.clear();
    this.withdrawn.clear();
    this.urgent = false;
    for (const route of unpatched) this.compare(planner, route);
  }

  /** Forgets files that the CMS has lost: the next comparison queues their routes. */
  forget(missing: Set<string>): void {
    for (const [route, entry] of this.rendered) {
      if ("files" in entry && Object.values(entry.files).some((file) => missing.has(file))) this.rendered.delete(route);
    }
    this.standInFile = undefined;
  }

  /** Queues the route unless it is up to date, rendered as planned, or has failed as planned. */
  private compare(planner: Planner, path: string, priority: Priority = priorityOf(planner, path)): void {
    this.withdrawn.delete(path);
    this.queue.remove(path);
    const planned = planner.hashOf(path);
    if (this.rendered.get(path)?.hash !== planned) this.rendered.delete(path);
    const failure = this.failures.get(path);
    if (planned === this.live.hashes.get(path)) {
      this.rendered.delete(path);
      this.failures.delete(path);
    } else if (failure?.hash === planned) {
      this.standIn(path);
    } else if (!this.rendered.has(path)) {
      const again = priority === "edit" ? "retry" : "failedBefore";
      this.queue.put(path, failure ? again : priority);
    }
  }

  /** Replaces a failed picture that has none live by another one, because a page names its address. */
  private standIn(route: string): void {
    if (!route.startsWith(PICTURES) || route === STAND_IN || this.live.hashes.has(route)) return;
    if (this.standInFile) this.rendered.set(route, { hash: NO_PLAN, files: { [route]: this.standInFile } });
    else if (!this.failures.has(STAND_IN)) this.queue.put(STAND_IN, "retry");
  }
}
