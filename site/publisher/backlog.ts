import { createHash } from "node:crypto";
import { previewOf } from "@/content/pages";
import type { PatchedRoutes, RouteEntry } from "./cms";
import { type Failure, reasonOf } from "./failure";
import type { Live } from "./live";
import type { Patch } from "./patch";
import { ARTICLE, LIST, type Planner } from "./planner";
import { NOT_FOUND_FILE } from "./tree";

// Newest articles that a change of every page goes to first. The order of those behind them is nobody's concern, so they
// go by the hash of their path, as the store cuts its lists: otherwise each release on the way would write most lists anew.
const NEWEST = 480;

// What pages' pictures are called, and the one that takes the place of those that cannot be drawn.
const PICTURES = "/preview/";
const STAND_IN = previewOf("/");
// The hash of no plan.
const UNTRIED = "";
// How many failures a release lists.
const LISTED_FAILURES = 100;

/** When the turn of a route comes that is not an edit: home and lists, other single pages, articles, what no page shows. */
const TURNS = 4;
type Turn = 0 | 1 | 2 | 3;
const FRONT = new Set(["/", "/blog", LIST]);

/** A route as planned now: its files, or what is to be done to the page that the live release has. */
export type Rendered = RouteEntry | { hash: string; hunks: Patch };

/**
 * The routes whose released hash is not the planned one: those to be rendered, those that are and wait for their release,
 * and those that failed and are not tried again before their plan is another one.
 */
export class Backlog {
  /** Pages that changed themselves, in one set for each update, the last one at the end: they go before all others. */
  private readonly edits: Set<string>[] = [];
  private readonly turns: Set<string>[] = Array.from({ length: TURNS }, () => new Set());
  /** The set in which each route waits. */
  private readonly queued = new Map<string, Set<string>>();
  /** Rendered as planned now, not released yet. */
  private readonly rendered = new Map<string, Rendered>();
  private readonly gone = new Set<string>();
  private readonly failures = new Map<string, Failure>();
  /** Lost with the process that had them in hand, or edits of what failed before: each is rendered alone, after edits. */
  private readonly suspects = new Set<string>();
  /** Other routes that failed before: likewise, after everything else. */
  private readonly doubtful = new Set<string>();
  /** The file of the picture that stands in for others, once it was rendered here. */
  private standInFile: string | undefined;
  /** Whether what is rendered should not wait for more to be released with it. */
  awaited = false;

  constructor(private readonly live: Live) {}

  /** Routes that have to be rendered. */
  get size(): number {
    return this.queued.size;
  }

  /** Routes that are rendered and wait for their release. */
  get ready(): number {
    return this.rendered.size;
  }

