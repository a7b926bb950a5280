import type { FileEntry } from "./blobs";
import type { Log } from "./log";
import { type Patch, patchOf } from "./patch";
import type { Planner } from "./planner";
import type { Releases } from "./releases";
import type { RenderedRoutes, Renderer } from "./renderer";

// How many pages of a pattern are rendered to see what the change does to them.
const SAMPLES = 3;

/** The pages of one pattern that were released with the same earlier layout. */
interface Group {
  key: string;
  /** Patches by what a file's path has behind the route's; null when the pages do not change alike, undefined until that was tried. */
  patches: Map<string, Patch> | null | undefined;
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
      if (!group || group.patches === null || group.odd.has(route)) sorted.render.push(route);
      else byGroup.set(group, [...(byGroup.get(group) ?? []), route]);
    }
    for (const [group, routes] of byGroup) {
      const samples = group.patches === undefined ? takeSamples(routes) : [];
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
      if (group.patches === undefined) {
        group.patches = await this.learn(samples, rendered);
        if (group.patches === null) log.info("pages are rendered that could not be patched", { group: group.key });
      }
      if (!group.patches) continue;
      const pages = routes.map(
        (route) => [route, releases.filesOf(route) ?? {}] as [string, Record<string, FileEntry>],
      );
      for (const [route, files] of Object.entries(await renderer.patch(group.patches, pages, enough))) {
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
      group = { key, patches: undefined, odd: new Set() };
      this.groups.set(key, group);
    }
    return group;
  }

  /**
   * Compares what was released of the samples with what was rendered of them just now. Null when that gives no patches,
   * undefined when they were not all rendered.
   */
  private async learn(samples: string[], rendered: RenderedRoutes) {
    const { releases } = this.options;
    if (!samples.every((route) => rendered[route])) return undefined;
    const patches = new Map<string, Patch>();
    const [first] = samples as [string];
    for (const file of Object.keys(rendered[first] ?? {})) {
      const ending = file.slice(first.length);
      const versions = samples.map((route) =>
        [releases.filesOf(route), rendered[route]].map((files) => files?.[route + ending]),
      );
      if (!versions.flat().every(Boolean)) return null;
      const same = versions.every(([old, now]) => old?.blob === now?.blob);
      const patch = same ? [] : await this.compare(versions as FileEntry[][]);
      if (!patch) return null;
      patches.set(ending, patch);
    }
    return patches;
  }

  private async compare(versions: FileEntry[][]): Promise<Patch | null> {
    const { blobs } = this.options.releases;
    try {
      const texts = await Promise.all(versions.map((pair) => Promise.all(pair.map((entry) => blobs.get(entry)))));
      return patchOf(texts.map(([old, now]) => ({ old: String(old), new: String(now) })));
    } catch {
      return null;
    }
  }
}

/** Takes the first, one of the middle and the last out of the list; all where there are no more. */
function takeSamples(routes: string[]): string[] {
  if (routes.length <= SAMPLES) return routes.splice(0);
  return [routes.length - 1, Math.floor(routes.length / 2), 0].flatMap((i) => routes.splice(i, 1));
}
