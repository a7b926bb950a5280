import { hash } from "node:crypto";
import { type Pattern, pathOf } from "@/app/routes";
import type { Planner } from "./planner";

/** Why a route is rendered, the most urgent reason first. */
const PRIORITIES = [
  /** Its own inputs were edited. The last edit comes first. */
  "edit",
  /** It failed before, its process was killed, or it is the picture that replaces others. */
  "retry",
  /** Home and lists. */
  "front",
  /** Other single pages. */
  "single",
  "article",
  /** No page shows it. */
  "unseen",
  /** It failed before, and only its layout has changed. */
  "failedBefore",
] as const;

export type Priority = (typeof PRIORITIES)[number];

/** The patterns of home and lists. */
export const FRONT = new Set<string>(["/", "/blog", "/blog/page/[page]"] satisfies Pattern[]);
const ARTICLE: Pattern = "/blog/[slug]";
// After a change of every page, so many newest articles come first. The others are ordered by hash, as the lists of a
// release are: in any other order each partial release would rewrite most lists.
const NEWEST = 480;

/** The routes to be rendered; those of one priority in the order in which they were put. */
export class Queue {
  private readonly routes = new Map(PRIORITIES.map((priority) => [priority, new Set<string>()]));

  get size(): number {
    let size = 0;
    for (const routes of this.routes.values()) size += routes.size;
    return size;
  }

  priorityOf(route: string): Priority | undefined {
    return PRIORITIES.find((priority) => this.of(priority).has(route));
  }

  has(...priorities: Priority[]): boolean {
    return priorities.some((priority) => this.of(priority).size > 0);
  }

  /** Puts the route behind the others of the priority. */
  put(route: string, priority: Priority): void {
    this.remove(route);
    this.of(priority).add(route);
  }

  remove(route: string): void {
    for (const routes of this.routes.values()) routes.delete(route);
  }

  /** Removes the routes of the priority and returns them. */
  take(priority: Priority): string[] {
    const routes = [...this.of(priority)];
    this.of(priority).clear();
    return routes;
  }

  clear(): void {
    for (const routes of this.routes.values()) routes.clear();
  }

  /**
   * Returns at most `count` routes to render next. A batch has only edits, so that these wait for no others; or only
   * routes that failed before, which may take long to fail again; or only home and lists, unless all routes fit into
   * one batch.
   */
  next(count: number): string[] {
    const pages: Priority[][] =
      this.size > count ? [["front"], ["single", "article"]] : [["front", "single", "article"]];
    const groups: Priority[][] = [["edit"], ["retry"], ...pages, ["unseen"], ["failedBefore"]];
    const group = groups.find((priorities) => this.has(...priorities)) ?? [];
    return firstOf(count, ...group.map((priority) => this.of(priority)));
  }

  private of(priority: Priority): Set<string> {
    return this.routes.get(priority) as Set<string>;
  }
}

/** Returns the first `count` routes of these sets, which may be large. */
export function firstOf(count: number, ...sets: Set<string>[]): string[] {
  const first: string[] = [];
  for (const set of sets) for (const route of set) if (first.push(route) === count) return first;
  return first;
}

/** The priority of a route that was not edited itself. */
export function priorityOf(planner: Planner, path: string): Priority {
  const { pattern, route } = planner.get(path);
  if (route.wave === 2) return "unseen";
  if (FRONT.has(pattern)) return "front";
  return pattern === ARTICLE ? "article" : "single";
}

/** Returns all routes, in the order in which those of one priority are rendered. */
export function inOrder(planner: Planner): string[] {
  const newest = new Set(planner.content.list.slice(0, NEWEST).map(({ slug }) => pathOf(ARTICLE, slug)));
  const few: string[] = [];
  const many: [hash: string, path: string][] = [];
  for (const path of planner.instances.keys()) {
    if (newest.has(path)) continue;
    const priority = priorityOf(planner, path);
    if (priority === "front" || priority === "single") few.push(path);
    else many.push([hash("sha256", path), path]);
  }
  many.sort(([a], [b]) => (a < b ? -1 : 1));
  return [...few, ...newest, ...many.map(([, path]) => path)];
}
