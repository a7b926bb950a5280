import { availableParallelism } from "node:os";
import type { Chrome } from "@/content/routes";
import type { CMS } from "./cms";
import { messageOf, RenderError } from "./failure";
import type { Log } from "./log";
import type { File, Rendered } from "./next-export";
import { type Page, type ProcessOptions, RenderProcess } from "./render-process";

/** What became of routes: their file, handed over, why they failed, or how the process ended that had them in hand. */
interface Outcome {
  files: Map<string, File & { hash: string }>;
  failed: Map<string, string>;
  lost: Map<string, RenderError>;
}

interface RenderOptions {
  enough?: () => boolean;
  /** Each process has one page at a time, so that a lost one is the cause itself. */
  alone?: boolean;
}

// How many pages a process is given at a time, which is also from how many on a second process pays that is there already:
// the end of a batch waits for the last ones, and so does an edit.
const SHARE = 2;
// How often it is tried to start one that somebody waits for.
const TRIES = 5;
// One that has to start, in 0.4 s and 200 MB, pays from this many on.
const PAGES_PER_START = 100;
// So many stay for good: a change of every page begins with what everybody sees first, too little to start one for it.
const STANDING = 2;
// A process settles at some 300 MB, and at up to twice that after many pictures. Should it grow further, a fresh one takes over.
const RECYCLE_RSS = 700 * 1024 * 1024;
// The first pages of a fresh process take five times as long: it draws what was drawn last a few times before it joins.
const WARM_PAGES = 8;
const WARM_ROUNDS = 3;

/** Warm render processes: each has the finished build loaded, the first ones always run. Renders one batch at a time. */
export class Renderer {
  /** All that have not ended yet, those included that are just starting. */
  private readonly processes = new Set<RenderProcess>();
  private workers: RenderProcess[] = [];
  /** Resolves when those have started that are started on the side now. */
  private starting: Promise<void> | null = null;
  /** The process that has a preview in hand. */
  private previewing: RenderProcess | null = null;
  private batches = 0;
  /** Who waits until there is no batch. */
  private waiting: (() => void)[] = [];
  /** What was rendered last. */
  private last: { chrome: Chrome | null; pages: Page[] } | null = null;

  constructor(private readonly options: ProcessOptions & { cms: Pick<CMS, "put">; log: Log }) {}

  /** What each process takes of the memory, in bytes, as it said with its last pages. */
  get memory(): number[] {
    return this.living().map((worker) => worker.rss);
  }

  /** Starts the processes that stay, for a whole site that will soon be rendered. Nobody waits for them yet. */
  prepare(): void {
    this.startMissing(STANDING);
  }

  /**
   * Says how many pages there are to render behind the next batch. Nobody waits for processes that this starts; the further
   * ones end when there are none.
   */
  expect(pages: number): void {
    if (pages === 0) for (const worker of this.living().slice(STANDING)) void worker.end();
    if (this.living().length > 0) this.startMissing(Math.max(STANDING, Math.ceil(pages / PAGES_PER_START)));
  }

  /**
   * Renders the pages and hands them over, on as many of the running processes as it pays for. Once `enough` says so, no
   * further page is begun: the first ones are returned. A page that fails costs the others nothing; a process that ends
   * loses the few that it was asked for.
   */
  async render(
    chrome: Chrome | null,
    pages: Page[],
    { enough = () => false, alone = false }: RenderOptions = {},
  ): Promise<Outcome> {
    const size = alone ? 1 : SHARE;
    const outcome: Outcome = { files: new Map(), failed: new Map(), lost: new Map() };
    const left = pages.slice();
    this.batches++;
    const problems: Error[] = [];
    const giveUp = (error: Error) => {
      problems.push(error);
      left.length = 0;
    };
    // Each process gets the next pages as soon as it has rendered some: none waits for the slowest, nor for the CMS.
    const keepBusy = async (worker: RenderProcess) => {
      let handedOver: Promise<unknown> = Promise.resolve();
      do {
        const some = left.splice(0, size);
        const answer = await worker.render(chrome, some).catch((error: Error) => {
          if (!(error instanceof RenderError) || worker.stopped) return giveUp(error);
          for (const [, route] of some) outcome.lost.set(route, error);
        });
        await handedOver;
        if (!answer) return;
        for (const [route, reason] of answer.failed) outcome.failed.set(route, reason);
        handedOver = this.handOver(answer.files, outcome).catch(giveUp);
      } while (left.length && worker.alive && !enough());
      await handedOver;
    };
    try {
      // More than once only where all processes have ended.
      for (let first = true; left.length && (first || !enough()); first = false) {
        const workers = await this.take(Math.max(1, Math.floor(left.length / size)));
        await Promise.all(workers.map(keepBusy));
        if (problems[0]) throw problems[0];
      }
    } finally {
      if (--this.batches === 0) for (const go of this.waiting.splice(0)) go();
    }
    this.replaceGrown();
    const good = pages.filter(([, route]) => outcome.files.has(route));
    if (good.length) this.last = { chrome, pages: good.slice(0, WARM_PAGES) };
    return outcome;
  }

