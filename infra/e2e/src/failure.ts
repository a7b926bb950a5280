import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { RunnerTestCase } from "vitest";
import { awaited } from "./browser";

const standstills = monitorEventLoopDelay({ resolution: 100 });
standstills.enable();

/** Whether a page still answers and is still drawn: whatever waits for one that does not runs into its time limit. */
async function stateOf(page: Page): Promise<string> {
  if (page.isClosed()) return "closed";
  const drawn = async () => {
    const frames = await page.evaluateHandle(() => {
      const frames = { count: 0 };
      // The browser's own, also where a test has its clock stand still.
      const { __pwClock } = globalThis as { __pwClock?: { builtins: Window } };
      const next = () => (__pwClock?.builtins ?? window).requestAnimationFrame(() => ++frames.count && next());
      next();
      return frames;
    });
    await wait(1000);
    return `${await frames.evaluate(({ count }) => count)} frames a second`;
  };
  const late = wait(5000, "no answer", { ref: false });
  const waits = awaited(page).slice(0, 3).join(", ");
  const answer = await Promise.race([drawn().catch((error) => String(error)), late]);
  return `${page.url()}${waits && ` waits for ${waits}`}: ${answer}`;
}

/**
 * Of a test that has failed, adds to the first line of its error what its pages and the machine do, which no later run
 * would show. Returns whether it has failed.
 */
export async function describeFailure(test: Readonly<RunnerTestCase>, pages: Page[]): Promise<boolean> {
  const stood = Math.round(standstills.max / 1e9);
  standstills.reset();
  if (test.result?.state !== "fail") return false;
  const load = Math.round(loadavg()[0] as number);
  const said = [...(await Promise.all(pages.map(stateOf))), `load ${load}`, `stood still for ${stood} s`];
  for (const error of test.result.errors ?? []) {
    const first = error.message.split("\n", 1)[0] as string;
    const longer = `${first} [${said.join("; ")}]`;
    error.message = error.message.replace(first, () => longer);
    error.stack = error.stack?.replace(first, () => longer);
  }
  return true;
}
