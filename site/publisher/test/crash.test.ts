import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Academy, SITE } from "./harness";

// The real service as a process of its own, killed without warning at different points of a build.

let academy: Academy;
const children: ChildProcess[] = [];

beforeAll(async () => {
  academy = await Academy.open();
  await academy.publisher.stop();
  for (let i = 1; i <= 150; i++) academy.cms.write({ slug: `article-${i}` });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await academy.close();
});

function start(): ChildProcess {
  const child = spawn(process.execPath, [path.join(SITE, ".publisher/main.mjs")], {
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      CMS_API_URL: academy.cms.url,
      PUBLISH_SECRET: academy.cms.secret,
      PUBLISHER_PORT: "0",
    },
  });
  children.push(child);
  return child;
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));

/** Every file that the live release names is there. */
function expectWhole() {
  for (const [file, content] of academy.tree) expect(content, file).toBeDefined();
}

test("killed at any moment, what is current is whole, and the next start catches up", async () => {
  const { cms } = academy;
  // Killed after the first, second, third … report of a build under way.
  for (let kill = 1; kill <= 5; kill++) {
    cms.parts.settings = { ...cms.parts.settings, site_title: `Academy ${kill}` };
    const child = start();
    let seen = 0;
    await cms.next((report) => report.state === "live" || ++seen === kill);
    child.kill("SIGKILL");
    await ended(child);
    expectWhole();
  }
  const fingerprint = cms.whole().fingerprint;
  const child = start();
  await cms.next((report) => report.state === "live" && report.fingerprint === fingerprint);
  expect(academy.manifest).toMatchObject({ fingerprint, partial: false });
  expectWhole();
  const home = academy.tree.get("/index.html");
  expect(home?.toString()).toContain("Academy 5");
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
});
