// Loaded before a program of Node's, here and in what it forks: in the publisher's render processes, pages fail as the
// file says that PAGES_FILE names, in lines of a fault and a path, such as "throw /blog/one" or "hang /about-us"; none
// while there is no file.
import { readFileSync } from "node:fs";

const INPUTS = Symbol.for("academy.inputs");

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

/** The inputs of the page that is rendered next, by its path. */
class Faulty extends Map {
  get(path) {
    const fault = faultOf(path);
    if (fault === "throw") throw new Error("this page is told to fail");
    while (fault === "hang");
    if (fault === "kill") process.kill(process.pid, "SIGKILL");
    for (const held = []; fault === "fill"; ) held.push(Buffer.alloc(16 << 20, 1));
    const inputs = super.get(path);
    // The component of the last block throws.
    if (fault === "block")
      return { ...inputs, blocks: inputs.blocks.with(-1, { ...inputs.blocks.at(-1), values: null }) };
    return inputs;
  }
}

let prepared;
Object.defineProperty(globalThis, INPUTS, {
  get: () => prepared,
  set(value) {
    prepared = { ...value, pages: new Faulty(value.pages) };
  },
});
