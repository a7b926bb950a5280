import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { siteConfig } from "@/content/source";
import { CMS } from "../cms";
import { Keys } from "../keys";
import { makeLog } from "../log";
import { Publisher } from "../publisher";
import { type Manifest, Releases, type RouteEntry } from "../releases";
import { Renderer } from "../renderer";
import { ContractCMS } from "./cms";

export const SITE = path.resolve(import.meta.dirname, "../..");
const BUILT = path.join(SITE, ".publisher");
const APP = path.join(BUILT, "app");

const codeVersionOf = async () => (await readFile(path.join(APP, ".next/BUILD_ID"), "utf8")).trim();

/** A publisher with a CMS of its own and an empty release store, on the real base build (`npm run build:publisher`). */
export class Academy {
  publisher!: Publisher;
  log: string[] = [];

  private constructor(
    readonly store: string,
    readonly cms: ContractCMS,
  ) {}

  static async open(
    options: { mode?: "warm" | "full"; worker?: string } = {},
    cms = new ContractCMS(),
  ): Promise<Academy> {
    const academy = new Academy(await mkdtemp(path.join(tmpdir(), "releases-")), cms);
    return academy.listen(options);
  }

  /**
   * An academy with articles article-1, article-2 … in its first release; its publisher has ended. Made once for many
   * tests, each of which takes a copy.
   */
  static async published(articles: number): Promise<Academy> {
    const academy = await Academy.open();
    for (let i = 1; i <= articles; i++) academy.cms.write({ slug: `article-${i}` });
    await academy.publish();
    await academy.publisher.stop();
    return academy;
  }

  /** An academy with the content and the releases that this one has now. */
  async copy(): Promise<Academy> {
    const academy = new Academy(await mkdtemp(path.join(tmpdir(), "releases-")), this.cms.copy());
    await cp(this.store, academy.store, { recursive: true });
    return academy.listen();
  }

  private async listen(options: { mode?: "warm" | "full"; worker?: string } = {}): Promise<this> {
    await this.cms.listen();
    await this.start(options);
    return this;
  }

  /** Starts a publisher on the store as it is; the one before must be stopped. */
  async start({
    mode = "warm" as "warm" | "full",
    worker = path.join(BUILT, "worker.mjs"),
    retryAfter = 60_000,
  } = {}): Promise<void> {
    const codeVersion = await codeVersionOf();
    const log = makeLog("info", (line) => this.log.push(line));
    const releases = new Releases(this.store, codeVersion);
    await releases.open();
    this.publisher = new Publisher({
      cms: new CMS(this.cms.url, new Keys([this.cms.secret])),
      releases,
      renderer: new Renderer({ worker, app: APP, store: this.store, log }),
      log,
      config: siteConfig({ NODE_ENV: "test" }),
      codeVersion,
      app: APP,
      site: SITE,
      mode,
      retryAfter,
    });
  }

  /** Another publisher on the same store and the same CMS; stop it before this one is closed. */
  async beside(): Promise<Academy> {
    const other = new Academy(this.store, this.cms);
    await other.start();
    return other;
  }

  async publish(options?: { force: boolean }): Promise<void> {
    this.publisher.publish(options);
    await this.publisher.idle();
  }

  async close(): Promise<void> {
    await this.publisher.stop();
    await this.cms.close();
    await rm(this.store, { recursive: true, force: true });
  }

  async manifest(): Promise<Manifest | null> {
    const id = await readFile(path.join(this.store, "CURRENT"), "utf8").catch(() => null);
    return id ? this.release(id.trim()) : null;
  }

  /** The current release and those before it, back to the one after `since`; newest first. */
  async releasesSince(since: string | null): Promise<Manifest[]> {
    const found: Manifest[] = [];
    let next = await this.manifest();
    while (next && next.release !== since) {
      found.push(next);
      next = next.parent ? await this.release(next.parent) : null;
    }
    return found;
  }

  private async release(id: string): Promise<Manifest> {
    return JSON.parse(await readFile(path.join(this.store, "manifests", `${id}.json`), "utf8")) as Manifest;
  }

  /** The current release's routes. */
  async routes(): Promise<Map<string, RouteEntry>> {
    const found = new Map<string, RouteEntry>();
    for (const hash of (await this.manifest())?.shards ?? []) {
      if (!hash) continue;
      const { routes } = JSON.parse((await this.blob(hash)).toString()) as { routes: Record<string, RouteEntry> };
      for (const [route, entry] of Object.entries(routes)) found.set(route, entry);
    }
    return found;
  }

  /** Path → content of everything that the current release serves. */
  async tree(): Promise<Map<string, Buffer>> {
    const manifest = await this.manifest();
    if (!manifest) return new Map();
    const tree = new Map<string, Buffer>();
    const take = async (files: Record<string, { blob: string }>) => {
      for (const [file, entry] of Object.entries(files)) tree.set(file, await this.blob(entry.blob));
    };
    for (const { files } of (await this.routes()).values()) await take(files);
    await take(
      (JSON.parse((await this.blob(manifest.assets)).toString()) as { files: Record<string, { blob: string }> }).files,
    );
    return tree;
  }

  private async blob(hash: string): Promise<Buffer> {
    const content = await readFile(path.join(this.store, "blobs", hash));
    if (createHash("sha256").update(content).digest("hex") !== hash)
      throw new Error(`blob ${hash} holds something else`);
    return content;
  }
}

/** Path → content of every file below a folder. */
export async function folderTree(folder: string): Promise<Map<string, Buffer>> {
  const tree = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    tree.set(`/${path.relative(folder, file)}`, await readFile(file));
  }
  return tree;
}
