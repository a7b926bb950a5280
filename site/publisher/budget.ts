import { readFile } from "node:fs/promises";

// What a process may take for the few pages that it has in hand: 12 ms of processor time each as a rule, five times that
// in a process that has just started. Time that it waits for a processor does not count, however busy the machine is.
const PROCESSOR_SECONDS = 3;
// And where it computes nothing, or the system does not say how much. Rendering waits for nothing but the disk.
const SECONDS = 30;
// 300 MB as a rule, twice that after many pictures. V8 bounds its own heap; this bounds what pages take beside it.
const BYTES = 1200 * 1024 * 1024;
const LOOK_EVERY = 250;
// Of the numbers in /proc/<pid>/stat, on every Linux.
const TICKS_PER_SECOND = 100;

/** Watches what a process takes while it has something in hand, and says once when that is too much. */
export class Budget {
  private timer: NodeJS.Timeout | undefined;
  /** What it had taken when it last gave a sign of progress. */
  private begun: { at: number; processor: number | undefined } = { at: 0, processor: undefined };

  constructor(
    private readonly pid: number,
    private readonly exceeded: (what: string) => void,
  ) {}

  /** The process was given something, or has finished a part of what it has: what it takes is counted from now on. */
  start(): void {
    this.begun = { at: performance.now(), processor: undefined };
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY).unref();
  }

  /** The process has nothing in hand. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const { begun } = this;
    const { processor, bytes } = await usageOf(this.pid);
    if (begun !== this.begun || !this.timer) return;
    begun.processor ??= processor;
    let what = "";
    if (processor - begun.processor > PROCESSOR_SECONDS) what = `${PROCESSOR_SECONDS} s of processor time`;
    else if (bytes > BYTES) what = `${BYTES / 1024 / 1024} MB of memory`;
    else if (performance.now() - begun.at > SECONDS * 1000) what = `${SECONDS} s`;
    if (!what) return;
    this.stop();
    this.exceeded(`it took more than ${what}`);
  }
}

/** Seconds of processor time and bytes of memory that a process has taken; NaN where the system does not say. */
async function usageOf(pid: number): Promise<{ processor: number; bytes: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [stat, status] = await Promise.all([read("stat"), read("status")]);
  // The name in brackets may hold anything; utime and stime are the 12th and 13th number behind it.
  const numbers = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const processor = (Number(numbers[11]) + Number(numbers[12])) / TICKS_PER_SECOND;
  return { processor, bytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 };
}
