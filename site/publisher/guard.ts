import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Has a process killed as soon as this one has ended, also by SIGKILL: one that is in a loop does not notice its end.
 * Returns the end of a pipe that is open as long as this process lives; the shell that reads it is the guard.
 */
export function guard(child: ChildProcess): Writable {
  const shell = spawn("sh", ["-c", 'read -r _; kill -9 "$0"', `${child.pid}`], { stdio: ["pipe", "ignore", "ignore"] });
  // Without a shell nothing guards it, and all else works.
  shell.on("error", (error) => console.error(`nothing guards the process ${child.pid}: ${error.message}`));
  shell.unref();
  child.once("exit", () => {
    // Before the pipe is closed, or it would kill what has the same number by then.
    shell.kill("SIGKILL");
    shell.stdin.destroy();
  });
  return shell.stdin;
}
