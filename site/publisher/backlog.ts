import type { Planner } from "./planner";
import type { Releases } from "./releases";
import { NOT_FOUND_FILE } from "./tree";

/** The routes whose released hash is not the planned one. */
export class Backlog {
  /** Changed themselves, or are new. */
  private readonly own = new Set<string>();
  /** Only follow the layout, the code, or a release that is not the one last made. */
  private readonly rest = new Set<string>();
  private readonly gone = new Set<string>();

  constructor(private readonly releases: Releases) {}

  /** Routes that have to be rendered. */
  get size(): number {
    return this.own.size + this.rest.size;
  }

  /** Released routes that are no more. */
  get removed(): string[] {
    return [...this.gone];
  }

  /** Compares every route with the current release: at the start, and when another release became current. */
  compareAll(planner: Planner): void {
    this.own.clear();
    this.rest.clear();
    this.gone.clear();
    for (const path of planner.paths) this.place(planner, path, this.rest);
    for (const route of this.releases.routes()) {
      if (!planner.has(route) && route !== NOT_FOUND_FILE) this.gone.add(route);
    }
  }

  /** Takes in what an update of the plan found. */
  note(planner: Planner, update: ReturnType<Planner["update"]>): void {
    for (const path of update.removed) {
      this.own.delete(path);
      this.rest.delete(path);
      if (this.releases.hashOf(path) !== undefined) this.gone.add(path);
    }
    for (const path of update.own) this.place(planner, path, this.own);
    if (!update.all) return;
    for (const path of planner.paths) if (!this.own.has(path)) this.place(planner, path, this.rest);
  }

  /** What to render next: own changes before the rest, and those that people look for first alone, so that they do not wait. */
  next(planner: Planner, size: number): string[] {
    const waves: [string[], string[], string[]] = [[], [], []];
    for (const path of this.own) waves[planner.waveOf(path)].push(path);
    const [first, second, last] = waves;
    if (first.length) return first.slice(0, size);
    const batch = [...second, ...last].slice(0, size);
    for (const path of this.rest) {
      if (batch.length >= size) break;
      batch.push(path);
    }
    return batch;
  }

  /** Whether something has to be rendered that a page of the site leads to. */
  lacksPages(planner: Planner): boolean {
    for (const queue of [this.own, this.rest]) for (const path of queue) if (planner.waveOf(path) < 2) return true;
    return false;
  }

  /** The route was rendered and will be in the next release. */
  done(route: string): void {
    this.own.delete(route);
    this.rest.delete(route);
  }

  /** The routes have left with a release. */
  left(removed: string[]): void {
    for (const route of removed) this.gone.delete(route);
  }

  private place(planner: Planner, path: string, queue: Set<string>): void {
    this.gone.delete(path);
    this.done(path);
    if (planner.hashOf(path) !== this.releases.hashOf(path)) queue.add(path);
  }
}
