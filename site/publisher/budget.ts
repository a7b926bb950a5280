import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { RenderError } from "./failure";

// The budget of a page: processor time, of which a page takes 12 ms, and at most 600 that were measured. Time
// that it waits for a processor does not count.
const PROCESSOR_SECONDS = 2;
// Time, for a process that computes nothing, or where the system does not report processor time.
const SECONDS = 30;
// Memory, with what is outside the heap that V8 bounds: usually 300 MB, twice that after many pictures.
const BYTES = 1200 * 1024 * 1024;
const LOOK_EVERY = 250;
// The unit of the numbers in /proc/<pid>/stat on every Linux.
const TICKS_PER_SECOND = 100;

/** Kills a process that exceeds the budget of a page. */
export class Budget {
  /** Why it was killed. */
  excess: RenderError | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** How often it was checked since it began its page, and its processor time at the first check, in seconds. */
  private page: { looks: number; processor?: number } | undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly usage = usageOf,
  ) {}

  /** It begins a page. */
  begin(): void {
    this.page = { looks: 0 };
    this.excess = undefined;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY).unref();
  }

  /** It has no page. */
  end(): void {
    clearInterval(this.timer);
    this.timer = this.page = undefined;
  }

  private async look(): Promise<void> {
    const { page } = this;
    const { processor, bytes } = await this.usage(this.child.pid as number);
    if (!page || page !== this.page || this.excess) return;
    page.processor ??= processor;
    // Checks are counted, not the clock's seconds: the whole machine may stand still.
    const seconds = (++page.looks * LOOK_EVERY) / 1000;
    if (processor - page.processor > PROCESSOR_SECONDS) this.exceed("slow", `${PROCESSOR_SECONDS} s of processor time`);
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
  // The name in brackets may contain anything; utime and stime are the 12th and 13th number behind it.
  const numbers = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const processor = (Number(numbers[11]) + Number(numbers[12])) / TICKS_PER_SECOND;
  return { processor, bytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 };
}
