import type { FileEntry } from "./blobs";
import type { Log } from "./log";
import { type Patch, patchOf } from "./patch";
import type { Planner } from "./planner";
import type { Releases } from "./releases";
import type { Released } from "./render-process";
import type { RenderedRoutes, Renderer } from "./renderer";

// How many pages of a pattern are rendered to see what the change does to them.
const SAMPLES = 3;

/** The pages of one pattern that were released with the same earlier layout. */
interface Group {
  key: string;
  /** Null when the pages do not change alike, undefined until that was tried. */
  patch: Patch | null | undefined;
  /** Those that are not like the samples. */
  odd: Set<string>;
}

/** What becomes of a batch: routes to render, and those that need only the change of the layout around them. */
export interface Sorted {
  render: string[];
  /** `samples` are among those to render; none of a group that is known. */
  patch: { group: Group; samples: string[]; routes: string[] }[];
}

/**
 * Brings pages up to date whose layout alone has changed, without rendering them. What the layout shows is the same
 * around every page, and a page's own part cannot depend on it (see chrome in routes.ts): so a few pages of a pattern
 * are rendered, and what that changed in all of them alike is done to the released files of the others. Wherever that
 * does not fit exactly, a page is rendered.
 */
export class Patcher {
  private layout = "";
  private readonly groups = new Map<string, Group>();

  constructor(private readonly options: { releases: Releases; renderer: Renderer; log: Log }) {}

  /** Sorts a batch. Of a group that is new, the samples are among those to render. */
  sort(planner: Planner, batch: string[]): Sorted {
    if (this.layout !== planner.layout) this.groups.clear();
    this.layout = planner.layout;
    const sorted: Sorted = { render: [], patch: [] };
    const byGroup = new Map<Group, string[]>();
    for (const route of batch) {
      const group = this.groupOf(planner, route);
      if (!group || group.patch === null || group.odd.has(route)) sorted.render.push(route);
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
   * Patches those of a sorted batch that can be, after `rendered` of it was. Those that it leaves out are among the next
   * batch's to render. No further page is begun once `enough` says so.
   */
  async patch({ patch }: Sorted, rendered: RenderedRoutes, enough: () => boolean): Promise<RenderedRoutes> {
    const { releases, renderer, log } = this.options;
    const patched: RenderedRoutes = {};
    for (const { group, samples, routes } of patch) {
      if (enough()) break;
      if (group.patch === undefined) {
        group.patch = await this.learn(samples, rendered);
        if (group.patch === null) log.info("pages are rendered that could not be patched", { group: group.key });
      }
      if (!group.patch) continue;
      const pages = routes.flatMap((route) =>
        Object.entries(releases.filesOf(route) ?? {}).map(([file, entry]): Released => [route, file, entry]),
      );
      for (const [route, files] of Object.entries(await renderer.patch(group.patch, pages, enough))) {
        if (files) patched[route] = files;
        else group.odd.add(route);
      }
    }
    return patched;
  }

  private groupOf(planner: Planner, route: string): Group | undefined {
    const released = this.options.releases.hashOf(route);
    const layout = released && planner.layoutBehind(route, released);
    if (!layout || planner.isLed(route)) return undefined;
    const key = `${planner.patternOf(route)} ${layout}`;
    let group = this.groups.get(key);
    if (!group) {
      group = { key, patch: undefined, odd: new Set() };
      this.groups.set(key, group);
    }
    return group;
  }

  /**
   * Compares what was released of the samples with what was rendered of them just now. Null when that gives no patch,
   * undefined when they were not all rendered.
   */
  private async learn(samples: string[], rendered: RenderedRoutes): Promise<Patch | null | undefined> {
    const { releases } = this.options;
    if (!samples.every((route) => rendered[route])) return undefined;
    const read = async (files: RenderedRoutes[string] = {}) => {
      const [entry] = Object.values(files) as [FileEntry];
      return String(await releases.blobs.get(entry));
    };
    const samplePages = samples.map(async (route) => ({
      old: await read(releases.filesOf(route)),
      new: await read(rendered[route]),
    }));
    // One that cannot be read is of no help.
    return Promise.all(samplePages).then(patchOf, () => null);
  }
}

/** Takes the first, one of the middle and the last out of the list; all where there are no more. */
function takeSamples(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes.splice(0);
  return [routes.length - 1, Math.floor(routes.length / 2), 0].flatMap((i) => routes.splice(i, 1));
}
