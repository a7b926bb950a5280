// Loaded before a program of Node's, here and in what it forks: in the publisher's render processes, pages fail as the
// file says that PAGES_FILE names, in lines of a fault and a path, such as "throw /blog/one" or "hang /about-us"; none
// while there is no file.
import { readFileSync } from "node:fs";

function faultOf(path) {
  let lines = "";
  try {
    lines = readFileSync(process.env.PAGES_FILE, "utf8");
  } catch {
    // Nothing is to fail.
  }
  return lines
    .split("\n")
    .find((line) => line.endsWith(` ${path}`))
    ?.split(" ")[0];
}

/** Gives a page's inputs, unless it is told to fail. */
function inputsOf(path, inputs) {
  const fault = faultOf(path);
  if (fault === "throw") throw new Error("this page is told to fail");
  while (fault === "hang");
  if (fault === "kill") process.kill(process.pid, "SIGKILL");
  for (const held = []; fault === "fill"; ) held.push(Buffer.alloc(16 << 20, 1));
  // The component of the last block throws.
  if (fault === "block")
    return { ...inputs, blocks: inputs.blocks.with(-1, { ...inputs.blocks.at(-1), values: null }) };
  return inputs;
}

// The pages that are being rendered, as in site/src/app/prepared.ts.
globalThis[Symbol.for("academy.prepared")] = new (class extends Map {
  set(name, page) {
    const { path, inputs } = page;
    return super.set(name, Object.defineProperty(page, "inputs", { get: () => inputsOf(path, inputs) }));
  }
})();
