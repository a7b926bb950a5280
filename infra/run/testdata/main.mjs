// Stands in for the publisher in the supervisor's tests: it ignores SIGTERM when
// told to, and has a process of its own that would outlive it.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";

const log = process.env.TEST_LOG;
const child = spawn("sleep", ["1000"], { stdio: "ignore" });
appendFileSync(`${log}/publisher`, `${process.pid}\n${child.pid}\n`);
process.on("SIGTERM", () => {
  appendFileSync(`${log}/stopped`, "publisher\n");
  if (process.env.TEST_FAIL !== "stop") process.exit(0);
});
mkdirSync(process.env.RELEASES_DIR, { recursive: true });
writeFileSync(`${process.env.RELEASES_DIR}/CURRENT`, "release\n");
setInterval(() => {}, 1000);
