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

/** Paths whose own inputs changed, whether the layout around every page changed, and paths that are no more. */
export interface Update {
  own: Set<string>;
  all: boolean;
  removed: string[];
}

const sha256 = (...texts: string[]) => hash("sha256", texts.map((text) => `${text}\0`).join(""));

// How many layouts before the present one are remembered.
const LAYOUTS = 8;

/** What is around every page. */
type Layout = ReturnType<typeof layoutOf>;

/** Computes the layout. Where it cannot be computed, `chrome` is null and `problem` says why: its pages fail, no other. */
export function layoutOf(content: Content) {
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
    /** Where its menus lead: around those pages it looks another way. */
    menuTargets: new Set(Object.values(shown?.menus ?? {}).flatMap(targetsOf)),
  };
}

const targetsOf = (entries: ShownEntry[]): string[] =>
  entries.flatMap(({ href, children = [] }) => [href, ...targetsOf(children)]);

/** Knows every route with the hash of what it is rendered from. After a change it looks only at routes that read it. */
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
    for (const pattern in routes) this.refreshInstances(pattern, { own: new Set(), all: false, removed: [] });
  }

  get(path: string): Instance {
    const instance = this.instances.get(path);
    if (!instance) throw new Error(`no route ${path}`);
    return instance;
  }

  /** The hash of an up-to-date route: of the code, the layout if it has one, and its own inputs. */
  hashOf(path: string): string {
    return this.hashWith(path, this.get(path).route.bare ? "" : this.layout.hash);
  }

  /** The earlier layout that alone sets `hash` apart from the route's present one; undefined where none does. */
  layoutBehind(path: string, hash: string): string | undefined {
    if (this.get(path).route.bare) return undefined;
    return this.earlier.find((layout) => this.hashWith(path, layout) === hash);
  }

  /** Computes the route's inputs, articles without their bodies. Throws where they cannot be computed. */
  inputsOf(path: string): object {
    const { route, param } = this.get(path);
    if (this.layout.problem && !route.bare) throw new Error(this.layout.problem);
    return route.inputs(new Reader(this.content), param);
  }

  /** Brings the plan up to date after a change of the content. */
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

  private refreshInstances(pattern: string, update: Update) {
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
