// Stands in for the publisher in the supervisor's tests: it ignores SIGTERM when
// told to, has a process of its own that would outlive it, and makes one release.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";

const log = process.env.TEST_LOG;
const child = spawn("sleep", ["1000"], { stdio: "ignore" });
appendFileSync(`${log}/publisher`, `${process.pid}\n${child.pid}\n`);
process.on("SIGTERM", () => {
  appendFileSync(`${log}/stopped`, "publisher\n");
  if (process.env.TEST_FAIL !== "stop") process.exit(0);
});
const release = () => fetch(`${process.env.CMS_API_URL}/api/publish/releases`, { method: "POST" });
const handOver = () => release().catch(() => setTimeout(handOver, 50)); // cms-api may not listen yet
handOver();
setInterval(() => {}, 1000);
