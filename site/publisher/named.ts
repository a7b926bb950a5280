import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { FileEntry } from "./blobs";
import type { Manifest, RouteEntry } from "./releases";

/** It is not plain what is needed. The message says why. */
export class Unsure extends Error {}

type List = { routes?: Record<string, RouteEntry>; files?: Record<string, FileEntry> };

/**
 * What the releases of a store name. Lists of files never change, so each is read once; of a name 52 bits are remembered.
 * Should two names ever agree in those, a file stays that could go.
 */
export class NamedFiles {
  private lists = new Map<string, Float64Array>();

  constructor(private readonly dir: string) {}

  /** Something that differs when releases have come or gone. */
  async releases(): Promise<string> {
    return [...(await this.kept()), "", ...(await this.forgotten())].join();
  }

  /**
   * Reads what all releases name, and returns whether a file is among it; null when `busy` interrupts. Throws Unsure when a
   * release cannot be read, and when there is none that is live.
   */
  async read(busy: () => boolean): Promise<((name: string) => boolean) | null> {
    const live = (await readFile(path.join(this.dir, "CURRENT"), "utf8").catch(() => "")).trim();
    if (!live) throw new Unsure("there is no live release");
    const ids = await this.kept();
    if (!ids.includes(live)) throw new Unsure(`the live release ${live} has no manifest`);
    const needed = new Set<number>();
    const seen = new Map<string, Float64Array>();
    // The live one first: a list of it that is damaged is not to be removed.
    for (const id of [live, ...ids.filter((other) => other !== live)]) {
      for (const hash of await this.listsOf("manifests", id)) {
        if (busy()) return null;
        if (seen.has(hash)) continue;
        const names = this.lists.get(hash) ?? (await this.list(id, hash, id === live));
        seen.set(hash, names);
        // An interrupted look keeps what it has read.
        this.lists.set(hash, names);
        for (const name of names) needed.add(name);
      }
    }
    this.lists = seen;
    return (name) => needed.has(short(name));
  }

  /** What forgotten releases name, as far as that can still be told. */
  async readForgotten(): Promise<(name: string) => boolean> {
    const names = new Set<number>();
    const seen = new Set<string>();
    for (const id of await this.forgotten()) {
      for (const hash of await this.listsOf("forgotten", id).catch(() => [])) {
        if (seen.has(hash)) continue;
        seen.add(hash);
        for (const name of await this.parse(hash).catch(() => [])) names.add(name);
      }
    }
    return (name) => names.has(short(name));
  }

  /** Releases that the CMS has taken out of the history. */
  forgotten(): Promise<string[]> {
    return this.ids("forgotten");
  }

  private kept(): Promise<string[]> {
    return this.ids("manifests");
  }

  private async ids(folder: string): Promise<string[]> {
    const names = await readdir(path.join(this.dir, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && folder === "forgotten") return [];
      throw error;
    });
    return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  }

  /** The blobs that list a release's files. None when it was forgotten since: its files are then no longer needed. */
  private async listsOf(folder: string, id: string): Promise<string[]> {
    const raw = await readFile(path.join(this.dir, folder, `${id}.json`), "utf8").catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      },
    );
    if (raw === null) return [];
    try {
      const { shards, assets } = JSON.parse(raw) as Manifest;
      return [...shards.filter((hash) => hash !== null), assets];
    } catch {
      throw new Unsure(`the manifest of release ${id} cannot be read`);
    }
  }

  private async list(id: string, hash: string, live: boolean): Promise<Float64Array> {
    try {
      return await this.parse(hash);
    } catch (error) {
      // What does not hold what its name says is of use to nobody; without it the CMS forgets the release.
      if (error instanceof NotWhole && !live) await rm(path.join(this.dir, "blobs", hash), { force: true });
      throw new Unsure(`release ${id} has lost a list of its files: ${(error as Error).message}`);
    }
  }

  private async parse(hash: string): Promise<Float64Array> {
    const raw = await readFile(path.join(this.dir, "blobs", hash));
    if (createHash("sha256").update(raw).digest("hex") !== hash) throw new NotWhole(`${hash} is damaged`);
    const { routes = {}, files = {} } = JSON.parse(raw.toString()) as List;
    const names = [hash];
    for (const entries of [files, ...Object.values(routes).map((route) => route.files)]) {
      for (const { blob } of Object.values(entries)) names.push(blob);
    }
    return Float64Array.from(names, short);
  }
}

class NotWhole extends Error {}

/** Of a blob or one of its variants. */
const short = (name: string) => Number.parseInt(name.slice(0, 13), 16);
