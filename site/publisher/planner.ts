import { hash } from "node:crypto";
import type { Content, Key } from "@/content/content";
import { Reader, type ShownEntry } from "@/content/reader";
import { type Chrome, chrome, identity, type Pattern, pathOf, type Route, routes } from "@/content/routes";
import { messageOf } from "./failure";

/** The pages of which there are as many as articles. */
export const ARTICLE: Pattern = "/blog/[slug]";
/** The further pages of the list of articles. */
export const LIST: Pattern = "/blog/page/[page]";

export interface Instance {
  pattern: string;
  route: Route;
  param: string;
  /** Hash of the route's own inputs, or of why there are none. */
  inputs: string;
  keys: Set<Key>;
}

/** Paths whose hash may differ after a change and those that are no more; "all" when the layout around every page changed. */
export interface Update {
  own: Set<string>;
  all: boolean;
  removed: string[];
}

const sha256 = (...texts: string[]) => hash("sha256", texts.map((text) => `${text}\0`).join(""));

// How many layouts before the present one are remembered.
const LAYOUTS = 8;

/** What stands around every page. */
interface Layout {
  /** What it shows; null where that cannot be computed: then every page that has the layout fails, and none else. */
  chrome: Chrome | null;
  /** Why it cannot. */
  problem: string;
  keys: Set<Key>;
  /** Hash of what it shows, which names this layout. */
  hash: string;
  identity: string;
  /** Where its menus lead: around those pages it looks another way. */
  menuTargets: Set<string>;
}

export function layoutOf(content: Content): Layout {
  const reader = new Reader(content);
  let identified: object = {};
  let shown: Chrome | null = null;
  let problem = "";
  try {
    identified = identity(reader);
    shown = chrome(reader);
  } catch (error) {
    problem = `what stands on every page cannot be put together: ${messageOf(error)}`;
  }
  return {
    chrome: shown,
    problem,
    keys: reader.keys,
    hash: sha256(JSON.stringify(shown ?? problem)),
    identity: sha256(JSON.stringify(identified)),
    menuTargets: new Set(Object.values(shown?.menus ?? {}).flatMap(targetsOf)),
  };
}

const targetsOf = (entries: ShownEntry[]): string[] =>
  entries.flatMap(({ href, children = [] }) => [href, ...targetsOf(children)]);

/**
 * Knows every route of the site with the hash of what it is rendered from. After a change it looks only at the routes
 * that read what changed.
 */
export class Planner {
  /** By path. */
  readonly instances = new Map<string, Instance>();
  private readonly params = new Map<string, { keys: Set<Key>; values: Set<string> }>();
  layout: Layout;
  /** Hashes of the layouts before, the last one first. */
  private earlier: string[] = [];

  constructor(
    readonly content: Content,
    readonly codeVersion: string,
  ) {
    this.layout = layoutOf(content);
    for (const pattern in routes) this.refreshInstances(pattern, { own: new Set(), removed: [] });
  }

  get(path: string): Instance {
    const instance = this.instances.get(path);
    if (!instance) throw new Error(`no route ${path}`);
    return instance;
  }

  /** The hash that a release must have for the route to be up to date: code, layout if it has one, and own inputs. */
  hashOf(path: string): string {
    return this.hashWith(path, this.get(path).route.bare ? "" : this.layout.hash);
  }

  /**
   * Says of a hash of the route which earlier layout it had, if that is all that sets it apart from the hash of now.
   * Undefined when more has changed, or the layout is longer ago than this planner remembers.
   */
  layoutBehind(path: string, hash: string): string | undefined {
    if (this.get(path).route.bare) return undefined;
    return this.earlier.find((layout) => this.hashWith(path, layout) === hash);
  }

  /** The route's inputs, computed anew; an article comes without its body. Throws where they cannot be computed. */
  inputsOf(path: string): object {
    const { route, param } = this.get(path);
    if (this.layout.problem && !route.bare) throw new Error(this.layout.problem);
    return route.inputs(new Reader(this.content), param);
  }

  /** Takes note of changed keys. */
  update(changed: Set<Key>): Update {
    const update: Update = { own: new Set(), all: false, removed: [] };
    for (const [pattern, { keys }] of this.params) {
      if (intersects(keys, changed)) this.refreshInstances(pattern, update);
    }
    for (const [path, instance] of this.instances) {
      if (intersects(instance.keys, changed) && this.refresh(instance)) update.own.add(path);
    }
    if (intersects(this.layout.keys, changed)) {
      const before = this.layout.hash;
      this.layout = layoutOf(this.content);
      update.all = this.layout.hash !== before;
      if (update.all) this.earlier = [before, ...this.earlier].slice(0, LAYOUTS);
    }
    return update;
  }

  private hashWith(path: string, layout: string): string {
    return sha256(this.codeVersion, layout && this.layout.identity, layout, this.get(path).inputs);
  }

  private refreshInstances(pattern: string, update: Pick<Update, "own" | "removed">) {
    const route: Route = routes[pattern as keyof typeof routes];
    const reader = new Reader(this.content);
    const values = new Set(route.params ? route.params(reader) : [""]);
    const before = this.params.get(pattern)?.values ?? new Set<string>();
    this.params.set(pattern, { keys: reader.keys, values });
    for (const value of before) {
      if (values.has(value)) continue;
      const path = pathOf(pattern, value);
      this.instances.delete(path);
      update.removed.push(path);
    }
    for (const value of values) {
      if (before.has(value)) continue;
      const path = pathOf(pattern, value);
      const instance: Instance = { pattern, route, param: value, inputs: "", keys: new Set() };
      this.refresh(instance);
      this.instances.set(path, instance);
      update.own.add(path);
    }
  }

  /** Returns whether the route's own inputs are other ones now. */
  private refresh(instance: Instance): boolean {
    const before = instance.inputs;
    const reader = new Reader(this.content);
    try {
      instance.inputs = sha256(JSON.stringify(instance.route.inputs(reader, instance.param)));
    } catch (error) {
      // What it has read until then says when it is worth another try.
      instance.inputs = sha256(messageOf(error));
    }
    instance.keys = reader.keys;
    return instance.inputs !== before;
  }
}

function intersects(a: Set<Key>, b: Set<Key>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const key of small) if (large.has(key)) return true;
  return false;
}
