import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import path from "node:path";
import type { Chrome } from "@/content/routes";
import { ENVIRONMENT } from "../scripts/next-internals.mjs";
import { withinBudget } from "./budget";
import { RenderError } from "./failure";
import type { RenderAnswer, RenderRequest } from "./worker";

/** What to render: pattern, path, inputs. */
export type Page = RenderRequest["pages"][number];

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
}

/** A process that has the finished build loaded and renders what it is given, one request at a time. */
export class RenderProcess {
  rss = 0;
  /** Whether it can be given pages: from its start until it has ended, or is told to. */
  ready = false;
  /** How many requests it has in hand. */
  busy = 0;
  private turn: Promise<unknown> = Promise.resolve();
  /** Whether it was told to end. */
  stopped = false;
  /** Resolves when it can write no more. */
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;
  /** Emits what the process says, and as an error why it has ended. */
  private readonly said = new EventEmitter();

  constructor(options: ProcessOptions) {
    this.child = fork(options.worker, [options.app], {
      cwd: path.dirname(options.worker),
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        ...ENVIRONMENT,
        // Else each thread that packs files or draws pictures keeps memory of its own: 290 MB became 245.
        MALLOC_ARENA_MAX: "2",
      },
    });
    // Nobody may be listening when it ends.
    this.said.on("error", () => {});
    // Next reports its own progress over the same channel, in lists.
    this.child.on("message", (message) => Array.isArray(message) || this.said.emit("answer", message));
    const reason = once(this.child, "exit").then(
      ([code, signal]) => this.reasonOfEnd(code, signal),
      (error: Error) => error,
    );
    this.ended = reason.then((error) => {
      this.ready = false;
      this.said.emit("error", error);
    });
  }

  /** Resolves when it can be given pages. */
  async start(): Promise<void> {
    const late = setTimeout(() => this.child.kill("SIGKILL"), START_TIMEOUT);
    await once(this.said, "answer").finally(() => clearTimeout(late));
    this.ready = !this.stopped;
  }

  /** Renders pages, after those that it was given before. */
  async render(chrome: Chrome | null, pages: Page[]): Promise<RenderAnswer> {
    this.busy++;
    const answer = this.turn.then(() => this.ask({ chrome, pages })).finally(() => this.busy--);
    this.turn = answer.catch(() => {});
    return answer;
  }

  private async ask(request: RenderRequest): Promise<RenderAnswer> {
    if (!this.ready) throw new Error("the render process has ended");
    const answered = withinBudget(this.child, once(this.said, "answer"));
    // When it cannot be sent the process has ended, and its end says why.
    this.child.send(request, () => {});
    const [answer] = (await answered) as [RenderAnswer];
    this.rss = answer.rss;
    return answer;
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
    if (signal && FROM_OUTSIDE.has(signal))
      return new RenderError("killed", `the render process was killed (${signal})`);
    if (code === 0) return new Error("the render process ended");
    const how = signal ?? `exit code ${code}`;
    if (!this.ready) return new Error(`the render process could not start (${how}): see the publisher's log`);
    return new RenderError("broken", `the process that rendered it broke (${how})`);
  }
}
