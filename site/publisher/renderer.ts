import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { Chrome } from "@/content/routes";
import type { FileEntry } from "./blobs";
import type { Log } from "./log";
import type { Patch } from "./patch";
import type { PatchRequest, RenderAnswer, RenderRequest } from "./worker";

/** What to render: pattern, path, inputs. */
export type Page = RenderRequest["pages"][number];
/** What to patch: path, files. */
export type Released = PatchRequest["pages"][number];
/** The files of each route, by path. */
export type RenderedRoutes = Record<string, Record<string, FileEntry>>;
type Answered = Extract<RenderAnswer, { rss: number }>["files"];

/** A page threw. Rendering it again would throw again. */
export class PageError extends Error {
  constructor(
    readonly route: string,
    message: string,
  ) {
    super(message);
    this.name = "PageError";
  }
}

/** A signal ended the render process: that says nothing of what it was asked to render, nor of the warm way. */
export class KilledError extends Error {
  constructor(signal: string) {
    super(`the render process was killed (${signal})`);
    this.name = "KilledError";
  }
}

/** What was rendered cannot be stored. Rendering it in another way needs no less room. */
export class DiskError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DiskError";
  }
}

// What a process is given at once, and from how many pages on a second one pays that is there already. The end of a batch
// waits for the last of it, and so does an edit.
const HAND = 2;
// To patch a page takes a quarter of the time.
const HAND_TO_PATCH = 4;
// One that has to start, in 0.4 s and 200 MB, pays from this many on.
const PAGES_PER_START = 100;
// So many stay for good: a change of every page begins with what everybody sees first, too little to start one for it.
const STANDING = 2;
// How long the further ones stay after they were last needed.
const LINGER = 20_000;
// Megabytes of JavaScript's heap, of which 100 are in use. Without a bound V8 collects late and a process grows for an hour.
const HEAP = 512;
// A process settles at some 300 MB, and at up to twice that after many pictures. Should it grow further, a fresh one takes over.
const RECYCLE_RSS = 700 * 1024 * 1024;
// The first pages of a fresh process take five times as long: it draws what was drawn last a few times before it joins.
const WARM_PAGES = 8;
const WARM_ROUNDS = 3;
const START_TIMEOUT = 60_000;
const RENDER_TIMEOUT = 120_000;
// One that has not finished its page by then is killed: what it stores it stores whole or not at all.
const END_TIMEOUT = 2_000;

/** Warm render processes: each has the finished build loaded, the first ones always run. Renders one batch at a time. */
export class Renderer {
  private workers: Worker[] = [];
  private starting = false;
  private stops = 0;
  /** Those that were started on the side; they join with the next batch. */
  private fresh: Worker[] = [];
  private lingering: NodeJS.Timeout | undefined;
  /** What was rendered last. */
  private last: { chrome: Chrome; pages: Page[] } | null = null;
  private readonly most = Math.max(1, availableParallelism());
  /** All that have not ended yet, those included that are just starting. */
  private readonly processes = new Set<ChildProcess>();

  constructor(private readonly options: { worker: string; app: string; store: string; log: Log }) {}

  /** What each process takes of the memory, in bytes, as it said with its last pages. */
  get memory(): number[] {
    return this.workers.filter((worker) => worker.alive).map((worker) => worker.rss);
  }

  /** Says how many pages there are to render, this batch and those behind it. Nobody waits for processes that this starts. */
  expect(pages: number): void {
    const running = this.living().length + this.fresh.length;
    const missing = Math.min(this.most, Math.max(STANDING, Math.ceil(pages / PAGES_PER_START))) - running;
    if (missing > 0 && this.workers.length > 0) this.startAside(missing);
  }

  /**
   * Renders and stores the pages, on as many of the running processes as it pays for. Once `enough` says so, no further
   * page is begun: the first ones are returned.
   */
  async render(chrome: Chrome, pages: Page[], enough = () => false): Promise<RenderedRoutes> {
    if (pages.length) this.last = { chrome, pages: pages.slice(0, WARM_PAGES) };
    return (await this.share(pages, HAND, enough, (worker, some) => worker.render(chrome, some))) as RenderedRoutes;
  }

  /** Patches and stores released pages in the same way. Null for each that is not as the patches want it. */
  patch(patches: Map<string, Patch>, pages: Released[], enough = () => false): Promise<Answered> {
    return this.share(pages, HAND_TO_PATCH, enough, (worker, some) => worker.patch(patches, some));
  }

  private async share<T>(
    pages: T[],
    hand: number,
    enough: () => boolean,
    work: (worker: Worker, pages: T[]) => Promise<Answered>,
  ): Promise<Answered> {
    const files: Answered = {};
    if (pages.length === 0) return files;
    clearTimeout(this.lingering);
    const workers = await this.take(Math.max(1, Math.floor(pages.length / hand)));
    const left = pages.slice();
    // Each process takes a few as soon as it has none, and more while it stores those: none waits for the slowest.
    const lane = async (worker: Worker) => {
      do Object.assign(files, await work(worker, left.splice(0, hand)));
      while (left.length && !enough());
    };
    // Each process gets its first ones before any gets its second.
    const lanes = [...workers, ...workers].slice(0, Math.ceil(pages.length / hand));
    try {
      await Promise.all(lanes.map(lane));
    } finally {
      left.length = 0;
    }
    if (workers.some((worker) => worker.rss > RECYCLE_RSS)) this.startAside(1);
    this.lingering = setTimeout(() => this.endFurther(), LINGER).unref();
    return files;
  }