  /** Resolves when no batch is being rendered. */
  async free(): Promise<void> {
    while (this.batches > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /**
   * Renders a page that nobody gets but the caller, between batches, one at a time. It is not in the way of a batch that
   * begins meanwhile, which takes the other processes.
   */
  async preview(chrome: Chrome | null, page: Page): Promise<Rendered> {
    await this.free();
    await this.take(1);
    if (this.living().length < 2) this.startAside(1);
    await this.starting;
    await this.free();
    const [, second] = this.living();
    if (!second) throw new Error("there is no second render process");
    this.previewing = second;
    try {
      return await second.render(chrome, [page]);
    } finally {
      this.previewing = null;
    }
  }

  /** Ends all processes; the next rendering starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    await Promise.all([...this.processes].map((one) => one.end()));
  }

  private async handOver(rendered: Rendered["files"], { files }: Outcome): Promise<void> {
    const handingOver = [...rendered].map(async ([route, { file, content }]) => {
      files.set(route, { file, content, hash: await this.options.cms.put(file, content) });
    });
    await Promise.all(handingOver).catch((error: Error) => {
      throw new RenderError("handover", error.message);
    });
  }

  private living(): RenderProcess[] {
    this.workers = this.workers.filter((worker) => worker.alive);
    return this.workers;
  }

  private unoccupied(): RenderProcess[] {
    return this.living().filter((worker) => worker !== this.previewing);
  }

  /** Processes for a batch, at most so many; where there is none, one is started. */
  private async take(count: number): Promise<RenderProcess[]> {
    if (this.unoccupied().length === 0) await this.starting;
    for (let tries = 1; this.unoccupied().length === 0; tries++) {
      const worker = this.fork();
      try {
        await worker.start();
        this.workers.unshift(worker);
      } catch (error) {
        if (worker.stopped || tries === TRIES) throw error;
      }
    }
    return this.unoccupied().slice(0, count);
  }

  /** Between batches: a process that has grown goes as soon as another one has taken its place. */
  private replaceGrown(): void {
    const grown = this.unoccupied().find((worker) => worker.rss > RECYCLE_RSS);
    if (grown && this.living().length <= STANDING) this.startAside(1);
    else if (grown) {
      this.options.log.info("ended a render process that had grown", { rss_mb: grown.rss / 1024 / 1024 });
      void grown.end();
    }
  }

  private fork(): RenderProcess {
    const worker = new RenderProcess(this.options);
    this.processes.add(worker);
    void worker.ended.then(() => this.processes.delete(worker));
    return worker;
  }

  private startMissing(wanted: number): void {
    this.startAside(Math.min(availableParallelism(), wanted) - this.living().length);
  }

  /** Starts processes that join the others once they are warm. */
  private startAside(count: number): void {
    if (this.starting || count <= 0) return;
    const started = Array.from({ length: count }, async () => {
      const worker = this.fork();
      try {
        await worker.start();
        for (let i = 0; i < WARM_ROUNDS && this.last && this.living().length > 0; i++) {
          await worker.render(this.last.chrome, this.last.pages);
        }
        this.workers.push(worker);
      } catch (error) {
        this.options.log.warn("a further render process did not start", { reason: messageOf(error) });
        void worker.end();
      }
    });
    this.starting = Promise.all(started).then(() => {
      this.starting = null;
    });
  }
}