  /** Whether nothing is to be rendered or released. */
  get empty(): boolean {
    return this.queued.size + this.rendered.size + this.gone.size === 0;
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
  get patches(): PatchedRoutes[] {
    const patches = new Map<Patch, PatchedRoutes["routes"]>();
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

  /** Compares every route with the live release: at the start, and when another release went live. */
  compareAll(planner: Planner): void {
    this.edits.length = 0;
    for (const queue of [...this.turns, this.suspects, this.doubtful]) queue.clear();
    this.queued.clear();
    this.gone.clear();
    for (const failure of this.live.failures) {
      // The CMS writes times in a way of its own.
      this.failures.set(failure.path, { ...failure, ...this.failures.get(failure.path), since: failure.since });
    }
    for (const path of this.failures.keys()) if (!planner.has(path)) this.failures.delete(path);
    // A patch is for the page of the release before.
    for (const [path, entry] of this.rendered) if (!planner.has(path) || "hunks" in entry) this.rendered.delete(path);
    for (const path of this.inOrder(planner)) this.place(planner, path, this.turnOf(planner, path));
    for (const route of this.live.routes()) {
      if (!planner.has(route) && route !== NOT_FOUND_FILE) this.gone.add(route);
    }
  }

  /** Takes in what an update of the plan found. */
  note(planner: Planner, update: ReturnType<Planner["update"]>): void {
    for (const path of update.removed) {
      this.leave(path);
      this.rendered.delete(path);
      this.failures.delete(path);
      if (this.live.hashOf(path) !== undefined) this.gone.add(path);
    }
    const edits = new Set<string>();
    for (const path of update.own)
      this.place(planner, path, planner.waveOf(path) === 0 ? edits : this.turnOf(planner, path));
    if (edits.size) this.edits.push(edits);
    if (!update.all) return;
    for (const path of this.inOrder(planner, (path) => planner.hasLayout(path))) {
      const queue = this.queued.get(path);
      if (!queue || !this.edits.includes(queue)) this.place(planner, path, this.turnOf(planner, path));
    }
  }

  /**
   * What to render next: the pages of the last edit before those of the one before, and edits alone, so that they do not
   * wait for what only follows. Of more than one batch home and lists are alone as well.
   */
  next(size: number): string[] {
    while (this.edits.length && !this.edits.at(-1)?.size) this.edits.pop();
    if (this.edits.length) return take(this.edits.slice().reverse(), size);
    const first = this.queued.size > size ? take(this.turns.slice(0, 1), size) : [];
    const pages = first.length ? first : take(this.turns.slice(0, TURNS - 1), size);
    return pages.length ? pages : take(this.turns, size);
  }

  /** What to render next with each page by itself, so that it costs no other one when it fails. */
  nextAlone(size: number): string[] {
    if (this.edits.some((edit) => edit.size)) return [];
    if (this.suspects.size || this.queued.size > this.doubtful.size) return take([this.suspects], size);
    return take([this.doubtful], size);
  }

  /** Whether something has to be rendered that a page of the site leads to. */
  lacksPages(): boolean {
    return this.queued.size > (this.turns[TURNS - 1] as Set<string>).size + this.doubtful.size;
  }

  /** The route was rendered and will be in the next release. */
  done(route: string, entry: Rendered): void {
    if (route === STAND_IN && "files" in entry) this.standInIs(entry);
    const queue = this.queued.get(route);
    this.leave(route);
    // Of what changed only because of its surroundings: home, and the lists together, as soon as the last of them is there.
    const first = queue === this.turns[0] && (FRONT.has(route) || queue?.size === 0);
    if (first || queue === this.suspects || (queue && this.edits.includes(queue))) this.awaited = true;
    this.failures.delete(route);
    this.rendered.set(route, entry);
  }

  /** A process that had the route in hand has ended; it may be the cause. What was withdrawn does not wait for it. */
  suspect(route: string): void {
    this.move(route, this.suspects);
    if (this.gone.size) this.awaited = true;
  }

  /** The route cannot be rendered as planned. Returns whether that is news. */
  fail(route: string, hash: string, message: string, now: Date): boolean {
    this.leave(route);
    const before = this.failures.get(route);
    this.failures.set(route, {
      path: route,
      reason: reasonOf(message),
      since: before?.since ?? now.toISOString(),
      hash,
    });
    this.standIn(route);
    return before?.hash !== hash && before?.hash !== UNTRIED;
  }

  /** Tries again what failed. */
  retry(planner: Planner): void {
    for (const [path, failure] of this.failures) {
      this.failures.set(path, { ...failure, hash: UNTRIED });
      this.place(planner, path, this.turnOf(planner, path));
    }
  }

  /** What changed and was removed is in a release, but for what could not be patched: that is rendered. */
  released(planner: Planner, unpatched: string[]): void {
    this.rendered.clear();
    this.gone.clear();
    this.awaited = false;
    for (const route of unpatched) this.place(planner, route, this.turnOf(planner, route));
  }

  /** Routes of which the CMS has no longer the files that were handed over: they are rendered again. */
  lost(planner: Planner, missing: Set<string>): void {
    for (const [route, entry] of this.rendered) {
      if (!("files" in entry && Object.values(entry.files).some((hash) => missing.has(hash)))) continue;
      this.rendered.delete(route);
      this.place(planner, route, this.turnOf(planner, route));
    }
    this.standInFile = undefined;
  }

  /** The routes that are asked for, in the order in which those of one turn go out. */
  private inOrder(planner: Planner, asked: (path: string) => boolean = () => true): string[] {
    const newest = new Set(planner.newest(NEWEST));
    const few: string[] = [];
    const many: string[] = [];
    for (const path of planner.paths) {
      if (newest.has(path) || !asked(path)) continue;
      (turnOf(planner, path) < 2 ? few : many).push(path);
    }
    return [...few, ...newest, ...sortedByHash(many)];
  }

  private turnOf(planner: Planner, path: string): Set<string> {
    return this.turns[turnOf(planner, path)] as Set<string>;
  }

  private leave(path: string): void {
    this.queued.get(path)?.delete(path);
    this.queued.delete(path);
  }

  private place(planner: Planner, path: string, queue: Set<string>): void {
    this.gone.delete(path);
    this.leave(path);
    const planned = planner.hashOf(path);
    if (this.rendered.get(path)?.hash !== planned) this.rendered.delete(path);
    const failure = this.failures.get(path);
    if (planned === this.live.hashOf(path)) {
      this.rendered.delete(path);
      this.failures.delete(path);
    } else if (failure?.hash === planned) {
      this.standIn(path);
    } else if (!this.rendered.has(path)) {
      const alone = this.turns.includes(queue) ? this.doubtful : this.suspects;
      this.move(path, failure ? alone : queue);
    }
  }

  /** A page says where its picture is, and a failed one that was never released would be missing there. */
  private standIn(route: string): void {
    if (!route.startsWith(PICTURES) || route === STAND_IN || this.live.hashOf(route) !== undefined) return;
    if (this.standInFile) this.rendered.set(route, { hash: UNTRIED, files: { [route]: this.standInFile } });
    else if (!this.failures.has(STAND_IN)) this.move(STAND_IN, this.suspects);
  }

  private standInIs({ files }: RouteEntry): void {
    this.standInFile = files[STAND_IN];
    for (const path of this.failures.keys()) this.standIn(path);
  }

  private move(path: string, queue: Set<string>): void {
    this.leave(path);
    queue.add(path);
    this.queued.set(path, queue);
  }
}

function turnOf(planner: Planner, path: string): Turn {
  const wave = planner.waveOf(path);
  if (wave === 2) return 3;
  const pattern = planner.patternOf(path);
  if (FRONT.has(pattern)) return 0;
  return pattern === ARTICLE ? 2 : 1;
}

/** In an order of the paths' hashes. */
function sortedByHash(paths: string[]): string[] {
  const keyed = paths.map((path) => [path, createHash("sha256").update(path).digest("hex")] as const);
  return keyed.sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([path]) => path);
}

function take(queues: Set<string>[], size: number): string[] {
  const batch: string[] = [];
  for (const queue of queues) {
    for (const path of queue) {
      if (batch.length >= size) return batch;
      batch.push(path);
    }
  }
  return batch;
}
