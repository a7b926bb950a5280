import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { guard } from "../render-process";

const looping = () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });

test("a process that is in a loop is killed when the one that started it has ended", async () => {
  const child = looping();
  const ended = once(child, "exit");
  // As the system does when a process ends.
  guard(child).destroy();
  expect(await ended).toEqual([null, "SIGKILL"]);
});

test("a process that ends takes its guard along", async () => {
  const child = looping();
  const pipe = guard(child);
  const closed = once(pipe, "close");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  await closed;
});
