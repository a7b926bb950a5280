import type { CMS } from "./cms";
import type { Live } from "./live";
import type { Log } from "./log";
import { type Patch, patchOf } from "./patch";
import type { Planner } from "./planner";
import { pageFile } from "./tree";

// How many pages of a pattern are rendered to see what the change does to them.
const SAMPLES = 3;

/** The pages of one pattern that were released with the same earlier layout. */
interface Group {
  key: string;
  /** Null when the pages do not change alike, undefined until that was tried. */
  patch: Patch | null | undefined;
}

/** What becomes of a batch: routes to render, and those that need only the change of the layout around them. */
export interface Sorted {
  render: string[];
  /** `samples` are among those to render; none of a group that is known. */
  patch: { group: Group; samples: string[]; routes: string[] }[];
}

/**
 * Finds pages that are up to date but for the layout, and how to bring them up to date without rendering them. What the
 * layout shows is the same around every page, and a page's own part cannot depend on it (see chrome in routes.ts): so a
 * few pages of a pattern are rendered, and the CMS does to the others what that changed in all of them alike. Wherever
 * that does not fit exactly, a page is rendered.
 */
export class Patcher {
  private layout = "";
  private readonly groups = new Map<string, Group>();

  constructor(private readonly options: { cms: CMS; live: Live; log: Log }) {}

  /** Sorts a batch. Of a group that is new, the samples are among those to render. */
  sort(planner: Planner, batch: string[]): Sorted {
    if (this.layout !== planner.layout) this.groups.clear();
    this.layout = planner.layout;
    const sorted: Sorted = { render: [], patch: [] };
    const byGroup = new Map<Group, string[]>();
    for (const route of batch) {
      const group = this.groupOf(planner, route);
      if (!group || group.patch === null) sorted.render.push(route);
      else byGroup.set(group, [...(byGroup.get(group) ?? []), route]);
    }
    for (const [group, routes] of byGroup) {
      const samples = group.patch === undefined ? takeSamples(routes) : [];
      sorted.render.push(...samples);
      if (routes.length) sorted.patch.push({ group, samples, routes });
    }
    return sorted;
  }

  /**
   * The patch of each route of a sorted batch that has one, after the samples were rendered, of which `texts` has the new
   * pages. Routes that it leaves out are to be rendered.
   */
  async patches({ patch }: Sorted, texts: Record<string, string>): Promise<Map<string, Patch>> {
    const patches = new Map<string, Patch>();
    for (const { group, samples, routes } of patch) {
      if (group.patch === undefined) {
        group.patch = await this.learn(samples, texts);
        if (group.patch === null)
          this.options.log.info("pages are rendered that could not be patched", { group: group.key });
      }
      if (group.patch) for (const route of routes) patches.set(route, group.patch);
    }
    return patches;
  }

  private groupOf(planner: Planner, route: string): Group | undefined {
    const released = this.options.live.hashOf(route);
    const layout = released && planner.layoutBehind(route, released);
    if (!layout || planner.isLed(route)) return undefined;
    const key = `${planner.patternOf(route)} ${layout}`;
    let group = this.groups.get(key);
    if (!group) {
      group = { key, patch: undefined };
      this.groups.set(key, group);
    }
    return group;
  }

  /** Null when the samples give no patch, undefined when they were not all rendered. */
  private async learn(samples: string[], texts: Record<string, string>): Promise<Patch | null | undefined> {
    const { cms, live } = this.options;
    if (!samples.every((route) => texts[route])) return undefined;
    const pairs = samples.map(async (route) => {
      const old = await cms.released(live.release, pageFile(route));
      return { old, new: texts[route] as string };
    });
    // One that cannot be read is of no help.
    return Promise.all(pairs).then(patchOf, () => null);
  }
}

/** Takes the first, one of the middle and the last out of the list; all where there are no more. */
function takeSamples(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes.splice(0);
  return [routes.length - 1, Math.floor(routes.length / 2), 0].flatMap((i) => routes.splice(i, 1));
}
