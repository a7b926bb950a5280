// What the product's processes hold in memory and take of the processor.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const kinds = [
  ["renderers", /worker\.mjs/],
  ["publisher", /main\.mjs/],
  ["cms-api", /cms-api serve/],
];
// The unit of /proc/[pid]/stat on every Linux that Node runs on.
const TICKS_PER_SECOND = 100;

/** The product's processes below `root`: kind, pid and resident megabytes. */
async function processesBelow(root) {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid=,rss=,args="]);
  const children = new Map();
  for (const line of stdout.trim().split("\n")) {
    const [, pid, parent, rss, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!pid) continue;
    children.set(parent, [...(children.get(parent) ?? []), { pid, rss: Number(rss) / 1024, args }]);
  }
  const found = [];
  const visit = (pid) => {
    for (const child of children.get(String(pid)) ?? []) {
      const kind = kinds.find(([, pattern]) => pattern.test(child.args))?.[0];
      if (kind) found.push({ kind, ...child });
      visit(child.pid);
    }
  };
  visit(root);
  return found;
}

/** Resident megabytes by kind of process, of everything below `root`. */
export async function memory(root) {
  const used = { publisher: 0, renderers: 0, "cms-api": 0 };
  for (const { kind, rss } of await processesBelow(root)) used[kind] += rss;
  return used;
}

/**
 * Processor seconds that publisher and renderers have taken so far; undefined where there is no /proc. Renderers that
 * have ended are counted with those that run.
 */
export async function processorTime(root) {
  if (!existsSync("/proc/self/stat")) return undefined;
  const used = { publisher: 0, renderers: 0 };
  for (const { kind, pid } of await processesBelow(root)) {
    if (!(kind in used)) continue;
    // Behind the name, which may have spaces: utime and stime are the 12th and 13th, those of ended children follow.
    const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    if (!line) continue; // it has ended since
    const fields = line.split(") ").pop().split(" ").map(Number);
    used[kind] += (fields[11] + fields[12]) / TICKS_PER_SECOND;
    used.renderers += (fields[13] + fields[14]) / TICKS_PER_SECOND;
  }
  return used;
}

/** What was taken since an earlier such count. */
export async function processorSince(before, root) {
  const now = await processorTime(root);
  return before && { publisher: now.publisher - before.publisher, renderers: now.renderers - before.renderers };
}

/** Looks twice a second until it is told to stop; then gives the most that each kind held. */
export function watchMemory(root) {
  const peak = {};
  let looking = Promise.resolve();
  const look = async () => {
    for (const [kind, used] of Object.entries(await memory(root))) peak[kind] = Math.max(peak[kind] ?? 0, used);
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, 500);
  return async () => {
    clearInterval(timer);
    await looking;
    await look();
    return peak;
  };
}
