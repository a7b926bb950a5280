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

/** What became of routes: their file, handed over; why they failed; or how the process ended that had them in hand. */
interface Outcome {
  files: Map<string, File & { hash: string }>;
  failed: Map<string, string>;
  lost: Map<string, RenderError>;
}

// How many pages a process is given at a time: it renders one while the other is read and handed over.
const PAGES_AT_ONCE = 2;
// So many of each are rendered also where something else waits: a release takes longer than a few pages.
const PAGES_AT_LEAST = 2;
// After so many lost pages the rest is left to the next batch: what was rendered does not wait for more of them.
const MOST_LOST = 2;
// From how many pages on a second running process pays.
const PAGES_PER_PROCESS = 2;
// From how many pages on one pays that has to start, which takes 0.4 s and 200 MB.
const PAGES_PER_START = 100;
// How often it is tried to start a process that somebody waits for.
const TRIES = 5;
const PROCESSORS = availableParallelism();
// A whole site begins with two, where there are processors for them.
const FOR_A_SITE = Math.min(PROCESSORS, 2);
// A preview is rendered in a second one, so that nothing it does holds up what is published.
const FOR_PREVIEWS = 2;
// Those beyond the first end when none was needed for so long.
const REST_AFTER = 30_000;
// A process takes some 300 MB, and up to twice that after many pictures. One that grows further is replaced.
const RECYCLE_RSS = 700 * 1024 * 1024;
// The first pages of a process take five times as long: it renders the last batch's first pages a few times before it joins.
const WARM_PAGES = 8;
const WARM_ROUNDS = 3;

/**
 * Warm render processes: each has the finished build loaded. One stays; further ones are started when there is work for
 * them, and end when they have rested. Renders one batch at a time.
 */
export class Renderer {
  /** All that have not ended yet, those included that are just starting. */
  private readonly processes = new Set<Worker>();
  /** Resolves when the processes have started that are being started in the background. */
  private starting: Promise<void> | null = null;
  /** Resolves when the batch is over that is being rendered. */
  private batch: Promise<unknown> | null = null;
  /** The first pages of the last batch. */
  private last: { chrome: Chrome | null; pages: Page[] } | null = null;
  /** Whether a preview waits for a process. */
  private previewing = false;
  /** Ends processes beyond the first. */
  private resting: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {
    const help = "Memory of the render processes together, as they last said.";
    const memory = () => this.living().reduce((sum, { rss }) => sum + rss, 0);
    options.metrics.gauge("renderers_resident_bytes", help, memory);
  }

  /** Starts processes in the background until there are so many, by default those that a whole site begins with. */
  startAside(wanted = FOR_A_SITE): void {
    if (wanted > 1) this.postponeRest();
    const missing = wanted - this.living().length;
    if (this.starting || missing <= 0) return;
    const start = async () => {
      const worker = this.fork();
      await worker.start();
      await this.warm(worker);
    };
    const noted = (error: unknown) =>
      this.options.log.warn("a further render process did not start", { reason: messageOf(error) });
    this.starting = Promise.all(Array.from({ length: missing }, () => start().catch(noted))).then(() => {
      this.starting = null;
    });
  }

  /** Starts the processes in the background that so many pages behind the next batch pay for. */
  expect(pages: number): void {
    const wanted = Math.ceil(pages / PAGES_PER_START);
    if (this.living().length > 0) this.startAside(Math.min(PROCESSORS, wanted));
  }

  /**
   * Renders the pages and hands them over, on as many of the running processes as pays. Once `enough` says so, no further
   * page is begun beyond the first few. A page that fails, or ends its process, costs no other one; after some of these,
   * pages may be left that were not begun.
   */
  async render(chrome: Chrome | null, pages: Page[], enough = () => false): Promise<Outcome> {
    const rendering = this.renderBatch(chrome, pages, enough);
    this.batch = rendering.catch(() => {});
    try {
      return await rendering;
    } finally {
      this.batch = null;
    }
  }

  private async renderBatch(chrome: Chrome | null, pages: Page[], enough: () => boolean): Promise<Outcome> {
    const outcome: Outcome = { files: new Map(), failed: new Map(), lost: new Map() };
    const left = pages.slice();
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
          // The process ended before it began the page.
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
    // More than once only where processes have ended.
    for (let first = true; left.length && outcome.lost.size < MOST_LOST && (first || !enough()); first = false) {
      const workers = await this.take(Math.max(1, Math.floor(left.length / PAGES_PER_PROCESS)));
      if (workers.length > 1) this.postponeRest();
      await Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => workers.map(keepBusy)).flat());
      if (problems[0]) throw problems[0];
    }
    this.replaceGrown();
    const good = pages.filter(([, route]) => outcome.files.has(route));
    if (good.length) this.last = { chrome, pages: good.slice(0, WARM_PAGES) };
    return outcome;
  }

  /** Resolves when no batch is being rendered. */
  async free(): Promise<void> {
    while (this.batch) await this.batch;
  }

  /**
   * Renders a page for the caller alone, between batches, one at a time. A batch that begins meanwhile takes the other
   * processes.
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
    // It was idle, so that it has begun the page.
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

  /** Between batches: those that are not rendering a preview. */
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

  /** Ends a process that has grown as soon as there is another one. */
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
    const busy = this.batch || this.starting || this.living().length > this.idle().length;
    if (busy) return void this.postponeRest();
    // One that has grown is not the one that stays.
    const [, ...further] = this.idle().sort((a, b) => Number(a.rss > RECYCLE_RSS) - Number(b.rss > RECYCLE_RSS));
    for (const worker of further) void worker.end();
  }

  /** Renders what was rendered last, unless somebody waits for the process; until then it is busy. */
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
