import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Academy, SITE } from "./harness";

// What breaks around a build must not make it a long one, nor a lasting failure.

const REAL = path.join(SITE, ".publisher/worker.mjs");
let academy: Academy;

beforeEach(async () => {
  academy = await Academy.published(3);
});
afterEach(() => academy.close());

/** Goes on with a render process that runs some code before the real one. */
async function startWith(code: string): Promise<void> {
  const worker = path.join(academy.folder, "worker.mjs");
  await writeFile(
    worker,
    `${code}\nprocess.argv[1] = ${JSON.stringify(REAL)};\nawait import(${JSON.stringify(REAL)});\n`,
  );
  await academy.publisher.stop();
  await academy.start({ worker });
}

const text = (file: string) => academy.text(file);
const failures = () => academy.cms.reports.filter((report) => report.state === "failed");

test("killed render processes are replaced, and the new one renders their pages", async () => {
  const killed = path.join(academy.folder, "killed");
  // The first at its work, the second as it starts.
  await startWith(`
    import { appendFileSync, existsSync, statSync } from "node:fs";
    const kills = () => (existsSync(${JSON.stringify(killed)}) ? statSync(${JSON.stringify(killed)}).size : 0);
    const end = () => {
      appendFileSync(${JSON.stringify(killed)}, ".");
      process.kill(process.pid, "SIGKILL");
    };
    if (kills() === 1) end();
    process.on("message", () => kills() === 0 && end());`);
  academy.cms.write({ slug: "article-2", title: "Rendered by the third" });
  await academy.publish();
  expect(await readFile(killed, "utf8")).toBe("..");
  expect(text("/blog/article-2.html")).toContain("Rendered by the third");
  expect(academy.manifest).toMatchObject({ partial: false });
  expect(failures()).toEqual([]);
});

test("a CMS without disk space fails the build with its reason; with space the next build succeeds", async () => {
  const before = academy.manifest?.release;
  academy.cms.refusal = { status: 507, detail: "The disk is full." };
  academy.cms.write({ slug: "article-1", title: "No room for this" });
  await academy.publish();
  expect(academy.manifest?.release).toBe(before);
  expect(failures().map(({ error }) => error)).toEqual([expect.stringContaining("The disk is full.")]);

  academy.cms.refusal = null;
  await academy.publish();
  expect(text("/blog/article-1.html")).toContain("No room for this");
  expect(academy.manifest).toMatchObject({ partial: false });
});

test("if a replica does not know the snapshot, the build begins again without a report of a failure", async () => {
  academy.cms.write({ slug: "article-3", title: "From the other replica" });
  academy.cms.refusals = 2;
  await academy.publish();
  expect(academy.cms.refusals).toBe(0);
  expect(text("/blog/article-3.html")).toContain("From the other replica");
  expect(failures()).toEqual([]);
});

test("if the CMS goes on not giving texts, the build fails, and the next one renders their pages", async () => {
  academy.cms.write({ slug: "article-3", title: "Kept for long" });
  academy.cms.refusals = 1000;
  await academy.publish();
  expect(failures().map(({ error }) => error)).toEqual([expect.stringContaining("did not give the texts")]);
  academy.cms.refusals = 0;
  await academy.publish();
  expect(text("/blog/article-3.html")).toContain("Kept for long");
});
