import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { eventually, inTime } from "./wait";

export const root = path.resolve(import.meta.dirname, "../../..");
export const bin = path.join(root, ".build/bin");

/** A program under test: its lines of output as they come, and its end. */
export class Program {
  readonly lines: string[] = [];
  readonly ended: Promise<number>;
  private readonly child: ChildProcess;

  constructor(command: string, args: string[], env: Record<string, string>) {
    // Standard input stays open for as long as we live: the embedded stores end when it closes.
    this.child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { stdout, stderr } = this.child;
    for (const stream of [stdout, stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => this.lines.push(line));
    }
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      // 'close' comes after the last line of output.
      this.child.on("close", (code, signal) => resolve(signal ? 128 : (code ?? 128)));
    });
    this.ended.catch(() => {});
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get output(): string {
    return this.lines.join("\n");
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for a line that matches; throws with the whole output when the program ends first. */
  async line(pattern: RegExp, within: number): Promise<RegExpMatchArray> {
    let code: number | undefined;
    this.ended.then(
      (value) => {
        code = value;
      },
      () => {
        code = 127;
      },
    );
    const found = await eventually(
      `a line ${pattern}`,
      () => {
        const match = this.lines.map((line) => line.match(pattern)).find((result) => result);
        return match ?? (code === undefined ? undefined : "ended");
      },
      within,
    ).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output}`);
    });
    if (found === "ended") throw new Error(`ended with ${code} before a line ${pattern}:\n${this.output}`);
    return found;
  }

  async end(within = 15_000): Promise<number> {
    return inTime(`the end of process ${this.pid}`, this.ended, within);
  }
}

/** The processes whose environment holds NAME=value: everything that a program has started, whoever its parent is. */
export function processesWith(name: string, value: string): { pid: number; command: string }[] {
  const found: { pid: number; command: string }[] = [];
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
      if (!environment.includes(`${name}=${value}`)) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
      if (command) found.push({ pid, command }); // without a command it is dead and only waits to be collected
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}
