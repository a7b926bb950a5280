import type { CMS } from "./cms";
import type { Live } from "./live";
import type { Log } from "./log";
import type { File } from "./next-server";
import { type Patch, patchOf } from "./patch";
import type { Planner } from "./planner";

// How many pages of a pattern are rendered to see what the change does to them.
const SAMPLES = 3;

/** What is to be rendered of a batch. */
interface Sorted {
  render: string[];
  /** By group those of them that show what its patch is. */
  learning: Map<string, string[]>;
}

/**
 * Finds pages that are up to date but for the layout, and how to bring them up to date without rendering them. What the
 * layout shows is the same around every page, and a page's own part cannot depend on it (see chrome in routes.ts): so a
 * few pages of a pattern are rendered, and the CMS does to the others what that changed in all of them alike. Wherever
 * that does not fit exactly, a page is rendered.
 */
export class Patcher {
  private layout = "";
  /** By group: the pages of one pattern that were released with the same earlier layout. Null when they change unlike. */
  private readonly known = new Map<string, Patch | null>();

  constructor(
    private readonly options: { cms: CMS; log: Log },
    private readonly live: Live,
  ) {}

  /** Sorts a batch. What is not to be rendered has a patch, or will have one once its group is learned. */
  sort(planner: Planner, batch: string[]): Sorted {
    if (this.layout !== planner.layout.hash) this.known.clear();
    this.layout = planner.layout.hash;
    const sorted: Sorted = { render: [], learning: new Map() };
    const unknown = new Map<string, string[]>();
    for (const route of batch) {
      const group = this.groupOf(planner, route);
      if (!group || this.known.get(group) === null) sorted.render.push(route);
      else if (!this.known.has(group)) unknown.set(group, [...(unknown.get(group) ?? []), route]);
    }
    for (const [group, routes] of unknown) {
      const samples = samplesOf(routes);
      sorted.render.push(...samples);
      if (samples.length < routes.length) sorted.learning.set(group, samples);
    }
    return sorted;
  }

  patchFor(planner: Planner, route: string): Patch | null {
    return this.known.get(this.groupOf(planner, route) ?? "") ?? null;
  }

  /** Finds the patches of groups after their samples were rendered, as `files` has them. */
  async learn(learning: Sorted["learning"], files: Map<string, File>): Promise<void> {
    const { cms, log } = this.options;
    for (const [group, samples] of learning) {
      const fresh = samples.flatMap((route) => files.get(route) ?? []);
      // Not all of them were rendered: the group is tried again with the next batch.
      if (fresh.length < samples.length) continue;
      const pairs = fresh.map(async ({ file, content }) => {
        return { old: await cms.released(this.live.release, file), new: content.toString() };
      });
      // One that cannot be read is of no help.
      const patch = await Promise.all(pairs).then(patchOf, () => null);
      this.known.set(group, patch);
      if (!patch) log.info("pages are rendered that could not be patched", { group });
    }
  }

  private groupOf(planner: Planner, route: string): string | undefined {
    const released = this.live.hashes.get(route);
    const layout = released && planner.layoutBehind(route, released);
    return layout && !planner.layout.menuTargets.has(route) ? `${planner.get(route).pattern} ${layout}` : undefined;
  }
}

/** The first, one of the middle and the last; all where there are no more. */
function samplesOf(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes;
  return [0, Math.floor(routes.length / 2), routes.length - 1].map((i) => routes[i] as string);
}
