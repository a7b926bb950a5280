import { createHash } from "node:crypto";
import type { Schemas } from "@academy/shared/api/client";
import type { Patch } from "../../render/patch";
import type { Release, RouteEntry } from "../cms";
import type { Failure } from "../failure";

/** A release as the store keeps it. */
export interface Manifest {
  release: string;
  parent: string | null;
  fingerprint: string;
  target_fingerprint: string;
  partial: boolean;
  code_version: string;
  routes: number;
  changed_routes: string[];
  changed_count: number;
  removed_count: number;
  failures?: Failure[];
  failed_count?: number;
  build?: { parent: string; changed_routes: string[]; changed_count: number; removed_count: number };
}

interface Stored {
  manifest: Manifest;
  routes: Map<string, RouteEntry>;
  assets: Record<string, string>;
}

const LISTED = 100;
const NAMED = 50;
const LARGEST = 32 << 20;

/** The CMS's side of the calls that make releases, in memory, and as strict. */
export class Releases {
  /** Content that is handed over, by its sha256. */
  readonly files = new Map<string, Buffer>();
  /** How many files were handed over that were there already. */
  again = 0;
  /** Files whose content is lost or damaged. */
  readonly damaged = new Set<string>();
  /** Damaged ones that nobody has noticed: a look at every file finds them. */
  readonly unnoticed = new Set<string>();
  current: Stored | null = null;
  private readonly all = new Map<string, Stored>();
  private made = 0;

  copy(): Releases {
    const copy = new Releases();
    for (const [hash, content] of this.files) copy.files.set(hash, content);
    for (const [id, stored] of this.all) copy.all.set(id, stored);
    copy.current = this.current;
    copy.made = this.made;
    return copy;
  }

  get(id: string): Stored | undefined {
    return this.all.get(id);
  }

  get count(): number {
    return this.all.size;
  }

  /** What somebody does who rolls back. */
  goTo(id: string): void {
    this.current = this.all.get(id) ?? null;
  }

  put(hash: string, content: Buffer): { status: number; body?: object } {
    if (content.length > LARGEST) return { status: 413, body: { detail: "the file is too large" } };
    if (sha256(content) !== hash) return { status: 422, body: { detail: "the content has another hash" } };
    if (this.files.has(hash) && !this.lost(hash)) this.again++;
    this.files.set(hash, content);
    this.damaged.delete(hash);
    this.unnoticed.delete(hash);
    return { status: 204 };
  }

  /** The content that a release has at a path. */
  read(release: string, path: string): Buffer | undefined {
    const routes = this.all.get(release)?.routes ?? new Map<string, RouteEntry>();
    const hash = [...routes.values()].find(({ files }) => files[path])?.files[path];
    return hash && !this.lost(hash) && !this.unnoticed.has(hash) ? this.files.get(hash) : undefined;
  }

  live(since: string | null, verify: boolean): Schemas["LiveRelease"] {
    if (verify) for (const hash of this.unnoticed) this.damaged.add(hash);
    const { manifest, routes, assets } = this.current ?? none;
    const hashes = new Map([...routes].map(([route, entry]) => [route, this.hashOf(entry)]));
    const answer = {
      release: manifest.release,
      fingerprint: manifest.fingerprint,
      target_fingerprint: manifest.target_fingerprint,
      partial: manifest.partial,
      code_version: Object.values(assets).some((hash) => this.damaged.has(hash)) ? "" : manifest.code_version,
      failures: manifest.failures ?? [],
    };
    const before = since && this.all.get(since)?.routes;
    if (!before) return { ...answer, routes: Object.fromEntries(hashes) };
    const changed = [...hashes].filter(([route, hash]) => hash === "" || before.get(route)?.hash !== hash);
    const removed = [...before.keys()].filter((route) => !routes.has(route));
    return { ...answer, since, routes: Object.fromEntries(changed), removed };
  }

