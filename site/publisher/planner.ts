import { createHash } from "node:crypto";
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

const sha256 = (...texts: string[]) => {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex");
};

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
  private readonly readers = new Map<Key, Set<string>>();
  private readonly params = new Map<string, { keys: Set<Key>; values: Set<string> }>();
  private chromeKeys = new Set<Key>();
  private chromeHash = "";
  private identityHash = "";
  /** Hashes of the chrome before, the last one first. */
  private readonly earlier: string[] = [];
  private chromeValue: Chrome | null = null;
  /** Where the chrome's menus lead. */
  private led = new Set<string>();
  /** Why there is no chrome: then every page that has the layout fails, and none else. */
  private chromeProblem = "";

  constructor(
    private readonly content: Content,
    private readonly codeVersion: string,
  ) {
    this.refreshChrome();
    for (const pattern of Object.keys(routes)) this.refreshInstances(pattern);
  }

  get paths(): IterableIterator<string> {
    return this.instances.keys();
  }

  get size(): number {
    return this.instances.size;
  }

  /** The pages of the newest articles, newest first. */
  newest(count: number): string[] {
    return this.content.list.slice(0, count).map((article) => pathOf(ARTICLE, article.slug));
  }

  /** Null where it cannot be computed. */
  get chrome(): Chrome | null {
    return this.chromeValue;
  }

  has(path: string): boolean {
    return this.instances.has(path);
  }

  /** The hash that a release must have for the route to be up to date: code, layout if it has one, and own inputs. */
  hashOf(path: string): string {
    return this.hashWith(path, this.hasLayout(path) ? this.chromeHash : "");
  }

  /**
   * Says of a hash of the route which earlier layout it had, if that is all that sets it apart from the hash of now.
   * Undefined when more has changed, or the layout is longer ago than this planner remembers.
   */
  layoutBehind(path: string, hash: string): string | undefined {
    return this.hasLayout(path) ? this.earlier.find((layout) => this.hashWith(path, layout) === hash) : undefined;
  }

  /** Names the present layout, as layoutBehind does earlier ones. */
  get layout(): string {
    return this.chromeHash;
  }

  /** Whether the route shows the layout, which is rendered from the chrome. */
  hasLayout(path: string): boolean {
    return !routeOf(this.patternOf(path)).bare;
  }

  /** Whether the layout leads to the route, and so looks another way around it. */
  isLed(path: string): boolean {
    return this.led.has(path);
  }

  /** When the route goes live: see Route. */
  waveOf(path: string): 0 | 1 | 2 {
    return routeOf(this.patternOf(path)).wave ?? 0;
  }

  patternOf(path: string): string {
    return this.instance(path).pattern;
  }

  /** The route's inputs, computed anew; an article comes without its body. Throws where they cannot be computed. */
  inputsOf(path: string): object {
    if (this.hasLayout(path) && this.chromeProblem) throw new Error(this.chromeProblem);
    const { pattern, param } = this.instance(path);
    return routeOf(pattern).inputs(new Reader(this.content), param);
  }

  /**
   * Takes note of changed keys. Returns the paths whose hash may differ now and those that are no more;
   * "all" when the layout around every page changed.
   */
  update(changed: Set<Key>): { own: Set<string>; all: boolean; removed: string[] } {
    const own = new Set<string>();
    const removed: string[] = [];
    for (const pattern of Object.keys(routes)) {
      const known = this.params.get(pattern);
      if (known && intersects(known.keys, changed)) {
        const result = this.refreshInstances(pattern);
        for (const path of result.added) own.add(path);
        removed.push(...result.removed);
      }
    }
    const affected = new Set<string>();
    for (const key of changed) for (const path of this.readers.get(key) ?? []) affected.add(path);
    for (const path of affected) {
      const before = this.instance(path).inputs;
      this.refresh(path);
      if (this.instance(path).inputs !== before) own.add(path);
    }
    let all = false;
    if (intersects(this.chromeKeys, changed)) {
      const before = this.chromeHash;
      this.refreshChrome();
      all = this.chromeHash !== before;
    }
    return { own, all, removed };
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
      this.chromeValue = chrome(reader);
      this.chromeProblem = "";
    } catch (error) {
      this.chromeValue = null;
      this.chromeProblem = `what stands on every page cannot be put together: ${messageOf(error)}`;
    }
    this.chromeKeys = reader.keys;
    this.led = new Set(Object.values(this.chromeValue?.menus ?? {}).flatMap(targetsOf));
    const hash = sha256(JSON.stringify(this.chromeValue ?? this.chromeProblem));
    if (this.chromeHash && hash !== this.chromeHash) this.earlier.unshift(this.chromeHash);
    this.earlier.splice(LAYOUTS);
    this.chromeHash = hash;
    this.identityHash = sha256(JSON.stringify(identified));
  }

  private refreshInstances(pattern: string): { added: string[]; removed: string[] } {
    const route = routeOf(pattern);
    const reader = new Reader(this.content);
    const values = new Set(route.params ? route.params(reader) : [""]);
    const before = this.params.get(pattern)?.values ?? new Set<string>();
    this.params.set(pattern, { keys: reader.keys, values });
    const added: string[] = [];
    const removed: string[] = [];
    for (const value of before) {
      if (values.has(value)) continue;
      const path = pathOf(pattern, value);
      this.forget(path);
      removed.push(path);
    }
    for (const value of values) {
      if (before.has(value)) continue;
      const path = pathOf(pattern, value);
      this.instances.set(path, { pattern, param: value, inputs: "", keys: new Set() });
      this.refresh(path);
      added.push(path);
    }
    return { added, removed };
  }

  private refresh(path: string) {
    const instance = this.instance(path);
    const reader = new Reader(this.content);
    try {
      instance.inputs = sha256(JSON.stringify(routeOf(instance.pattern).inputs(reader, instance.param)));
    } catch (error) {
      // What it has read until then says when it is worth another try.
      instance.inputs = sha256(messageOf(error));
    }
    for (const key of instance.keys) if (!reader.keys.has(key)) this.readers.get(key)?.delete(path);
    for (const key of reader.keys) {
      if (instance.keys.has(key)) continue;
      const paths = this.readers.get(key);
      if (paths) paths.add(path);
      else this.readers.set(key, new Set([path]));
    }
    instance.keys = reader.keys;
  }

  private forget(path: string) {
    for (const key of this.instance(path).keys) {
      const paths = this.readers.get(key);
      paths?.delete(path);
      if (paths?.size === 0) this.readers.delete(key);
    }
    this.instances.delete(path);
  }
}

function intersects(a: Set<Key>, b: Set<Key>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const key of small) if (large.has(key)) return true;
  return false;
}
