import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { CONTENT_MODEL } from "@/model/version.gen";
import { restoreAside } from "./aside";
import { Blobs, type FileEntry, sizeOf, writeWhole } from "./blobs";
import { forgetDamage, removeDamaged } from "./damage";
import { type Failure, MANIFEST_FAILURES } from "./failure";
import { bootedSince, isWhole, noteBoot } from "./integrity";
import { type AssetEntry, keptAssets } from "./kept-assets";
import { idAfter } from "./release-id";
import { SHARDS, shardOf } from "./shard";

/**
 * One route in a release: the hash of the inputs that it was rendered from, and its file, by path. Releases of earlier
 * versions have several files of a page.
 */
export interface RouteEntry {
  hash: string;
  files: Record<string, FileEntry>;
}

/** What `manifests/<release>.json` holds. */
export interface Manifest {
  release: string;
  parent: string | null;
  /** Of the content that every page of this release was built from; the parent's while pages are still missing. */
  fingerprint: string;
  /** Of the content that this release is on the way to. */
  target_fingerprint: string;
  /** True while further pages of the same change are still to come. */
  partial: boolean;
  code_version: string;
  /** The version of the site's content model. */
  content_model: string;
  built_at: string;
  mode: "warm" | "full";
  routes: number;
  files: number;
  /** At most 50 of them. */
  changed_routes: string[];
  changed_count: number;
  removed_count: number;
  duration_ms: number;
  /** The first of the routes that could not be rendered, by path, and how many there are. Left out where there are none. */
  failures?: Failure[];
  failed_count?: number;
  /** Of all releases of the build that ended with this one; not in those on the way. */
  build?: Build;
  assets: string;
  shards: (string | null)[];
}

/** What a build changed against the release that it began from. */
export interface Build {
  parent: string;
  /** At most 50 of them. */
  changed_routes: string[];
  changed_count: number;
  removed_count: number;
}

/** What a build has changed so far; a page that it made twice counts once. */
export interface Total {
  parent: string;
  changed: Set<string>;
  removed: number;
}

/** A total as releases and reports have it. */
export function buildOf({ parent, changed, removed }: Total): Build {
  const changed_routes = [...changed].slice(0, MANIFEST_ROUTES);
  return { parent, changed_routes, changed_count: changed.size, removed_count: removed };
}

type Shard = Map<string, RouteEntry>;

/** What one publish changes against the release before it. */
export interface Change {
  fingerprint: string;
  target_fingerprint: string;
  partial: boolean;
  mode: "warm" | "full";
  started: number;
  /** Route → what it is now. */
  changed: Map<string, RouteEntry>;
  removed: string[];
  /** Routes that are in this release as they were before, or not at all. */
  failed: Failure[];
  build?: Build;
}

/** Somebody else has moved the pointer: what was made belongs on top of another release. */
export class Moved extends Error {}

/** How many routes are named where changes are summed up. */
export const MANIFEST_ROUTES = 50;

/**
 * The release store: content-addressed blobs, a manifest cut into shards, and the pointer CURRENT.
 * There is one writer of releases, the publisher. Only the shards that a change touches are written. The pointer is also
 * moved by who rolls back.
 */
export class Releases {
  readonly blobs: Blobs;
  current: Manifest | null = null;
  private shards: Shard[] = Array.from({ length: SHARDS }, () => new Map());
  private readonly places = new Map<string, number>();
  private assets: Record<string, AssetEntry> = {};
  /** Of the current release, as counted in its manifest. */
  private assetCount = 0;
  /** What CURRENT named when it was last read or written here. */
  private pointer: string | null = null;

  constructor(
    private readonly dir: string,
    private readonly codeVersion: string,
  ) {
    this.blobs = new Blobs(path.join(dir, "blobs"));
  }

  /**
   * Reads the current release into memory. A store that is empty has none; one whose current release cannot be read
   * counts as having none, and why is returned: what is live stays so until everything was rendered anew.
   * `verify` looks at every file of the release, as after a boot.
   */
  async open({ verify = false } = {}): Promise<string | null> {
    await this.blobs.init();
    await mkdir(path.join(this.dir, "manifests"), { recursive: true });
    await restoreAside(this.dir);
    const damaged = await removeDamaged(this.dir);
    this.pointer = await this.readPointer();
    let problem: string | null = null;
    try {
      await this.readCurrent();
      if (verify || damaged || (await bootedSince(this.dir))) await this.forgetBroken();
    } catch (error) {
      problem = (error as Error).message;
      this.take(null, [], {});
    }
    await noteBoot(this.dir);
    await forgetDamage(this.dir);
    return problem;
  }

  private async readCurrent(): Promise<void> {
    if (!this.pointer) return this.take(null, [], {});
    const file = path.join(this.dir, "manifests", `${this.pointer}.json`);
    const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
    const shards = await Promise.all(manifest.shards.map((hash) => this.readShard(hash)));
    const { files } = JSON.parse(await this.readBlob(manifest.assets)) as { files: Record<string, AssetEntry> };
    this.take(manifest, shards, files);
  }

  private take(manifest: Manifest | null, shards: Shard[], assets: Record<string, AssetEntry>): void {
    this.current = manifest;
    this.shards = Array.from({ length: SHARDS }, (_, i) => shards[i] ?? new Map());
    this.assets = assets;
    this.assetCount = Object.keys(assets).length;
  }

  private async readPointer(): Promise<string | null> {
    const id = await readFile(path.join(this.dir, "CURRENT"), "utf8").catch(notThere);
    return id?.trim() || null;
  }