  /** Ends all processes; the next rendering starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    clearTimeout(this.lingering);
    this.stops++;
    this.workers = [];
    this.fresh = [];
    await Promise.all([...this.processes].map(end));
  }

  private living(): Worker[] {
    this.workers = this.workers.filter((worker) => worker.alive);
    return this.workers;
  }

  private async take(count: number): Promise<Worker[]> {
    for (const worker of this.fresh.splice(0)) this.join(worker);
    if (this.living().length === 0) this.workers.push(await this.start());
    return this.workers.slice(0, count);
  }

  /** Takes the place of a process that has grown, or stands beside the others. */
  private join(fresh: Worker): void {
    const grown = this.workers.findIndex((worker) => worker.rss > RECYCLE_RSS);
    if (grown < 0) {
      this.workers.push(fresh);
      return;
    }
    const [old] = this.workers.splice(grown, 1, fresh);
    old?.stop();
    this.options.log.info("replaced a render process that had grown", { rss_mb: (old?.rss ?? 0) / 1024 / 1024 });
  }

  private start(): Promise<Worker> {
    return Worker.start(this.options, this.processes);
  }

  private startAside(count: number): void {
    if (this.starting) return;
    this.starting = true;
    const { stops } = this;
    const started = Array.from({ length: count }, async () => {
      let worker: Worker | undefined;
      try {
        worker = await this.start();
        for (let i = 0; i < WARM_ROUNDS && this.last && this.stops === stops; i++) {
          await worker.render(this.last.chrome, this.last.pages);
        }
        if (this.stops === stops) this.fresh.push(worker);
        else worker.stop();
      } catch (error) {
        worker?.stop();
        this.options.log.warn("a further render process did not start", { reason: (error as Error).message });
      }
    });
    void Promise.all(started).then(() => {
      this.starting = false;
    });
  }

  private endFurther(): void {
    for (const worker of [...this.workers.splice(STANDING), ...this.fresh.splice(0)]) worker.stop();
  }
}

class Worker {
  alive = true;
  rss = 0;
  private next = 1;
  private readonly waiting = new Map<number, { resolve: (answer: RenderAnswer) => void; reject: (e: Error) => void }>();

  private constructor(private readonly process: ChildProcess) {
    process.on("message", (message: RenderAnswer | unknown[]) => {
      // Next reports its own progress over the same channel.
      if (typeof message !== "object" || !("id" in message)) return;
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    });
    process.on("exit", (code, signal) => {
      this.alive = false;
      const reason = signal ? new KilledError(signal) : new Error(`the render process ended (${code})`);
      for (const { reject } of this.waiting.values()) reject(reason);
      this.waiting.clear();
    });
  }

  static start(options: { worker: string; app: string; store: string }, processes: Set<ChildProcess>): Promise<Worker> {
    const child = fork(options.worker, [options.app, options.store], {
      cwd: path.dirname(options.worker),
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_PHASE: "phase-production-build",
        // Else each thread that packs files or draws pictures keeps memory of its own: 290 MB became 245.
        MALLOC_ARENA_MAX: "2",
      },
    });
    processes.add(child);
    child.once("exit", () => processes.delete(child));
    const worker = new Worker(child);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        reject(new Error("the render process did not start within 60 s"));
      }, START_TIMEOUT);
      child.once("message", () => {
        clearTimeout(timer);
        resolve(worker);
      });
      child.once("exit", (code, signal) => {
        clearTimeout(timer);
        reject(signal ? new KilledError(signal) : new Error(`the render process could not start (exit code ${code})`));
      });
    });
  }

  render(chrome: Chrome, pages: Page[]): Promise<Answered> {
    return this.ask({ id: this.next++, chrome, pages });
  }

  patch(patches: Map<string, Patch>, pages: Released[]): Promise<Answered> {
    return this.ask({ id: this.next++, patches, pages });
  }

  private async ask(request: RenderRequest | PatchRequest): Promise<Answered> {
    const hung = setTimeout(() => this.process.kill("SIGKILL"), RENDER_TIMEOUT);
    const answer = await new Promise<RenderAnswer>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.process.send(request, (error) => error && reject(error));
    }).finally(() => clearTimeout(hung));
    if ("error" in answer) {
      if (answer.disk) throw new DiskError(answer.error);
      if (answer.route) throw new PageError(answer.route, answer.error);
      throw new Error(answer.error);
    }
    this.rss = answer.rss;
    return answer.files;
  }

  stop(): void {
    this.alive = false;
    if (this.process.connected) this.process.disconnect();
  }
}

async function end(child: ChildProcess): Promise<void> {
  const late = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT);
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  await exit;
  clearTimeout(late);
}
