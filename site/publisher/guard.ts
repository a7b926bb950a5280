import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Has a process killed as soon as this one has ended: one in a loop would not notice. Returns the end of a pipe that is open
 * as long as this process lives; a shell reads the other end.
 */
export function guard(child: ChildProcess): Writable {
  const shell = spawn("sh", ["-c", 'read -r _; kill -9 "$0"', `${child.pid}`], { stdio: ["pipe", "ignore", "ignore"] });
  shell.on("error", (error) => console.error(`nothing guards the process ${child.pid}: ${error.message}`));
  shell.unref();
  child.once("exit", () => {
    // Before the pipe is closed: another process may have the same number by then.
    shell.kill("SIGKILL");
    shell.stdin.destroy();
  });
  return shell.stdin;
}