  /** Routes of which a file is not whole count as never rendered; without its static files a release is of no known code. */
  private async forgetBroken(): Promise<void> {
    const blobs = path.join(this.dir, "blobs");
    for (const shard of this.shards) {
      for (const [route, entry] of shard) {
        const whole = await Promise.all(Object.values(entry.files).map((file) => isWhole(blobs, file)));
        if (whole.includes(false)) shard.set(route, { ...entry, hash: "" });
      }
    }
    const assets = await Promise.all(Object.values(this.assets).map((file) => isWhole(blobs, file)));
    if (assets.includes(false) && this.current) this.current = { ...this.current, code_version: "" };
  }

  /** Whether the pointer names another release than the one held here; a roll back moves it. */
  async moved(): Promise<boolean> {
    return (await this.readPointer()) !== this.pointer;
  }

  /** The hash that a route was last released with. */
  hashOf(route: string): string | undefined {
    return this.shards[this.shardOf(route)]?.get(route)?.hash;
  }

  /** The file that a route was last released with, by path. */
  filesOf(route: string): Record<string, FileEntry> | undefined {
    return this.shards[this.shardOf(route)]?.get(route)?.files;
  }

  /** The shard of a route; remembered, since a change of every page asks for thousands of them at once. */
  shardOf(route: string): number {
    let shard = this.places.get(route);
    if (shard === undefined) {
      shard = shardOf(route);
      this.places.set(route, shard);
    }
    return shard;
  }

  *routes(): Generator<string> {
    for (const shard of this.shards) yield* shard.keys();
  }

  /** Takes over the static files of this version of the code; those of all versions that are kept stay. */
  async setAssets(files: Record<string, FileEntry>): Promise<void> {
    const own = Object.entries(files).map(([file, entry]) => [file, { ...entry, version: this.codeVersion }] as const);
    this.assets = { ...(await keptAssets(this.dir)), ...Object.fromEntries(own) };
  }

  /**
   * Writes a release and makes it current: blobs are there already, then shards, manifest, pointer. Until the pointer moves
   * nothing is served of it. Throws Moved, and leaves nothing behind, when the pointer no longer names the release that
   * this one is made from.
   */
  async commit(change: Change): Promise<Manifest> {
    const touched = new Map<number, Shard>();
    const shard = (route: string) => {
      const index = this.shardOf(route);
      let copy = touched.get(index);
      if (!copy) {
        copy = new Map(this.shards[index]);
        touched.set(index, copy);
      }
      return copy;
    };
    for (const route of change.removed) shard(route).delete(route);
    for (const [route, entry] of change.changed) shard(route).set(route, entry);

    const hashes = this.current ? this.current.shards.slice() : new Array<string | null>(SHARDS).fill(null);
    let routes = this.current?.routes ?? 0;
    let files = (this.current?.files ?? 0) - this.assetCount;
    await Promise.all(
      [...touched].map(async ([index, routesOfShard]) => {
        const before = this.shards[index] as Shard;
        routes += routesOfShard.size - before.size;
        files += count(routesOfShard) - count(before);
        hashes[index] = routesOfShard.size ? (await this.blobs.put("shard", encodeShard(routesOfShard))).blob : null;
      }),
    );
    const assets = (await this.blobs.put("assets", Buffer.from(JSON.stringify({ files: sorted(this.assets) })))).blob;
    const assetCount = Object.keys(this.assets).length;
    const now = new Date();
    const manifest: Manifest = {
      release: idAfter(this.current?.release, now),
      parent: this.current?.release ?? null,
      fingerprint: change.fingerprint,
      target_fingerprint: change.target_fingerprint,
      partial: change.partial,
      code_version: this.codeVersion,
      content_model: CONTENT_MODEL,
      built_at: now.toISOString(),
      mode: change.mode,
      routes,
      files: files + assetCount,
      changed_routes: [...change.changed.keys()].slice(0, MANIFEST_ROUTES),
      changed_count: change.changed.size,
      removed_count: change.removed.length,
      duration_ms: Math.round(performance.now() - change.started),
      ...(change.failed.length && {
        failures: change.failed.slice(0, MANIFEST_FAILURES),
        failed_count: change.failed.length,
      }),
      ...(change.build && { build: change.build }),
      assets,
      shards: hashes,
    };
    const file = path.join(this.dir, "manifests", `${manifest.release}.json`);
    await writeWhole(file, JSON.stringify(manifest), true);
    if (await this.moved()) {
      await rm(file);
      throw new Moved("another release was made current while this one was made");
    }
    await writeWhole(path.join(this.dir, "CURRENT"), `${manifest.release}\n`, true);
    // Whoever forgets releases may have taken it for one that nobody needs, in the moment before it was current.
    if ((await sizeOf(file)) < 0) await writeWhole(file, JSON.stringify(manifest), true);
    for (const [index, copy] of touched) this.shards[index] = copy;
    for (const route of change.removed) this.places.delete(route);
    this.assetCount = assetCount;
    this.current = manifest;
    this.pointer = manifest.release;
    return manifest;
  }

  private async readShard(hash: string | null): Promise<Shard> {
    if (!hash) return new Map();
    return new Map(
      Object.entries((JSON.parse(await this.readBlob(hash)) as { routes: Record<string, RouteEntry> }).routes),
    );
  }

  private readBlob(hash: string): Promise<string> {
    return readFile(path.join(this.dir, "blobs", hash), "utf8");
  }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

const count = (shard: Shard) => {
  let files = 0;
  for (const entry of shard.values()) files += Object.keys(entry.files).length;
  return files;
};

/** Keys in order, so that equal shards are one blob. */
function encodeShard(shard: Shard): Buffer {
  const routes: Record<string, RouteEntry> = {};
  for (const route of [...shard.keys()].sort()) {
    const { hash, files } = shard.get(route) as RouteEntry;
    routes[route] = { hash, files: sorted(files) };
  }
  return Buffer.from(JSON.stringify({ routes }));
}

function notThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
