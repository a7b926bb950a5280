import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Chrome } from "@/content/routes";
import { ENVIRONMENT } from "../scripts/next-internals.mjs";
import { Budget } from "./budget";
import type { RenderAnswer, RenderRequest } from "./worker";

/** What to render: pattern, path, inputs. */
export type Page = RenderRequest["pages"][number];
/** The sha256 of each route's file, by path, its text where that was asked for, and why others failed. */
export type Answered = Omit<Extract<RenderAnswer, { rss: number }>, "id" | "rss">;

/**
 * Why pages were not rendered: the CMS did not take them (handover), a signal ended the process, which says nothing of them
 * (killed), or it broke or took more than it may with them in hand (broken).
 */
export class RenderError extends Error {
  constructor(
    readonly kind: "handover" | "killed" | "broken",
    message: string,
  ) {
    super(message);
  }
}

// Megabytes of JavaScript's heap, of which 100 are in use. Without a bound V8 collects late and a process grows for an hour.
const HEAP = 512;
const START_TIMEOUT = 60_000;
// One that has not finished its page by then is killed.
const END_TIMEOUT = 2_000;
// Those come from outside. Others, such as SIGABRT with a full heap, come from what the process does itself.
const FROM_OUTSIDE = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

export interface ProcessOptions {
  /** The program. */
  worker: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** Address of the CMS, which takes what is rendered. */
  api: string;
  /** Beside the variables of this process. */
  env?: Record<string, string>;
}

/** A process that has the finished build loaded and renders what it is given. */
export class RenderProcess {
  alive = true;
  rss = 0;
  private next = 1;
  /** What it has taken too much of, if that is why it was ended. */
  private excess: string | null = null;
  private readonly budget: Budget;
  private readonly waiting = new Map<number, { resolve: (answer: RenderAnswer) => void; reject: (e: Error) => void }>();

  private constructor(private readonly process: ChildProcess) {
    this.budget = new Budget(process.pid as number, (excess) => {
      this.excess = excess;
      process.kill("SIGKILL");
    });
    process.on("message", (message: RenderAnswer | unknown[]) => {
      // Next reports its own progress over the same channel.
      if (typeof message !== "object" || !("id" in message)) return;
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
      if (this.waiting.size) return this.budget.start();
      this.budget.stop();
      if (!this.alive) void end(process);
    });
    process.on("exit", (code, signal) => {
      this.alive = false;
      this.budget.stop();
      const reason = this.reasonOfEnd(code, signal);
      for (const { reject } of this.waiting.values()) reject(reason);
      this.waiting.clear();
    });
  }

  static async start(options: ProcessOptions, processes: Set<ChildProcess>): Promise<RenderProcess> {
    const child = fork(options.worker, [options.app, options.api], {
      cwd: path.dirname(options.worker),
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        ...options.env,
        ...ENVIRONMENT,
        // Else each thread that packs files or draws pictures keeps memory of its own: 290 MB became 245.
        MALLOC_ARENA_MAX: "2",
      },
    });
    processes.add(child);
    child.once("exit", () => processes.delete(child));
    const late = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT);
    const ended = once(child, "exit").then(([code, signal]) => {
      if (signal) throw new RenderError("killed", `the render process was killed (${signal}) before it had started`);
      throw new Error(`the render process could not start (exit code ${code}): see the publisher's log`);
    });
    await Promise.race([once(child, "message"), ended]).finally(() => clearTimeout(late));
    return new RenderProcess(child);
  }

  async render(
    chrome: Chrome | null,
    pages: Page[],
    { texts = false, handOver = true }: { texts?: boolean; handOver?: boolean } = {},
  ): Promise<Answered> {
    const request: RenderRequest = { id: this.next++, chrome, pages, texts, handOver };
    const answer = await new Promise<RenderAnswer>((resolve, reject) => {
      if (this.waiting.size === 0) this.budget.start();
      this.waiting.set(request.id, { resolve, reject });
      // One that has ended says so by its exit, which knows why.
      this.process.send(request, (error) => error && !this.alive && reject(error));
    });
    if ("error" in answer) throw answer.refused ? new RenderError("handover", answer.error) : new Error(answer.error);
    this.rss = answer.rss;
    return answer;
  }

  private reasonOfEnd(code: number | null, signal: NodeJS.Signals | null): Error {
    if (this.excess) return new RenderError("broken", this.excess);
    if (signal && FROM_OUTSIDE.has(signal))
      return new RenderError("killed", `the render process was killed (${signal})`);
    if (code === 0) return new Error("the render process ended");
    return new RenderError("broken", `the process that rendered it broke (${signal ?? `exit code ${code}`})`);
  }

  /** Gets nothing more, and ends once it has answered. */
  stop(): void {
    this.alive = false;
    if (this.waiting.size === 0) void end(this.process);
  }
}

export async function end(child: ChildProcess): Promise<void> {
  const late = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT);
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  await exit;
  clearTimeout(late);
}
