import { hash } from "node:crypto";
import { type Chrome, chrome, identity, pathOf, type Route, routes } from "@/app/routes";
import type { Content, Key } from "@/content/content";
import { Reader, type ShownEntry } from "@/content/reader";
import { messageOf } from "./failure";

export interface Instance {
  pattern: string;
  route: Route;
  param: string;
  /** Hash of the route's own inputs, or of why there are none. */
  inputs: string;
}

/** Paths whose own inputs changed, whether the layout of all pages changed, and removed paths. */
export interface Update {
  own: Set<string>;
  all: boolean;
  removed: string[];
}

const sha256 = (...texts: string[]) => hash("sha256", texts.map((text) => `${text}\0`).join(""));

// How many earlier layouts are remembered.
const LAYOUTS = 8;
// The name of the layout among the readers of keys: no path.
const LAYOUT = "layout";

type Layout = ReturnType<typeof layoutOf>;

/** Computes the layout. If that fails, `chrome` is null and `problem` says why: only pages with a layout fail. */
export function layoutOf(reader: Reader) {
  let identified: object = {};
  let shown: Chrome | null = null;
  let problem = "";
  try {
    identified = identity(reader);
    shown = chrome(reader);
  } catch (error) {
    problem = `the layout of the pages cannot be computed: ${messageOf(error)}`;
  }
  return {
    chrome: shown,
    problem,
    hash: sha256(JSON.stringify(shown ?? problem)),
    identity: sha256(JSON.stringify(identified)),
    /** The targets of its menus: on those pages it differs. */
    menuTargets: new Set(Object.values(shown?.menus ?? {}).flatMap(targetsOf)),
  };
}

const targetsOf = (entries: ShownEntry[]): string[] =>
  entries.flatMap(({ href, children = [] }) => [href, ...targetsOf(children)]);

/** Knows every route and the hash of its inputs. An update costs what it changes, not what the site has. */
export class Planner {
  /** By path. */
  readonly instances = new Map<string, Instance>();
  /** The parameters of each pattern's routes. */
  private readonly params = new Map<string, Set<string>>();
  /** The readers of each key: paths, patterns for their parameters, and LAYOUT. Paths may be gone. */
  private readonly readers = new Map<Key, Set<string>>();
  layout: Layout;
  /** Hashes of the layouts before, the last one first. */
  private earlier: string[] = [];

  constructor(
    readonly content: Content,
    readonly codeVersion: string,
  ) {
    this.layout = this.readLayout();
    for (const pattern in routes) this.refreshInstances(pattern, { own: new Set(), all: false, removed: [] });
  }

  get(path: string): Instance {
    const instance = this.instances.get(path);
    if (!instance) throw new Error(`no route ${path}`);
    return instance;
  }

  /** Returns the hash of a route that is up to date: of the code, its layout if it has one, and its own inputs. */
  hashOf(path: string): string {
    return this.hashWith(path, this.get(path).route.bare ? "" : this.layout.hash);
  }

  /** The earlier layout that alone sets `hash` apart from the route's present one; undefined where none does. */
  layoutBehind(path: string, hash: string): string | undefined {
    if (this.get(path).route.bare) return undefined;
    return this.earlier.find((layout) => this.hashWith(path, layout) === hash);
  }

  /** Computes the inputs of a route, with articles without bodies. Throws if that fails. */
  inputsOf(path: string): object {
    const { route, param } = this.get(path);
    if (this.layout.problem && !route.bare) throw new Error(this.layout.problem);
    return route.inputs(new Reader(this.content), param);
  }

  /** Brings the plan up to date after a change of the content. */
  update(changed: Set<Key>): Update {
    const update: Update = { own: new Set(), all: false, removed: [] };
    const concerned = new Set<string>();
    for (const key of changed) {
      for (const name of this.readers.get(key) ?? []) concerned.add(name);
      this.readers.delete(key);
    }
    for (const pattern in routes) if (concerned.has(pattern)) this.refreshInstances(pattern, update);
    for (const path of concerned) {
      const instance = this.instances.get(path);
      if (instance && this.refresh(path, instance)) update.own.add(path);
    }
    if (concerned.has(LAYOUT)) {
      const before = this.layout.hash;
      this.layout = this.readLayout();
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
    const before = this.params.get(pattern) ?? new Set<string>();
    this.params.set(pattern, values);
    this.note(pattern, reader.keys);
    for (const value of before) {
      if (values.has(value)) continue;
      const path = pathOf(pattern, value);
      this.instances.delete(path);
      update.removed.push(path);
    }
    for (const value of values) {
      if (before.has(value)) continue;
      const path = pathOf(pattern, value);
      const instance: Instance = { pattern, route, param: value, inputs: "" };
      this.refresh(path, instance);
      this.instances.set(path, instance);
      update.own.add(path);
    }
  }

  /** Computes the inputs of a route again. Returns whether they have changed. */
  private refresh(path: string, instance: Instance): boolean {
    const before = instance.inputs;
    const reader = new Reader(this.content);
    try {
      instance.inputs = sha256(JSON.stringify(instance.route.inputs(reader, instance.param)));
    } catch (error) {
      // The keys that it has read until then say when to try again.
      instance.inputs = sha256(messageOf(error));
    }
    this.note(path, reader.keys);
    return instance.inputs !== before;
  }

  private readLayout(): Layout {
    const reader = new Reader(this.content);
    const layout = layoutOf(reader);
    this.note(LAYOUT, reader.keys);
    return layout;
  }

  /** Notes the reader of these keys. */
  private note(name: string, keys: Set<Key>): void {
    for (const key of keys) {
      const names = this.readers.get(key);
      if (names) names.add(name);
      else this.readers.set(key, new Set([name]));
    }
  }
}
