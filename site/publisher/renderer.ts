import { availableParallelism } from "node:os";
import type { Prepared } from "@/app/prepared";
import type { File } from "../render/next-server";
import type { RenderAnswer } from "../render/worker";
import type { CMS } from "./cms";
import { messageOf, RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import { type ProcessOptions, RenderProcess } from "./render-process";

/** A process of a renderer. */
export type Worker = Pick<RenderProcess, keyof RenderProcess>;

interface Options extends ProcessOptions {
  cms: Pick<CMS, "put">;
  log: Log;
  metrics: Metrics;
  /** Makes its processes, by default fresh ones. */
  fork?: (options: ProcessOptions) => Worker;
  /** After how many milliseconds unused processes end. */
  restAfter?: number;
}

/** The outcome of each route: its file, handed over; why it failed; or how the process ended that was rendering it. */
interface Outcome {
  files: Map<string, File & { hash: string }>;
  failed: Map<string, string>;
  lost: Map<string, RenderError>;
}

// Pages that a process is sent at a time: it renders one while the other is read and handed over.
const PAGES_AT_ONCE = 2;
// Pages of a batch that each process renders even if something else waits: a release takes longer than a few pages.
const MIN_PAGES = 2;
// After so many lost pages the batch ends, so that the rendered pages do not wait for more of them.
const MAX_LOST = 2;
// Pages that a second running process is used for.
const PAGES_PER_PROCESS = 2;
// Pages that a further process is started for, which takes 0.4 s and 200 MB.
const PAGES_PER_START = 100;
// How often the start of a process is attempted that somebody waits for.
const TRIES = 5;
const PROCESSORS = availableParallelism();
// Processes for the first pages of a whole site, if there are processors for them.
const FOR_A_SITE = Math.min(PROCESSORS, 2);
// A preview is rendered in a second process, so that it delays no release.
const FOR_PREVIEWS = 2;
// Milliseconds after which unused processes end, except one.
const REST_AFTER = 30_000;
// A process takes about 300 MB, and up to twice that after many pictures. One that grows further is replaced.
const hasGrown = ({ rss }: Worker) => rss > 700 * 1024 * 1024;

/**
 * A pool of render processes that have loaded the finished build. One stays; others are started when there is work for
 * them, and end when they are unused. It renders one batch at a time.
 */
export class Renderer {
  /** All that have not ended yet, including those that are starting. */
  private readonly processes = new Set<Worker>();
  /** Resolves when all processes that start in the background have started. */
  private starting: Promise<void> | null = null;
  /** Resolves when the present batch is rendered. */
  private batch: Promise<unknown> | null = null;
  /** Ends processes beyond the first. */
  private resting: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {
    const help = "Memory of the render processes together, as they last said.";
    options.metrics.gauge("renderers_resident_bytes", help, () => this.living().reduce((sum, { rss }) => sum + rss, 0));
  }

  /** Starts processes in the background until there are `wanted`. */
  startMore(wanted = FOR_A_SITE): void {
    if (wanted > 1) this.postponeRest();
    const missing = wanted - this.living().length;
    if (this.starting || missing <= 0) return;
    const noted = (error: unknown) =>
      this.options.log.warn("a further render process did not start", { reason: messageOf(error) });
    const starts = Array.from({ length: missing }, () => this.fork().start().catch(noted));
    this.starting = Promise.all(starts).then(() => {
      this.starting = null;
    });
  }

  /** Starts processes in the background for so many pages behind the next batch. */
  expect(pages: number): void {
    if (this.living().length > 0) this.startMore(Math.min(PROCESSORS, Math.ceil(pages / PAGES_PER_START)));
  }

  /**
   * Renders the pages and hands them over, on as many of the running processes as is worth it. Once `enough` returns
   * true, no page is begun beyond the first few. A page that fails or ends its process affects no other page, but after
   * some lost pages others may be left out.
   */
  render(pages: Prepared[], enough = () => false): Promise<Outcome> {
    const rendering = this.renderBatch(pages, enough).finally(() => {
      this.batch = null;
    });
    this.batch = rendering.catch(() => {});
    return rendering;
  }

  private async renderBatch(pages: Prepared[], enough: () => boolean): Promise<Outcome> {
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
    // A process waits for no other one, and for the CMS only until it has stored the page before.
    const keepBusy = async (worker: Worker) => {
      let handedOver = Promise.resolve();
      for (let begun = 0; worker.ready && left.length && (begun < MIN_PAGES || !enough()); begun++) {
        const page = left.shift() as Prepared;
        const route = page.path;
        try {
          const answer = await worker.render(page);
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
    // More than once only if processes have ended.
    for (let first = true; left.length && outcome.lost.size < MAX_LOST && (first || !enough()); first = false) {
      const workers = await this.take(Math.max(1, Math.floor(left.length / PAGES_PER_PROCESS)));
      if (workers.length > 1) this.postponeRest();
      await Promise.all(Array.from({ length: PAGES_AT_ONCE }, () => workers.map(keepBusy)).flat());
      if (problems[0]) throw problems[0];
    }
    const grown = this.idle().findLast(hasGrown);
    if (grown) this.startMore(2);
    if (grown && this.idle().length > 1)
      void grown.end().then(() => this.options.log.info("ended a render process that had grown"));
    return outcome;
  }

  /** Resolves when no batch is being rendered. */
  async free(): Promise<void> {
    while (this.batch) await this.batch;
  }

  /** Renders a page between batches, one at a time. A batch that begins meanwhile uses the other processes. */
  async preview(page: Prepared): Promise<RenderAnswer> {
    // Again if a batch began meanwhile: it may have ended a process that had grown.
    for (let tries = 0; this.batch || (this.idle().length < FOR_PREVIEWS && tries < TRIES); tries++) {
      await this.free();
      await this.take(1);
      this.startMore(FOR_PREVIEWS);
      await this.starting;
    }
    this.postponeRest();
    const [, second] = this.idle();
    if (!second) throw new Error("there is no second render process");
    const answer = await second.render(page);
    // It was idle, so it has begun the page.
    if (!answer) throw new Error("the render process ended");
    return answer;
  }

  /** Ends all processes; the next batch starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    clearTimeout(this.resting);
    await Promise.all([...this.processes].map((one) => one.end()));
  }

  private living(): Worker[] {
    return [...this.processes].filter(({ ready }) => ready);
  }

  /** Between batches: the processes without a preview, those that have grown last. */
  private idle(): Worker[] {
    const idle = this.living().filter(({ busy }) => !busy);
    return idle.sort((a, b) => Number(hasGrown(a)) - Number(hasGrown(b)));
  }

  /** Returns at most `count` processes for a batch; if there is none, one is started. */
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

  /** A process beyond the first is needed now. */
  private postponeRest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), this.options.restAfter ?? REST_AFTER).unref();
  }

  private rest(): void {
    const busy = this.batch || this.starting || this.living().length > this.idle().length;
    if (busy) return void this.postponeRest();
    const [, ...further] = this.idle();
    for (const worker of further) void worker.end();
  }

  private fork(): Worker {
    const worker = this.options.fork?.(this.options) ?? new RenderProcess(this.options);
    this.processes.add(worker);
    void worker.ended.then(() => this.processes.delete(worker));
    return worker;
  }
}
