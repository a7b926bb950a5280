import { hash } from "node:crypto";
import { previewOf } from "@/content/pages";
import { pathOf } from "@/content/routes";
import type { Release, RouteEntry } from "./cms";
import { type Failure, reasonOf } from "./failure";
import type { Live } from "./live";
import type { Patch } from "./patch";
import { ARTICLE, LIST, type Planner, type Update } from "./planner";
import { type Priority, Queue } from "./queue";

// Newest articles that a change of every page goes to first. The order of those behind them is nobody's concern, so they
// go by the hash of their path, as the store cuts its lists: otherwise each release on the way would write most lists anew.
const NEWEST = 480;

// What pages' pictures are called, and the one that takes the place of those that cannot be drawn.
const PICTURES = "/preview/";
const STAND_IN = previewOf("/");
// The route under which 404.html is kept: a static host looks for it; Next exports the same page under both names.
const NOT_FOUND_FILE = "/404";
// The hash of no plan.
const UNTRIED = "";
// How many failures a release lists.
const LISTED_FAILURES = 100;

const FRONT = new Set(["/", "/blog", LIST]);
// The priorities of pages of which there are few.
const FEW = new Set<Priority>(["front", "single"]);

/** A route as planned now: its files, or what is to be done to the page that the live release has. */
export type Rendered = RouteEntry | { hash: string; hunks: Patch };

/**
 * The routes whose released hash is not the planned one: those to be rendered, those that are and wait for their release,
 * and those that failed and are not tried again before their plan is another one.
 */
export class Backlog {
  private readonly queue = new Queue();
  /** Rendered as planned now, not released yet. */
  private readonly rendered = new Map<string, Rendered>();
  private readonly gone = new Set<string>();
  private readonly failures = new Map<string, Failure>();
  /** The file of the picture that stands in for others, once it was rendered here. */
  private standInFile: string | undefined;
  /** Whether what is rendered should not wait for more to be released with it. */
  awaited = false;

  constructor(private readonly live: Live) {}

  /** Routes that have to be rendered. */
  get size(): number {
    return this.queue.size;
  }

  /** Routes that are rendered and wait for their release. */
  get ready(): number {
    return this.rendered.size;
  }

  /** Whether nothing is to be rendered or released. */
  get empty(): boolean {
    return this.queue.size + this.rendered.size + this.gone.size === 0;
  }

  /** What the next release changes. */
  get changed(): Map<string, RouteEntry> {
    const changed = new Map<string, RouteEntry>();
    for (const [route, entry] of this.rendered) if ("files" in entry) changed.set(route, entry);
    const page = changed.get("/_not-found");
    const html = page?.files["/_not-found.html"];
    if (page && html) changed.set(NOT_FOUND_FILE, { hash: page.hash, files: { "/404.html": html } });
    return changed;
  }

  /** And what it changes without rendering it. */
  get patches(): Release["patches"] {
    const patches = new Map<Patch, Release["patches"][number]["routes"]>();
    for (const [route, entry] of this.rendered) {
      if (!("hunks" in entry)) continue;
      const routes = patches.get(entry.hunks) ?? {};
      patches.set(entry.hunks, Object.assign(routes, { [route]: entry.hash }));
    }
    return [...patches].map(([hunks, routes]) => ({ hunks, routes }));
  }

  /** Released routes that are no more. */
  get removed(): string[] {
    return [...this.gone];
  }

