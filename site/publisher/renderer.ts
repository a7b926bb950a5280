import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { Chrome } from "@/content/routes";
import type { FileEntry } from "./blobs";
import type { Log } from "./log";
import type { RenderAnswer, RenderRequest } from "./worker";

/** What to render: pattern, path, inputs. */
export type Page = RenderRequest["pages"][number];
export type RenderedRoutes = Record<string, Record<string, FileEntry>>;

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

// A second process costs 0.4 s and 200 MB: worth it from here on.
const PAGES_PER_PROCESS = 12;
// What React and Next keep grows slowly; a fresh process takes over between two builds.
const RECYCLE_RSS = 900 * 1024 * 1024;
const START_TIMEOUT = 60_000;
const RENDER_TIMEOUT = 120_000;

/** Warm render processes: each has the finished build loaded, the first one always runs. */
export class Renderer {
  private workers: Worker[] = [];
  private readonly most = Math.max(1, availableParallelism());

  constructor(private readonly options: { worker: string; app: string; store: string; log: Log }) {}

  /** Renders and stores the pages, on as many processes as it pays for. */
  async render(chrome: Chrome, pages: Page[]): Promise<RenderedRoutes> {
    const workers = await this.take(Math.min(this.most, Math.ceil(pages.length / PAGES_PER_PROCESS)));
    const share = Math.ceil(pages.length / workers.length);
    const answers = await Promise.all(
      workers.map((worker, i) => worker.render(chrome, pages.slice(i * share, (i + 1) * share))),
    );
    return Object.assign({}, ...answers) as RenderedRoutes;
  }

  /** Between two builds: replaces processes that have grown, ends those beyond the first. */
  async tidy(): Promise<void> {
    const [first, ...others] = this.workers;
    for (const worker of others) worker.stop();
    this.workers = first ? [first] : [];
    if (first && first.rss > RECYCLE_RSS) {
      this.options.log.info("replacing a render process that has grown", { rss_mb: first.rss / 1024 / 1024 });
      const fresh = await Worker.start(this.options);
      first.stop();
      this.workers = [fresh];
    }
  }

  /** Ends all processes; the next rendering starts new ones. */
  stop(): void {
    for (const worker of this.workers) worker.stop();
    this.workers = [];
  }

  private async take(count: number): Promise<Worker[]> {
    this.workers = this.workers.filter((worker) => worker.alive);
    const missing = count - this.workers.length;
    if (missing > 0) {
      const started = await Promise.all(Array.from({ length: missing }, () => Worker.start(this.options)));
      this.workers.push(...started);
    }
    return this.workers.slice(0, count);
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
      for (const { reject } of this.waiting.values()) reject(new Error(`the render process ended (${signal ?? code})`));
      this.waiting.clear();
    });
  }

  static start(options: { worker: string; app: string; store: string; log: Log }): Promise<Worker> {
    const child = fork(options.worker, [options.app, options.store], {
      cwd: path.dirname(options.worker),
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_PHASE: "phase-production-build",
      },
    });
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
      child.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`the render process could not start (exit code ${code})`));
      });
    });
  }

  async render(chrome: Chrome, pages: Page[]): Promise<RenderedRoutes> {
    const request: RenderRequest = { id: this.next++, chrome, pages };
    const hung = setTimeout(() => this.process.kill("SIGKILL"), RENDER_TIMEOUT);
    const answer = await new Promise<RenderAnswer>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.process.send(request, (error) => error && reject(error));
    }).finally(() => clearTimeout(hung));
    if ("error" in answer) {
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
