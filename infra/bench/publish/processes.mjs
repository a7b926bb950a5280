// What the product's processes hold in memory.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const kinds = [
  ["renderers", /worker\.mjs/],
  ["publisher", /main\.mjs/],
  ["cms-api", /cms-api serve/],
];

/** Resident megabytes by kind of process, of everything below `root`. */
export async function memory(root) {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid=,rss=,args="]);
  const children = new Map();
  for (const line of stdout.trim().split("\n")) {
    const [, pid, parent, rss, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!pid) continue;
    children.set(parent, [...(children.get(parent) ?? []), { pid, rss: Number(rss) / 1024, args }]);
  }
  const used = { publisher: 0, renderers: 0, "cms-api": 0 };
  const visit = (pid) => {
    for (const child of children.get(String(pid)) ?? []) {
      const kind = kinds.find(([, pattern]) => pattern.test(child.args))?.[0];
      if (kind) used[kind] += child.rss;
      visit(child.pid);
    }
  };
  visit(root);
  return used;
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
