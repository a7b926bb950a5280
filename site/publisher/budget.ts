import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { RenderError } from "./failure";

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

/** Waits for what a process does. When it takes too much it is killed, and the promise rejects with that reason. */
export async function withinBudget<T>(child: ChildProcess, work: Promise<T>): Promise<T> {
  const started = performance.now();
  let processorBefore: number | undefined;
  let settled = false;
  let excess = "";
  const look = async () => {
    const { processor, bytes } = await usageOf(child.pid as number);
    if (settled || excess) return;
    processorBefore ??= processor;
    if (processor - processorBefore > PROCESSOR_SECONDS) excess = `${PROCESSOR_SECONDS} s of processor time`;
    else if (bytes > BYTES) excess = `${BYTES / 1024 / 1024} MB of memory`;
    else if (performance.now() - started > SECONDS * 1000) excess = `${SECONDS} s`;
    if (excess) child.kill("SIGKILL");
  };
  const timer = setInterval(look, LOOK_EVERY).unref();
  try {
    return await work;
  } catch (error) {
    throw excess ? new RenderError("broken", `it took more than ${excess}`) : error;
  } finally {
    settled = true;
    clearInterval(timer);
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
