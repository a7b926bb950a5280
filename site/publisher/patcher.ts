import type { CMS } from "./cms";
import type { Live } from "./live";
import type { Log } from "./log";
import { type Patch, patchOf } from "./patch";
import type { Planner } from "./planner";
import { pageFile } from "./tree";

// How many pages of a pattern are rendered to see what the change does to them.
const SAMPLES = 3;

/** What becomes of a batch: routes to render, and those that need only the change of the layout around them. */
interface Sorted {
  render: string[];
  /** `samples` are among those to render; none of a group whose patch is known. */
  patch: { group: string; samples: string[]; routes: string[] }[];
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

  constructor(private readonly options: { cms: CMS; live: Live; log: Log }) {}

  /** Sorts a batch. Of a group that is new, the samples are among those to render. */
  sort(planner: Planner, batch: string[]): Sorted {
    if (this.layout !== planner.layout) this.known.clear();
    this.layout = planner.layout;
    const sorted: Sorted = { render: [], patch: [] };
    const groups = new Map<string, string[]>();
    for (const route of batch) {
      const group = this.groupOf(planner, route);
      if (!group || this.known.get(group) === null) sorted.render.push(route);
      else groups.set(group, [...(groups.get(group) ?? []), route]);
    }
    for (const [group, routes] of groups) {
      const samples = this.known.has(group) ? [] : takeSamples(routes);
      sorted.render.push(...samples);
      if (routes.length) sorted.patch.push({ group, samples, routes });
    }
    return sorted;
  }

  /**
   * The patch of each route of a sorted batch that has one, after the samples were rendered, of which `texts` has the new
   * pages. Routes that it leaves out are to be rendered.
   */
  async patches(sorted: Sorted, texts: Record<string, string>): Promise<Map<string, Patch>> {
    const patches = new Map<string, Patch>();
    for (const { group, samples, routes } of sorted.patch) {
      const patch = this.known.get(group) ?? (await this.learn(group, samples, texts));
      if (patch) for (const route of routes) patches.set(route, patch);
    }
    return patches;
  }

  private groupOf(planner: Planner, route: string): string | undefined {
    const released = this.options.live.hashOf(route);
    const layout = released && planner.layoutBehind(route, released);
    return layout && !planner.isLed(route) ? `${planner.patternOf(route)} ${layout}` : undefined;
  }

  private async learn(group: string, samples: string[], texts: Record<string, string>): Promise<Patch | null> {
    const { cms, live, log } = this.options;
    // Not all of them were rendered: others are tried with the next batch.
    if (!samples.every((route) => texts[route])) return null;
    const pairs = samples.map(async (route) => {
      const old = await cms.released(live.release, pageFile(route));
      return { old, new: texts[route] as string };
    });
    // One that cannot be read is of no help.
    const patch = await Promise.all(pairs).then(patchOf, () => null);
    this.known.set(group, patch);
    if (!patch) log.info("pages are rendered that could not be patched", { group });
    return patch;
  }
}

/** Takes the first, one of the middle and the last out of the list; all where there are no more. */
function takeSamples(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes.splice(0);
  return [routes.length - 1, Math.floor(routes.length / 2), 0].flatMap((i) => routes.splice(i, 1));
}
