import { setTimeout as pause } from "node:timers/promises";

// A probe may never return: one that waits for a frame of a page that the browser no longer draws, say.
const PROBE_WITHIN = 30_000;

/**
 * Asks again and again until `probe` returns something other than undefined, null or false, and returns that. An error
 * of the probe counts as "not yet" and is shown when time is up. One that takes longer than 30 s is given up, and asked
 * again while there is time.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  within = 30_000,
): Promise<T> {
  const deadline = performance.now() + within;
  let reason: unknown;
  for (;;) {
    try {
      const result = await inTime("the probe returns", Promise.resolve(probe()), PROBE_WITHIN);
      if (result !== undefined && result !== null && result !== false) return result;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`not so within ${within} ms: ${what}`, { cause: reason });
    }
    await pause(50);
  }
}

/** Resolves with what `promise` gives, or throws when that takes too long. */
export async function inTime<T>(what: string, promise: Promise<T>, within: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${within} ms: ${what}`)), within);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise, and what fulfils it. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