  /** Routes that could not be rendered as planned, by path. */
  get failed(): Failure[] {
    return [...this.failures.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Whether the live release does not say which routes failed. */
  get failedAnew(): boolean {
    const [listed, failed] = [this.live.failures, this.failed].map((list) => list.slice(0, LISTED_FAILURES));
    return JSON.stringify(listed) !== JSON.stringify(failed);
  }

  /**
   * Compares every route with the live release: at the start, and when another went live. What failed waits again
   * where it is to be tried `again`.
   */
  compareAll(planner: Planner, again = false): void {
    this.queue.clear();
    this.gone.clear();
    for (const failure of this.live.failures) {
      // The CMS writes times in a way of its own.
      this.failures.set(failure.path, { ...failure, ...this.failures.get(failure.path), since: failure.since });
    }
    for (const [path, failure] of this.failures) {
      if (!planner.instances.has(path)) this.failures.delete(path);
      else if (again) this.failures.set(path, { ...failure, hash: UNTRIED });
    }
    // A patch is for the page of the release before.
    for (const [path, entry] of this.rendered)
      if (!planner.instances.has(path) || "hunks" in entry) this.rendered.delete(path);
    for (const path of inOrder(planner)) this.place(planner, path);
    for (const route of this.live.hashes.keys()) {
      if (!planner.instances.has(route) && route !== NOT_FOUND_FILE) this.gone.add(route);
    }
  }

  /** Takes in what an update of the plan found. */
  note(planner: Planner, update: Update): void {
    for (const path of update.removed) {
      this.queue.remove(path);
      this.rendered.delete(path);
      this.failures.delete(path);
      if (this.live.hashes.has(path)) this.gone.add(path);
    }
    // The pages of this update come before those of the ones before.
    const edits = this.queue.take("edit");
    for (const path of update.own) this.place(planner, path, planner.get(path).route.wave ? undefined : "edit");
    for (const path of edits) if (!update.own.has(path)) this.queue.put(path, "edit");
    if (!update.all) return;
    for (const path of inOrder(planner, (path) => !planner.get(path).route.bare))
      if (this.queue.priorityOf(path) !== "edit") this.place(planner, path);
  }

  /** Returns at most so many routes to render next. */
  next(size: number): string[] {
    return this.queue.next(size);
  }

  /** Whether something has to be rendered that a page of the site leads to. */
  lacksPages(): boolean {
    return this.queue.has("edit", "retry", "front", "single", "article");
  }

  /** The route was rendered and will be in the next release. */
  done(route: string, entry: Rendered): void {
    if (route === STAND_IN && "files" in entry) {
      this.standInFile = entry.files[STAND_IN];
      for (const path of this.failures.keys()) this.standIn(path);
    }
    const priority = this.queue.remove(route);
    // Where only the surroundings changed: home, and the lists together, as soon as the last of them is there.
    const front = priority === "front" && (FRONT.has(route) || !this.queue.has("edit", "retry", "front"));
    if (front || priority === "edit" || priority === "retry") this.awaited = true;
    this.failures.delete(route);
    this.rendered.set(route, entry);
  }

  /** A process has ended with the route in hand, perhaps not by its fault. What was withdrawn does not wait for it. */
  retry(route: string): void {
    this.queue.put(route, "retry");
    if (this.gone.size) this.awaited = true;
  }

  /** The route cannot be rendered as planned. Returns whether that is news. */
  fail(route: string, planned: string, message: string, now: Date): boolean {
    this.queue.remove(route);
    const before = this.failures.get(route);
    const since = before?.since ?? now.toISOString();
    this.failures.set(route, { path: route, reason: reasonOf(message), since, hash: planned });
    this.standIn(route);
    return before?.hash !== planned && before?.hash !== UNTRIED;
  }

  /** What changed and was removed is in a release, but for what could not be patched: that is rendered. */
  released(planner: Planner, unpatched: string[]): void {
    this.rendered.clear();
    this.gone.clear();
    this.awaited = false;
    for (const route of unpatched) this.place(planner, route);
  }

  /** The CMS has no longer these files that were handed over: with the next comparison their routes wait again. */
  forget(missing: Set<string>): void {
    for (const [route, entry] of this.rendered) {
      if ("files" in entry && Object.values(entry.files).some((file) => missing.has(file))) this.rendered.delete(route);
    }
    this.standInFile = undefined;
  }

  private place(planner: Planner, path: string, priority = priorityOf(planner, path)): void {
    this.gone.delete(path);
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

  /** A page says where its picture is, and a failed one that was never released would be missing there. */
  private standIn(route: string): void {
    if (!route.startsWith(PICTURES) || route === STAND_IN || this.live.hashes.has(route)) return;
    if (this.standInFile) this.rendered.set(route, { hash: UNTRIED, files: { [route]: this.standInFile } });
    else if (!this.failures.has(STAND_IN)) this.queue.put(STAND_IN, "retry");
  }
}

/** The routes that are asked for, in the order in which those of one priority are rendered. */
function inOrder(planner: Planner, asked: (path: string) => boolean = () => true): string[] {
  const newest = new Set(planner.content.list.slice(0, NEWEST).map(({ slug }) => pathOf(ARTICLE, slug)));
  const few: string[] = [];
  const many: string[] = [];
  for (const path of planner.instances.keys()) {
    if (newest.has(path) || !asked(path)) continue;
    if (FEW.has(priorityOf(planner, path))) few.push(path);
    else many.push(hash("sha256", path) + path);
  }
  const byHash = many.sort().map((keyed) => keyed.slice(hash("sha256", "").length));
  return [...few, ...newest, ...byHash];
}

function priorityOf(planner: Planner, path: string): Priority {
  const { pattern, route } = planner.get(path);
  if (route.wave === 2) return "unseen";
  if (FRONT.has(pattern)) return "front";
  return pattern === ARTICLE ? "article" : "single";
}
