import { type ProcessOptions, RenderProcess } from "../render-process";
import type { Worker } from "../renderer";

// Pages do not depend on what their render process has rendered before: of that it remembers only what formulas look like.
// To start one takes longer than most tests do, so that the publishers of all tests have the same ones, one after the other.

const idle: RenderProcess[] = [];

export type Rendered = ReturnType<Worker["render"]>;

/** A process of the real program that goes back to where it came from when it is told to end, unless it is at work. */
export class LentProcess implements Worker {
  rss = 0;
  ready = false;
  stopped = false;
  readonly ended: Promise<unknown>;
  private readonly real: RenderProcess;
  private readonly started: boolean;
  private returned: () => void = () => {};

  constructor(options: ProcessOptions) {
    let real = idle.pop();
    // One that has ended meanwhile.
    while (real && !real.ready) real = idle.pop();
    this.started = real !== undefined;
    this.real = real ?? new RenderProcess(options);
    const returned = new Promise<void>((resolve) => {
      this.returned = resolve;
    });
    this.ended = Promise.race([this.real.ended, returned]).then(() => {
      this.ready = false;
    });
  }

  get busy(): boolean {
    return this.real.busy;
  }

  async start(): Promise<void> {
    if (!this.started) await this.real.start();
    this.rss = this.real.rss;
    this.ready = !this.stopped;
  }

  async render(...page: Parameters<Worker["render"]>): Rendered {
    if (!this.ready) throw new Error("the render process has ended");
    const answer = await this.real.render(...page);
    this.rss = this.real.rss;
    return answer;
  }

  async end(): Promise<void> {
    const free = this.ready && !this.real.busy;
    this.ready = false;
    this.stopped = true;
    await (free ? this.giveBack() : this.real.end());
  }

  /** Ends for its publisher, while the real one goes on. */
  protected async giveBack(): Promise<void> {
    this.ready = false;
    idle.push(this.real);
    this.returned();
    await this.ended;
  }
}

/** A process of the base build, a fresh one only if all that there are have work. */
export const lend = (options: ProcessOptions): Worker => new LentProcess(options);
