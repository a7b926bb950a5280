import { availableParallelism } from "node:os";
import type { Chrome } from "@/content/routes";
import type { CMS } from "./cms";
import { messageOf, RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { File } from "./next-server";
import { type Page, type ProcessOptions, RenderProcess } from "./render-process";
import type { RenderAnswer } from "./worker";

/** What a renderer asks of a process. */
export type Worker = Pick<RenderProcess, keyof RenderProcess>;

interface Options extends ProcessOptions {
  cms: Pick<CMS, "put">;
  log: Log;
  metrics: Metrics;
  /** Makes its processes, by default fresh ones. */
  fork?: (options: ProcessOptions) => Worker;
  /** After how many milliseconds processes that nobody needs end. */
  restAfter?: number;
}

/** What became of routes: their file, handed over, why they failed, or how the process ended that had them in hand. */
interface Outcome {
  files: Map<string, File & { hash: string }>;
  failed: Map<string, string>;
  lost: Map<string, RenderError>;
}

// How many pages a process is given at a time: it renders one while the other is read and handed over.
const PAGES_AT_ONCE = 2;
// So many of each are rendered also where something else waits: a release takes longer than a few pages.
const PAGES_AT_LEAST = 2;
// After so many that ended their process the rest is for the next batch: what was made does not wait for more of them.
const MOST_LOST = 2;
// From how many on a second process pays that is there already.
const PAGES_PER_PROCESS = 2;
// How often it is tried to start one that somebody waits for.
const TRIES = 5;
// One that has to start, in 0.4 s and 200 MB, pays from this many on.
const PAGES_PER_START = 100;
const PROCESSORS = availableParallelism();
// A whole site begins with two, where there are processors for them.
const FOR_A_SITE = Math.min(PROCESSORS, 2);
// A preview is rendered in a second one, so that nothing it does holds up what is published.
const FOR_PREVIEWS = 2;
// Those beyond the first end when none has been needed for so long.
const REST_AFTER = 30_000;
// A process settles at some 300 MB, and at up to twice that after many pictures. Should it grow further, a fresh one takes over.
const RECYCLE_RSS = 700 * 1024 * 1024;
// The first pages of a fresh process take five times as long: it draws what was drawn last a few times before it joins.
const WARM_PAGES = 8;
const WARM_ROUNDS = 3;

/**
 * Warm render processes: each has the finished build loaded. One stays; further ones are started when there is work for
 * them, and end when they have rested. Renders one batch at a time.
 */
export class Renderer {
  /** All that have not ended yet, those included that are just starting. */
  private readonly processes = new Set<Worker>();
  /** Resolves when those have started that are started on the side now. */
  private starting: Promise<void> | null = null;
  private batches = 0;
  /** Who waits until there is no batch. */
  private waiting: (() => void)[] = [];
  /** What was rendered last. */
  private last: { chrome: Chrome | null; pages: Page[] } | null = null;
  /** Whether a preview waits for a process. */
  private previewing = false;
  /** Ends those beyond the first. */
  private resting: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {
    const help = "Memory of the render processes together, as they last said.";
    const memory = () => this.living().reduce((sum, { rss }) => sum + rss, 0);
    options.metrics.gauge("renderers_resident_bytes", help, memory);
  }

  /** Starts processes on the side until there are so many, by default those that a whole site begins with. */
  startAside(wanted = FOR_A_SITE): void {
    if (wanted > 1) this.postponeRest();
    const missing = wanted - this.living().length;
    if (this.starting || missing <= 0) return;
    const started = Array.from({ length: missing }, async () => {
      const worker = this.fork();
      await worker.start();
      await this.warm(worker);
    });
    this.starting = Promise.allSettled(started).then((ends) => {
      this.starting = null;
      for (const end of ends) {
        if (end.status === "fulfilled") continue;
        this.options.log.warn("a further render process did not start", { reason: messageOf(end.reason) });
      }
    });
  }

  /**
   * Says how many pages there are to render behind the next batch, and starts the processes that pay for them. Nobody
   * waits for these.
   */
  expect(pages: number): void {
    const wanted = Math.ceil(pages / PAGES_PER_START);
    if (this.living().length > 0) this.startAside(Math.min(PROCESSORS, wanted));
  }

  /**
   * Renders the pages and hands them over, on as many of the running processes as it pays for. Once `enough` says so,
   * only the first ones are rendered, which each process is given. Neither a page that fails nor one that ends its
   * process costs another one; after some of these, others may be left that have not been begun.
   */
  async render(chrome: Chrome | null, pages: Page[], enough = () => false): Promise<Outcome> {
    const outcome: Outcome = { files: new Map(), failed: new Map(), lost: new Map() };
    const left = pages.slice();
    this.batches++;
    const problems: Error[] = [];
    const giveUp = (error: Error) => {
      problems.push(error);
      left.length = 0;
    };
    const handOver = async (route: string, { file, content }: File) => {
      try {
        outcome.files.set(route, { file, content, hash: await this.options.cms.put(file, content) });
      } catch (error) {
        giveUp(new RenderError("handover", messageOf(error)));
      }
    };
    // A process waits for no other one, and for the CMS only until that has taken the page before.
    const keepBusy = async (worker: Worker) => {
      let handedOver = Promise.resolve();
      for (let begun = 0; worker.ready && left.length && (begun < PAGES_AT_LEAST || !enough()); begun++) {
        const page = left.shift() as Page;
        const [, route] = page;
        try {
          const answer = await worker.render(chrome, page);
          await handedOver;
          // The process ended before its turn.
          if (!answer) left.unshift(page);
          else if ("failed" in answer) outcome.failed.set(route, answer.failed);
          else handedOver = handOver(route, answer.file);
        } catch (error) {
          if (!(error instanceof RenderError) || worker.stopped) giveUp(error as Error);
          else outcome.lost.set(route, error);
        }
      }
      await handedOver;
    };
    try {
      // More than once only where processes have ended.
      for (let first = true; left.length && outcome.lost.size < MOST_LOST && (first || !enough()); first = false) {
        const workers = await this.take(Math.max(1, Math.floor(left.length / PAGES_PER_PROCESS)));
        if (workers.length > 1) this.postponeRest();
        await Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => workers.map(keepBusy)).flat());
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
  async preview(chrome: Chrome | null, page: Page): Promise<RenderAnswer> {
    this.previewing = true;
    try {
      await this.free();
      await this.take(1);
      this.postponeRest();
      if (this.idle().length < FOR_PREVIEWS) {
        this.startAside(FOR_PREVIEWS);
        await this.starting;
      }
      await this.free();
    } finally {
      this.previewing = false;
    }
    const [, second] = this.idle();
    if (!second) throw new Error("there is no second render process");
    const answer = await second.render(chrome, page);
    // It was idle, so that its turn has come.
    if (!answer) throw new Error("the render process ended");
    return answer;
  }

  /** Ends all processes; the next rendering starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    clearTimeout(this.resting);
    await Promise.all([...this.processes].map((one) => one.end()));
  }

  private living(): Worker[] {
    return [...this.processes].filter(({ ready }) => ready);
  }

  /** Between batches: those without a preview in hand. */
  private idle(): Worker[] {
    return this.living().filter(({ busy }) => !busy);
  }

  /** Processes for a batch, at most so many; where there is none, one is started. */
  private async take(count: number): Promise<Worker[]> {
    if (this.idle().length === 0) await this.starting;
    for (let tries = 1; this.idle().length === 0; tries++) {
      const worker = this.fork();
      await worker.start().catch((error: Error) => {
        if (worker.stopped || tries === TRIES) throw error;
      });
    }
    return this.idle().slice(0, count);
  }

  /** Between batches: a process that has grown goes as soon as another one has taken its place. */
  private replaceGrown(): void {
    const grown = this.idle().find(({ rss }) => rss > RECYCLE_RSS);
    if (!grown) return;
    this.startAside(2);
    if (this.idle().length < 2) return;
    this.options.log.info("ended a render process that had grown", { rss_mb: grown.rss / 1024 / 1024 });
    void grown.end();
  }

  /** A process beyond the first is needed now. */
  private postponeRest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), this.options.restAfter ?? REST_AFTER).unref();
  }

  private rest(): void {
    const busy = this.batches > 0 || this.starting || this.living().length > this.idle().length;
    if (busy) return void this.postponeRest();
    // One that has grown goes first.
    const [, ...further] = this.idle().sort((a, b) => Number(a.rss > RECYCLE_RSS) - Number(b.rss > RECYCLE_RSS));
    for (const worker of further) void worker.end();
  }

  /** Draws what was drawn last, unless somebody waits for the process; until then it is busy. */
  private async warm(worker: Worker): Promise<void> {
    if (!this.last || this.living().length < 2) return;
    const { chrome, pages } = this.last;
    for (const page of Array.from({ length: WARM_ROUNDS }, () => pages).flat()) {
      if (this.previewing) return;
      await worker.render(chrome, page);
    }
  }

  private fork(): Worker {
    const { fork = (options) => new RenderProcess(options) } = this.options;
    const worker = fork(this.options);
    this.processes.add(worker);
    void worker.ended.then(() => this.processes.delete(worker));
    return worker;
  }
}
