import type { File } from "../render/next-server";
import { type Patch, patchOf } from "../render/patch";
import type { CMS } from "./cms";
import type { Live } from "./live";
import type { Log } from "./log";
import type { Planner } from "./planner";

// How many pages of a group are rendered to learn its patch.
const SAMPLES = 3;

/** A batch, sorted. Routes that it does not name wait until the patch of their group is known. */
interface Sorted {
  patched: Map<string, Patch>;
  rendered: string[];
  /** By group, the rendered routes that its patch is learned from. */
  samples: Map<string, string[]>;
}

/**
 * Updates pages of which only the layout changed, without rendering them. The layout is the same around every page, and
 * a page itself cannot depend on it (see chrome in routes.ts). So a few pages of a group are rendered, and the CMS
 * applies the changes that they have in common to the others. A page that a patch does not fit exactly is rendered. A
 * group is the pages of one pattern that were released with the same layout.
 */
export class Patcher {
  private layout = "";
  /** By group; null where its pages do not change alike. */
  private readonly patches = new Map<string, Patch | null>();

  constructor(
    private readonly options: { cms: CMS; log: Log },
    private readonly live: Live,
  ) {}

  sort(planner: Planner, batch: string[]): Sorted {
    if (this.layout !== planner.layout.hash) this.patches.clear();
    this.layout = planner.layout.hash;
    const sorted: Sorted = { patched: new Map(), rendered: [], samples: new Map() };
    const unknown = new Map<string, string[]>();
    for (const route of batch) {
      const group = this.groupOf(planner, route);
      const patch = group ? this.patches.get(group) : null;
      if (patch) sorted.patched.set(route, patch);
      else if (patch === null || group === undefined) sorted.rendered.push(route);
      else unknown.set(group, [...(unknown.get(group) ?? []), route]);
    }
    for (const [group, routes] of unknown) {
      const samples = samplesOf(routes);
      sorted.rendered.push(...samples);
      if (samples.length < routes.length) sorted.samples.set(group, samples);
    }
    return sorted;
  }

  /** Learns the patches of groups from their rendered samples. */
  async learn(samples: Sorted["samples"], files: Map<string, File>): Promise<void> {
    const { cms, log } = this.options;
    for (const [group, routes] of samples) {
      const fresh = routes.flatMap((route) => files.get(route) ?? []);
      // If not all were rendered, the group is tried again with the next batch.
      if (fresh.length < routes.length) continue;
      const pairs = fresh.map(async ({ file, content }) => {
        return { old: await cms.released(this.live.release, file), new: content.toString() };
      });
      // Without one of the released pages there is no patch.
      const patch = await Promise.all(pairs).then(patchOf, () => null);
      this.patches.set(group, patch);
      if (!patch) log.info("pages are rendered that could not be patched", { group });
    }
  }

  private groupOf(planner: Planner, route: string): string | undefined {
    const released = this.live.hashes.get(route);
    const layout = released && planner.layoutBehind(route, released);
    return layout && !planner.layout.menuTargets.has(route) ? `${planner.get(route).pattern} ${layout}` : undefined;
  }
}

/** Returns the first, the middle and the last route, or all if there are no more. */
function samplesOf(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes;
  return [0, Math.floor(routes.length / 2), routes.length - 1].map((i) => routes[i] as string);
}
