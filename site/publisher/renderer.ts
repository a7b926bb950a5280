import { availableParallelism } from "node:os";
import type { Chrome } from "@/content/routes";
import type { CMS } from "./cms";
import { messageOf, RenderError } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { File } from "./next-export";
import { type Page, type ProcessOptions, RenderProcess } from "./render-process";
import type { RenderAnswer } from "./worker";

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
  /** Resolves when those have started that are started on the side now. */
  private starting: Promise<void> | null = null;
  private batches = 0;
  /** Who waits until there is no batch. */
  private waiting: (() => void)[] = [];
  /** What was rendered last. */
  private last: { chrome: Chrome | null; pages: Page[] } | null = null;

  constructor(private readonly options: ProcessOptions & { cms: Pick<CMS, "put">; log: Log; metrics: Metrics }) {
    const help = "Memory of the render processes together, as they last said.";
    const memory = () => this.living().reduce((sum, { rss }) => sum + rss, 0);
    options.metrics.gauge("renderers_resident_bytes", help, memory);
  }

  /** Starts processes on the side until there are so many, by default those that stay. Until warm they are busy. */
  startAside(wanted = Math.min(PROCESSORS, STANDING)): void {
    const missing = wanted - this.living().length;
    if (this.starting || missing <= 0) return;
    const started = Array.from({ length: missing }, async () => {
      const worker = this.fork();
      await worker.start();
      for (let i = 0; i < WARM_ROUNDS && this.last && this.living().length > 1; i++) {
        const { chrome, pages } = this.last;
        await Promise.all(pages.map((page) => worker.render(chrome, page)));
      }
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
   * Between batches: says how many pages there are to render behind the next one. Nobody waits for processes that this
   * starts; the further ones end when there are none.
   */
  expect(pages: number): void {
    const further = this.idle()
      .filter(({ rss }) => rss <= RECYCLE_RSS)
      .slice(STANDING);
    if (pages === 0) for (const worker of further) void worker.end();
    const wanted = Math.max(STANDING, Math.ceil(pages / PAGES_PER_START));
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
    const keepBusy = async (worker: RenderProcess) => {
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
    await this.free();
    await this.take(1);
    if (this.idle().length < 2) {
      this.startAside(2);
      await this.starting;
    }
    await this.free();
    const [, second] = this.idle();
    if (!second) throw new Error("there is no second render process");
    const answer = await second.render(chrome, page);
    // It was idle, so that its turn has come.
    if (!answer) throw new Error("the render process ended");
    return answer;
  }

  /** Ends all processes; the next rendering starts new ones. Resolves when none of them can write any more. */
  async stop(): Promise<void> {
    await Promise.all([...this.processes].map((one) => one.end()));
  }

  private living(): RenderProcess[] {
    return [...this.processes].filter(({ ready }) => ready);
  }

  /** Between batches: those without a preview in hand. */
  private idle(): RenderProcess[] {
    return this.living().filter(({ busy }) => !busy);
  }

  /** Processes for a batch, at most so many; where there is none, one is started. */
  private async take(count: number): Promise<RenderProcess[]> {
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
    this.startAside(STANDING + 1);
    if (this.idle().length <= STANDING) return;
    this.options.log.info("ended a render process that had grown", { rss_mb: grown.rss / 1024 / 1024 });
    void grown.end();
  }

  private fork(): RenderProcess {
    const worker = new RenderProcess(this.options);
    this.processes.add(worker);
    void worker.ended.then(() => this.processes.delete(worker));
    return worker;
  }
}
