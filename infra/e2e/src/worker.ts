import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Which worker this is; vitest counts them from one. A fixture for what all its files share. */
export const worker = () => Number(process.env.VITEST_POOL_ID);

let own: number | undefined;

/**
 * Of what every worker has one, that of the worker that asks, until its process ends. Vitest gives a worker's number to
 * the next one while the former still stops its product.
 */
export function ofWorker<T extends { dir: string }>(all: readonly T[]): T {
  own ??= claim(all.map(({ dir }) => `${dir}.taken`));
  return all[own] as T;
}

/** Makes one of the files, which goes with this process, and returns which. */
function claim(files: readonly string[]): number {
  for (;;) {
    for (const [n, file] of files.entries()) {
      try {
        writeFileSync(file, `${process.pid}`, { flag: "wx" });
        process.on("exit", () => rmSync(file, { force: true }));
        return n;
      } catch {
        if (!isRunning(file)) rmSync(file, { force: true });
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** Whether the process runs that has made a file. */
function isRunning(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, "utf8")) || process.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What vitest gives a fixture to say how it ends. */
export interface Fixture {
  onCleanup: (end: () => Promise<void>) => void;
}
