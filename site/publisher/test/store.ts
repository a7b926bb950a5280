import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FileEntry } from "../blobs";
import { type Manifest, Releases, type RouteEntry } from "../releases";

/** A release store with releases of made-up pages, and what the CMS does to it. */
export class Store {
  private n = 0;

  private constructor(
    readonly dir: string,
    readonly releases: Releases,
  ) {}

  static async open(): Promise<Store> {
    const dir = await mkdtemp(path.join(tmpdir(), "sweep-"));
    const releases = new Releases(dir, "code");
    await releases.open();
    return new Store(dir, releases);
  }

  close(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }

  /** What a render process stores of a page. */
  page(text: string): Promise<FileEntry> {
    return this.releases.blobs.put("/page.html", Buffer.from(`<p>${text}</p>`.repeat(120)));
  }

  /** Publishes pages by their routes; returns the release's id. */
  async publish(pages: Record<string, string>, removed: string[] = []): Promise<string> {
    const changed = new Map<string, RouteEntry>();
    for (const [route, text] of Object.entries(pages)) {
      changed.set(route, { hash: text, files: { [`${route}.html`]: await this.page(text) } });
    }
    return this.commit(changed, removed);
  }

  /** As earlier versions did: they stored each page once more, as data in files of text. */
  async publishEarlier(pages: Record<string, string>): Promise<string> {
    const changed = new Map<string, RouteEntry>();
    for (const [route, text] of Object.entries(pages)) {
      const files = { [`${route}.html`]: await this.page(text) };
      for (const file of [`${route}.txt`, `${route}/__next._tree.txt`]) {
        files[file] = await this.releases.blobs.put(file, Buffer.from(`${file} ${text} `.repeat(120)));
      }
      changed.set(route, { hash: text, files });
    }
    return this.commit(changed, []);
  }

  private async commit(changed: Map<string, RouteEntry>, removed: string[]): Promise<string> {
    const fingerprint = `f${++this.n}`;
    const { release } = await this.releases.commit({
      fingerprint,
      target_fingerprint: fingerprint,
      partial: false,
      mode: "warm",
      started: performance.now(),
      changed,
      removed,
      failed: [],
    });
    return release;
  }

  /** Takes a release out of the history, as the CMS does. */
  async forget(id: string): Promise<void> {
    await mkdir(path.join(this.dir, "forgotten"), { recursive: true });
    await rename(this.path("manifests", `${id}.json`), this.path("forgotten", `${id}.json`));
  }

  path(...parts: string[]): string {
    return path.join(this.dir, ...parts);
  }

  async names(folder: string): Promise<string[]> {
    return (await readdir(this.path(folder)).catch(() => [])).sort();
  }

  /** The names of all files of the kept releases; throws unless each is there and holds what its name says. */
  async whole(): Promise<Set<string>> {
    const names = new Set<string>();
    for (const file of await this.names("manifests")) {
      if (!file.endsWith(".json")) continue;
      const manifest = JSON.parse(await readFile(this.path("manifests", file), "utf8")) as Manifest;
      for (const hash of [...manifest.shards, manifest.assets]) {
        if (!hash) continue;
        const list = JSON.parse((await this.read(hash, names)).toString()) as {
          routes?: Record<string, RouteEntry>;
          files?: Record<string, FileEntry>;
        };
        const entries = Object.values(list.routes ?? {}).flatMap((route) => Object.values(route.files));
        for (const { blob, encodings } of [...entries, ...Object.values(list.files ?? {})]) {
          await this.read(blob, names);
          if (encodings?.includes("br")) await this.read(`${blob}.br`, names);
          if (encodings?.includes("gzip")) await this.read(`${blob}.gz`, names);
        }
      }
    }
    return names;
  }

  private async read(name: string, names: Set<string>): Promise<Buffer> {
    const raw = await readFile(this.path("blobs", name));
    const content = name.endsWith(".br") ? brotliDecompressSync(raw) : name.endsWith(".gz") ? gunzipSync(raw) : raw;
    if (createHash("sha256").update(content).digest("hex") !== name.slice(0, 64)) throw new Error(`${name} is damaged`);
    names.add(name);
    return content;
  }
}
