/** Why a route is rendered, in the order in which that is done. */
const PRIORITIES = [
  /** Its page was edited itself. The last update comes first. */
  "edit",
  /** It failed before, its process was killed, or it is the picture that stands in for others. */
  "retry",
  /** Home and lists. */
  "front",
  /** Other single pages. */
  "single",
  "article",
  /** No page shows it. */
  "unseen",
  /** It failed before, and only its surroundings have changed. */
  "failedBefore",
] as const;

export type Priority = (typeof PRIORITIES)[number];

/** The routes that wait to be rendered; those of one priority in the order in which they were put. */
export class Queue {
  private readonly priorities = new Map<string, Priority>();
  private readonly routes = Object.fromEntries(PRIORITIES.map((priority) => [priority, new Set<string>()])) as Record<
    Priority,
    Set<string>
  >;

  get size(): number {
    return this.priorities.size;
  }

  priorityOf(route: string): Priority | undefined {
    return this.priorities.get(route);
  }

  has(...priorities: Priority[]): boolean {
    return priorities.some((priority) => this.routes[priority].size > 0);
  }

  /** Puts the route behind the others of the priority. */
  put(route: string, priority: Priority): void {
    this.remove(route);
    this.priorities.set(route, priority);
    this.routes[priority].add(route);
  }

  /** Returns the priority that the route had. */
  remove(route: string): Priority | undefined {
    const priority = this.priorities.get(route);
    if (priority) this.routes[priority].delete(route);
    this.priorities.delete(route);
    return priority;
  }

  /** Removes the routes of the priority and returns them. */
  take(priority: Priority): string[] {
    const routes = [...this.routes[priority]];
    for (const route of routes) this.remove(route);
    return routes;
  }

  clear(): void {
    for (const priority of PRIORITIES) this.take(priority);
  }

  /**
   * Returns at most so many routes to render next. Edits are alone, so that they do not wait for what only follows; so is
   * what failed before, which may take long to fail again; and home and lists, unless everything fits into one batch.
   */
  next(size: number): string[] {
    const pages: Priority[][] =
      this.size > size ? [["front"], ["single", "article"]] : [["front", "single", "article"]];
    const groups: Priority[][] = [["edit"], ["retry"], ...pages, ["unseen"], ["failedBefore"]];
    const group = groups.find((priorities) => this.has(...priorities)) ?? [];
    return group.flatMap((priority) => [...this.routes[priority]]).slice(0, size);
  }
}
