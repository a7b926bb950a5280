import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { siteConfig } from "@/content/source";
import { CMS, type RouteEntry } from "../cms";
import { Keys } from "../keys";
import { makeLog } from "../log";
import { Metrics } from "../metrics";
import { Previews } from "../previews";
import { Publisher } from "../publisher";
import { Renderer } from "../renderer";
import { ContractCMS } from "./cms";
import { lend } from "./pool";
import type { Manifest } from "./releases";
import { seeming } from "./usage";

export const SITE = path.resolve(import.meta.dirname, "../..");
const BUILT = path.join(SITE, ".publisher");
export const APP = path.join(BUILT, "app");
export const WORKER = path.join(BUILT, "worker.mjs");

const codeVersionOf = async () => (await readFile(path.join(APP, ".next/BUILD_ID"), "utf8")).trim();

interface Start {
  /** The program of its render processes. */
  worker?: string;
  /** How it gets processes of the real program. */
  fork?: typeof lend;
  retryAfter?: number;
}

/** Made once for all tests, which have copies: by the number of articles. */
const firstReleases = new Map<number, Promise<ContractCMS>>();

/** A publisher with a CMS of its own that has no release, on the real base build (`npm run build:publisher`). */
export class Academy {
  publisher!: Publisher;
  renderer!: Renderer;
  previews!: Previews;
  metrics!: Metrics;
  log: string[] = [];
  /** What became of previews. */
  readonly outcomes: string[] = [];

  private constructor(
    /** For what a test writes. */
    readonly folder: string,
    readonly cms: ContractCMS,
  ) {}

  static async open(cms = new ContractCMS()): Promise<Academy> {
    const academy = new Academy(await mkdtemp(path.join(tmpdir(), "publisher-")), cms);
    await cms.listen();
    await academy.start();
    return academy;
  }

  /** An academy with articles article-1, article-2 … in its first release, which its publisher has looked at. */
  static async published(articles: number): Promise<Academy> {
    const first = firstReleases.get(articles) ?? Academy.firstRelease(articles);
    firstReleases.set(articles, first);
    const academy = await Academy.open((await first).copy());
    await academy.publish();
    return academy;
  }

  private static async firstRelease(articles: number): Promise<ContractCMS> {
    const academy = await Academy.open();
    for (let i = 1; i <= articles; i++) academy.cms.write({ slug: `article-${i}` });
    await academy.publish();
    await academy.close();
    return academy.cms;
  }

  /** Starts a publisher; the one before must be stopped. */
  async start({ worker = WORKER, retryAfter = 60_000, fork }: Start = {}): Promise<void> {
    const codeVersion = await codeVersionOf();
    const log = makeLog("info", (line) => this.log.push(line));
    const cms = new CMS(this.cms.url, new Keys(this.cms.secret));
    const metrics = new Metrics();
    const processes = worker === WORKER ? { fork: fork ?? lend } : { usageOf: seeming };
    const renderer = new Renderer({ worker, app: APP, cms, log, metrics, ...processes });
    Object.assign(this, { metrics, renderer });
    vi.spyOn(metrics.previews, "inc").mockImplementation((labels) => {
      this.outcomes.push(String((labels as { outcome: string }).outcome));
    });
    const options = { cms, renderer, log, metrics };
    const config = siteConfig({ NODE_ENV: "test" });
    this.publisher = new Publisher({ ...options, config, codeVersion, app: APP, retryAfter });
    this.previews = new Previews(this.publisher, options);
  }

  /** Another publisher of the same CMS; stop it before this one is closed. */
  async beside(): Promise<Academy> {
    const other = new Academy(this.folder, this.cms);
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
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What a gauge of the publisher says now. */
  async measured(name: string): Promise<number | undefined> {
    const gauge = await this.metrics.registry.getSingleMetric(`academy_publisher_${name}`)?.get();
    return gauge?.values[0]?.value;
  }

  get manifest(): Manifest | null {
    return this.cms.releases.current?.manifest ?? null;
  }

  /** The live release and those before it, back to the one after `since`; newest first. */
  releasesSince(since: string | null): Manifest[] {
    const found: Manifest[] = [];
    let next = this.manifest;
    while (next && next.release !== since) {
      found.push(next);
      next = (next.parent && this.cms.releases.get(next.parent)?.manifest) || null;
    }
    return found;
  }

  /** The live release's routes. */
  get routes(): Map<string, RouteEntry> {
    return this.cms.releases.current?.routes ?? new Map();
  }

  /** Path → content of everything that the live release serves. */
  get tree(): Map<string, Buffer> {
    const { files, current } = this.cms.releases;
    const served = [...this.routes.values()].map((entry) => entry.files);
    const named = [...served, current?.assets ?? {}].flatMap((some) => Object.entries(some));
    return new Map(named.map(([file, hash]) => [file, files.get(hash) as Buffer]));
  }

  /** What the live release serves at a path, as text. */
  text(file: string): string | undefined {
    return this.tree.get(file)?.toString();
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
