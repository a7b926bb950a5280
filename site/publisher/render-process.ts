import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Writable } from "node:stream";
import type { Prepared } from "@/app/prepared";
import type { RenderAnswer } from "../render/worker";
import { Budget, type usageOf } from "./budget";
import { RenderError } from "./failure";

// Megabytes of the heap, of which 100 are in use. Without a limit V8 collects garbage late, and the process grows.
const HEAP = 512;
const START_TIMEOUT = 60_000;
// Milliseconds until a process that was told to end is killed.
const END_TIMEOUT = 2_000;
// Signals of other processes. A full heap causes others, such as SIGABRT.
const FROM_OUTSIDE = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

export interface ProcessOptions {
  /** The program. */
  worker: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** Reports the usage of a process; by default the system does. */
  usageOf?: typeof usageOf;
}

/** A process that has loaded the finished build and renders pages, one after the other. */
export class RenderProcess {
  rss = 0;
  /** Whether it can be given pages: from its start until it has ended or was told to. */
  ready = false;
  /** Whether it was told to end. */
  stopped = false;
  /** Resolves when it can no longer write. */
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;
  private readonly budget: Budget;
  /** The pages that it was sent and has not answered, the one that it renders first. */
  private readonly asked: { route: string; resolve: (answer: RenderAnswer | null | Promise<never>) => void }[] = [];

  constructor(options: ProcessOptions) {
    this.child = fork(options.worker, [options.app], {
      cwd: path.dirname(options.worker),
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      // Next logs to the standard output that it has read its configuration, `quiet` or not.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        // With more arenas each thread that compresses files or draws pictures keeps memory: 290 MB instead of 245.
        MALLOC_ARENA_MAX: "2",
      },
    });
    guard(this.child);
    this.budget = new Budget(this.child, options.usageOf);
    // All its answers are read only when the channel is closed, too.
    const reason = Promise.all([once(this.child, "exit"), once(this.child, "disconnect")]).then(
      ([[code, signal]]) => this.reasonOfEnd(code, signal),
      (error: Error) => error,
    );
    this.child.on("message", (answer) => this.answered(answer as RenderAnswer));
    this.ended = reason.then((error) => {
      this.ready = false;
      this.budget.end();
      this.asked.shift()?.resolve(Promise.reject(error));
      for (const { resolve } of this.asked.splice(0)) resolve(null);
    });
  }

  /** Whether it has a page to render. */
  get busy(): boolean {
    return this.asked.length > 0;
  }

  /** Resolves when it can be given pages. */
  async start(): Promise<void> {
    const late = setTimeout(() => this.child.kill("SIGKILL"), START_TIMEOUT);
    const loaded = new Promise((resolve) => this.asked.push({ route: "", resolve }));
    await loaded.finally(() => clearTimeout(late));
    this.ready = !this.stopped;
  }

  /** Renders a page after those sent before. Rejects if the process ends during that; null if it ends before. */
  async render(page: Prepared): Promise<RenderAnswer | null> {
    if (!this.ready) throw new Error("the render process has ended");
    // If sending fails, the process has ended, and `ended` says why.
    this.child.send(page, () => {});
    if (!this.busy) this.budget.begin();
    return new Promise((resolve) => this.asked.push({ route: page.path, resolve }));
  }

  private answered(answer: RenderAnswer): void {
    // No page's file may ever stand at another one's path.
    if (answer.route !== this.asked[0]?.route) return void this.child.kill("SIGKILL");
    this.rss = answer.rss;
    this.asked.shift()?.resolve(answer);
    if (this.busy) this.budget.begin();
    else this.budget.end();
  }

  /** Ends it, whatever it has in hand. */
  async end(): Promise<void> {
    this.ready = false;
    this.stopped = true;
    const late = setTimeout(() => this.child.kill("SIGKILL"), END_TIMEOUT);
    if (this.child.connected) this.child.disconnect();
    await this.ended;
    clearTimeout(late);
  }

  private reasonOfEnd(code: number | null, signal: NodeJS.Signals | null): Error {
    const { excess } = this.budget;
    if (excess) return excess;
    if (signal && FROM_OUTSIDE.has(signal))
      return new RenderError("killed", `the render process was killed (${signal})`);
    if (this.stopped) return new Error("the render process was told to end");
    const how = signal ?? `exit code ${code}`;
    if (!this.ready) return new Error(`the render process could not start (${how}): see the publisher's log`);
    return new RenderError("broken", `the process that rendered it broke (${how})`);
  }
}

/**
 * Has a process killed as soon as this one has ended: a process in an endless loop would not notice. Returns one end of
 * a pipe that is open as long as this process lives; a shell reads the other end.
 */
export function guard(child: ChildProcess): Writable {
  const shell = spawn("sh", ["-c", 'read -r _; kill -9 "$0"', `${child.pid}`], { stdio: ["pipe", "ignore", "ignore"] });
  shell.on("error", (error) => console.error(`nothing guards the process ${child.pid}: ${error.message}`));
  shell.unref();
  child.once("exit", () => {
    // Before the pipe is closed, because another process may get the same number.
    shell.kill("SIGKILL");
    shell.stdin.destroy();
  });
  return shell.stdin;
}
