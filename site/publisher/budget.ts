import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { RenderError } from "./failure";

// What a process may use for a page: processor time, of which a page takes 12 ms and at most 600 that were measured. Time
// that it waits for a processor does not count.
const PROCESSOR_SECONDS = 2;
// Time, where it computes nothing or the system does not say how much. Rendering waits for nothing but the disk.
const SECONDS = 30;
// Memory, beside the heap that V8 bounds: 300 MB as a rule, twice that after many pictures.
const BYTES = 1200 * 1024 * 1024;
const LOOK_EVERY = 250;
// Of the numbers in /proc/<pid>/stat, on every Linux.
const TICKS_PER_SECOND = 100;

/** Kills a process that uses too much for a page. */
export class Budget {
  /** What it used too much of for its page. */
  excess: RenderError | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pages = 0;
  /** How often it was looked at since it began its page. */
  private looks = 0;
  /** Its processor time at the first look, in seconds. */
  private processorBefore: number | undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly usage = usageOf,
  ) {}

  /** It begins a page. */
  begin(): void {
    this.pages++;
    this.looks = 0;
    this.processorBefore = undefined;
    this.excess = undefined;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** It has no page. */
  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const { pages } = this;
    const { processor, bytes } = await this.usage(this.child.pid as number);
    if (!this.timer || pages !== this.pages || this.excess) return;
    this.processorBefore ??= processor;
    // Looks are counted, not the clock's seconds: the whole machine may stand still.
    const seconds = (++this.looks * LOOK_EVERY) / 1000;
    if (processor - this.processorBefore > PROCESSOR_SECONDS)
      this.exceed("slow", `${PROCESSOR_SECONDS} s of processor time`);
    else if (bytes > BYTES) this.exceed("broken", `${BYTES / 1024 / 1024} MB of memory`);
    else if (seconds > SECONDS) this.exceed("slow", `${SECONDS} s`);
  }

  private exceed(kind: RenderError["kind"], what: string): void {
    this.excess = new RenderError(kind, `it took more than ${what}`);
    this.child.kill("SIGKILL");
  }
}

/** Seconds of processor time and bytes of memory that a process has used; NaN where the system does not say. */
export async function usageOf(pid: number): Promise<{ processor: number; bytes: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [stat, status] = await Promise.all([read("stat"), read("status")]);
  // The name in brackets may hold anything; utime and stime are the 12th and 13th number behind it.
  const numbers = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const processor = (Number(numbers[11]) + Number(numbers[12])) / TICKS_PER_SECOND;
  return { processor, bytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 };
}
