import { hash } from "node:crypto";
import type { Content, Key } from "@/content/content";
import { Reader, type ShownEntry } from "@/content/reader";
import { type Chrome, chrome, identity, type Pattern, pathOf, type Route, routes } from "@/content/routes";
import { messageOf } from "./failure";

/** The pages of which there are as many as articles. */
export const ARTICLE: Pattern = "/blog/[slug]";
/** The further pages of the list of articles. */
export const LIST: Pattern = "/blog/page/[page]";

interface Instance {
  pattern: string;
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

const targetsOf = (entries: ShownEntry[]): string[] =>
  entries.flatMap(({ href, children = [] }) => [href, ...targetsOf(children)]);

const routeOf = (pattern: string) => routes[pattern as keyof typeof routes] as Route;

/**
 * Knows every route of the site with the hash of what it is rendered from. After a change it looks only at the routes
 * that read what changed.
 */
export class Planner {
  private readonly instances = new Map<string, Instance>();
  private readonly params = new Map<string, { keys: Set<Key>; values: Set<string> }>();
  /** What the layout shows; null where it cannot be computed. */
  chrome: Chrome | null = null;
  private chromeKeys = new Set<Key>();
  /** The chrome's hash: names the present layout, as layoutBehind does earlier ones. */
  layout = "";
  private identityHash = "";
  /** Hashes of the chrome before, the last one first. */
  private readonly earlier: string[] = [];
  /** Where the chrome's menus lead. */
  private led = new Set<string>();
  /** Why there is no chrome: then every page that has the layout fails, and none else. */
  private chromeProblem = "";

  constructor(
    private readonly content: Content,
    private readonly codeVersion: string,
  ) {
    this.refreshChrome();
    for (const pattern of Object.keys(routes)) this.refreshInstances(pattern, { own: new Set(), removed: [] });
  }

  get paths(): IterableIterator<string> {
    return this.instances.keys();
  }

  /** The pages of the newest articles, newest first. */
  newest(count: number): string[] {
    return this.content.list.slice(0, count).map((article) => pathOf(ARTICLE, article.slug));
  }

  has(path: string): boolean {
    return this.instances.has(path);
  }

  /** The hash that a release must have for the route to be up to date: code, layout if it has one, and own inputs. */
  hashOf(path: string): string {
    return this.hashWith(path, this.routeOf(path).bare ? "" : this.layout);
  }

  /**
   * Says of a hash of the route which earlier layout it had, if that is all that sets it apart from the hash of now.
   * Undefined when more has changed, or the layout is longer ago than this planner remembers.
   */
  layoutBehind(path: string, hash: string): string | undefined {
    if (this.routeOf(path).bare) return undefined;
    return this.earlier.find((layout) => this.hashWith(path, layout) === hash);
  }

  /** Whether the layout leads to the route, and so looks another way around it. */
  isLed(path: string): boolean {
    return this.led.has(path);
  }

  routeOf(path: string): Route {
    return routeOf(this.patternOf(path));
  }

  patternOf(path: string): string {
    return this.instance(path).pattern;
  }

  /** The route's inputs, computed anew; an article comes without its body. Throws where they cannot be computed. */
  inputsOf(path: string): object {
    if (this.chromeProblem && !this.routeOf(path).bare) throw new Error(this.chromeProblem);
    const { pattern, param } = this.instance(path);
    return routeOf(pattern).inputs(new Reader(this.content), param);
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
    if (intersects(this.chromeKeys, changed)) {
      const before = this.layout;
      this.refreshChrome();
      update.all = this.layout !== before;
    }
    return update;
  }

  private hashWith(path: string, layout: string): string {
    return sha256(this.codeVersion, layout && this.identityHash, layout, this.instance(path).inputs);
  }

  private instance(path: string): Instance {
    const instance = this.instances.get(path);
    if (!instance) throw new Error(`no route ${path}`);
    return instance;
  }

  private refreshChrome() {
    const reader = new Reader(this.content);
    let identified: object = {};
    try {
      identified = identity(reader);
      this.chrome = chrome(reader);
      this.chromeProblem = "";
    } catch (error) {
      this.chrome = null;
      this.chromeProblem = `what stands on every page cannot be put together: ${messageOf(error)}`;
    }
    this.chromeKeys = reader.keys;
    this.led = new Set(Object.values(this.chrome?.menus ?? {}).flatMap(targetsOf));
    const layout = sha256(JSON.stringify(this.chrome ?? this.chromeProblem));
    if (this.layout && layout !== this.layout) this.earlier.unshift(this.layout);
    this.earlier.splice(LAYOUTS);
    this.layout = layout;
    this.identityHash = sha256(JSON.stringify(identified));
  }

  private refreshInstances(pattern: string, update: Pick<Update, "own" | "removed">) {
    const route = routeOf(pattern);
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
      const instance: Instance = { pattern, param: value, inputs: "", keys: new Set() };
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
      instance.inputs = sha256(JSON.stringify(routeOf(instance.pattern).inputs(reader, instance.param)));
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
