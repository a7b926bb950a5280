import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Chrome } from "@/content/routes";
import type { Log } from "./log";
import { type Answered, end, type Page, type ProcessOptions, RenderError, RenderProcess } from "./render-process";

/** What became of routes: their file, why they failed, or how the process ended that had them in hand. */
export interface Outcome extends Answered {
  lost: Map<string, RenderError>;
}

interface RenderOptions {
  enough?: () => boolean;
  /** Each process has one page at a time, so that a lost one is the cause itself. */
  alone?: boolean;
  /** The pages themselves are returned, too. */
  texts?: boolean;
}

// How many pages one request to a process has, which is also from how many on a second process pays that is there already:
// the end of a batch waits for the last request, and so does an edit. And how many requests a process has at a time: while
// what came of one is handed over, the pages of the other are rendered.
const SHARE = { size: 2, requests: 2 };
const ONE_PAGE = { size: 1, requests: 1 };
// One that has to start, in 0.4 s and 200 MB, pays from this many on.
const PAGES_PER_START = 100;
// So many stay for good: a change of every page begins with what everybody sees first, too little to start one for it.
const STANDING = 2;
// How long the further ones stay after they were last needed.
const LINGER = 20_000;
// A process settles at some 300 MB, and at up to twice that after many pictures. Should it grow further, a fresh one takes over.
const RECYCLE_RSS = 700 * 1024 * 1024;
// The first pages of a fresh process take five times as long: it draws what was drawn last a few times before it joins.
const WARM_PAGES = 8;
const WARM_ROUNDS = 3;

/** Warm render processes: each has the finished build loaded, the first ones always run. Renders one batch at a time. */
export class Renderer {
  private workers: RenderProcess[] = [];
  /** Resolves when those have started that are started on the side now. */
  private starting: Promise<void> | null = null;
  private stops = 0;
  private lingering: NodeJS.Timeout | undefined;
  /** The process that has a preview in hand. */
  private previewing: RenderProcess | null = null;
  private batches = 0;
  /** Who waits until there is no batch. */
  private waiting: (() => void)[] = [];
  /** What was rendered last. */
  private last: { chrome: Chrome | null; pages: Page[] } | null = null;
  private readonly most = Math.max(1, availableParallelism());
  /** All that have not ended yet, those included that are just starting. */
  private readonly processes = new Set<ChildProcess>();

  constructor(private readonly options: ProcessOptions & { log: Log }) {}

  /** What each process takes of the memory, in bytes, as it said with its last pages. */
  get memory(): number[] {
    return this.workers.filter((worker) => worker.alive).map((worker) => worker.rss);
  }

  /** Starts the processes that stay, for a whole site that will soon be rendered. Nobody waits for them yet. */
  prepare(): void {
    this.startMissing(STANDING);
  }

  /** Says how many pages there are to render, this batch and those behind it. Nobody waits for processes that this starts. */
  expect(pages: number): void {
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
    { enough = () => false, alone = false, texts = false }: RenderOptions = {},
  ): Promise<Outcome> {
    const { size, requests } = alone ? ONE_PAGE : SHARE;
    const outcome: Outcome = { files: {}, texts: {}, failed: {}, lost: new Map() };
    const left = pages.slice();
    const { stops } = this;
    this.batches++;
    clearTimeout(this.lingering);
    // Each process gets the next request as soon as it has answered one: none waits for the slowest.
    const keepBusy = async (worker: RenderProcess) => {
      do {
        const some = left.splice(0, size);
        try {
          const answer = await worker.render(chrome, some, { texts });
          for (const part of ["files", "texts", "failed"] as const) Object.assign(outcome[part], answer[part]);
        } catch (error) {
          const ended = error instanceof RenderError && error.kind !== "handover";
          if (!ended || this.stops !== stops) throw error;
          for (const [, route] of some) outcome.lost.set(route, error);
          return;
        }
      } while (left.length && worker.alive && !enough());
    };
    try {
      // More than once only where all processes have ended.
      for (let first = true; left.length && (first || !enough()); first = false) {
        const workers = await this.take(Math.max(1, Math.floor(left.length / size)));
        // Each process gets its first ones before any gets its second.
        const all = Array.from({ length: requests }, () => workers).flat();
        await Promise.all(all.slice(0, Math.ceil(left.length / size)).map(keepBusy));
      }
    } finally {
      left.length = 0;
      if (--this.batches === 0) for (const go of this.waiting.splice(0)) go();
    }
    if (this.workers.some((worker) => worker.rss > RECYCLE_RSS)) this.startAside(1);
    this.lingering = setTimeout(() => {
      for (const worker of this.workers.splice(STANDING)) worker.stop();
    }, LINGER).unref();
    const good = pages.filter(([, route]) => outcome.files[route]);
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
  async preview(chrome: Chrome | null, page: Page): Promise<Answered> {
    this.previewing = await this.second();
    try {
      return await this.previewing.render(chrome, [page], { texts: true, handOver: false });
    } finally {
      this.previewing = null;
    }
  }

  /** Ends all processes; the next rendering starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    clearTimeout(this.lingering);
    this.stops++;
    this.workers = [];
    await Promise.all([...this.processes].map(end));
  }

  private living(): RenderProcess[] {
    this.workers = this.workers.filter((worker) => worker.alive);
    return this.workers;
  }

  private async take(count: number): Promise<RenderProcess[]> {
    if (this.unoccupied().length === 0) await this.starting;
    if (this.unoccupied().length === 0) this.workers.unshift(await this.start());
    return this.unoccupied().slice(0, count);
  }

  private unoccupied(): RenderProcess[] {
    return this.living().filter((worker) => worker !== this.previewing);
  }

  /** A process beside which there is another one for batches; no batch is being rendered when it is returned. */
  private async second(): Promise<RenderProcess> {
    for (let tries = 1; tries <= 2; tries++) {
      await this.free();
      await this.take(1);
      await this.free();
      const second = this.living()[1];
      if (second) return second;
      this.startAside(1);
      await this.starting;
    }
    throw new Error("there is no second render process");
  }

  /** Another process stands beside the others, or takes the place of one that has grown. */
  private join(fresh: RenderProcess): void {
    const grown = this.workers.findIndex((worker) => worker.rss > RECYCLE_RSS);
    const [old] = grown < 0 ? [] : this.workers.splice(grown, 1);
    this.workers.push(fresh);
    if (!old) return;
    old.stop();
    this.options.log.info("replaced a render process that had grown", { rss_mb: old.rss / 1024 / 1024 });
  }

  private start(): Promise<RenderProcess> {
    return RenderProcess.start(this.options, this.processes);
  }

  private startMissing(wanted: number): void {
    this.startAside(Math.min(this.most, wanted) - this.living().length);
  }

  private startAside(count: number): void {
    if (this.starting || count <= 0) return;
    const { stops } = this;
    const started = Array.from({ length: count }, async () => {
      let worker: RenderProcess | undefined;
      try {
        worker = await this.start();
        for (let i = 0; i < WARM_ROUNDS && this.last && this.living().length > 0 && this.stops === stops; i++) {
          await worker.render(this.last.chrome, this.last.pages, { handOver: false });
        }
        if (this.stops === stops) this.join(worker);
        else worker.stop();
      } catch (error) {
        worker?.stop();
        this.options.log.warn("a further render process did not start", { reason: (error as Error).message });
      }
    });
    this.starting = Promise.all(started).then(() => {
      this.starting = null;
    });
  }
}