  release(asked: Release): { status: number; body: object; made?: Manifest } {
    const { current } = this;
    const live = current?.manifest;
    if (asked.parent !== (live?.release ?? "")) {
      return { status: 409, body: { detail: "another release is live", live: live ?? { release: "" } } };
    }
    if (asked.code_version !== live?.code_version && !asked.assets) {
      return { status: 422, body: { detail: "a release of another version of the code has its assets" } };
    }
    const wanted = Object.values(asked.routes).flatMap(({ files }) => Object.values(files));
    const missing = [...wanted, ...Object.values(asked.assets ?? {})].filter((hash) => this.lost(hash));
    if (missing.length) return { status: 422, body: { detail: "files are missing", missing: [...new Set(missing)] } };
    const { patched, unpatched } = this.patched(asked);
    const stored = this.stored({ ...asked, routes: { ...asked.routes, ...patched } }, current);
    this.all.set(stored.manifest.release, stored);
    this.current = stored;
    return { status: 201, body: { release: stored.manifest.release, unpatched }, made: stored.manifest };
  }

  private patched({ parent, patches }: Release): { patched: Record<string, RouteEntry>; unpatched: string[] } {
    const patched: Record<string, RouteEntry> = {};
    const unpatched: string[] = [];
    for (const { hunks, routes } of patches) {
      for (const [route, hash] of Object.entries(routes)) {
        const file = `${route === "/" ? "/index" : route}.html`;
        const old = this.read(parent, file);
        const text = old ? applied(hunks, old.toString()) : null;
        if (text === null) unpatched.push(route);
        else {
          const blob = sha256(Buffer.from(text));
          this.files.set(blob, Buffer.from(text));
          patched[route] = { hash, files: { [file]: blob } };
        }
      }
    }
    return { patched, unpatched };
  }

  private stored(asked: Release, current: Stored | null): Stored {
    const routes = new Map(current?.routes);
    for (const route of asked.removed) routes.delete(route);
    for (const [route, entry] of Object.entries(asked.routes)) routes.set(route, entry);
    const changed = Object.keys(asked.routes);
    const { failures } = asked;
    const manifest: Manifest = {
      release: `r${String(++this.made).padStart(6, "0")}`,
      parent: current?.manifest.release ?? null,
      fingerprint: asked.partial ? (current?.manifest.fingerprint ?? "") : asked.fingerprint,
      target_fingerprint: asked.fingerprint,
      partial: asked.partial,
      code_version: asked.code_version,
      routes: routes.size,
      changed_routes: changed.slice(0, NAMED),
      changed_count: changed.length,
      removed_count: asked.removed.length,
      ...(failures.length && { failures: failures.slice(0, LISTED), failed_count: failures.length }),
      ...(!asked.partial && {
        build: {
          parent: asked.origin,
          changed_routes: asked.changed,
          changed_count: asked.routes_changed,
          removed_count: asked.routes_removed,
        },
      }),
    };
    return { manifest, routes, assets: { ...current?.assets, ...asked.assets } };
  }

  private hashOf({ hash, files }: RouteEntry): string {
    return Object.values(files).some((file) => this.damaged.has(file)) ? "" : hash;
  }

  private lost(hash: string): boolean {
    return !this.files.has(hash) || this.damaged.has(hash);
  }
}

const none: Stored = {
  manifest: {
    release: "",
    parent: null,
    fingerprint: "",
    target_fingerprint: "",
    partial: false,
    code_version: "",
    routes: 0,
    changed_routes: [],
    changed_count: 0,
    removed_count: 0,
  },
  routes: new Map(),
  assets: {},
};

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** The text with a patch applied, as the CMS does it; null when a place is not found, or not in one place only. */
export function applied(patch: Patch, text: string): string | null {
  let made = "";
  let at = 0;
  for (const { before, old, new: replacement, after } of patch) {
    const needle = before + old + after;
    const found = text.indexOf(needle);
    if (needle === "" || found < 0 || text.indexOf(needle, found + 1) >= 0) return null;
    const start = found + before.length;
    if (start < at) return null;
    made += text.slice(at, start) + replacement;
    at = start + old.length;
  }
  return made + text.slice(at);
}
