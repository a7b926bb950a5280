import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Article, Editor } from "../src/api";
import { Program, processesWith, root } from "../src/program";
import { eventually } from "../src/wait";

// A release as somebody has it who unpacked it on a machine with Node.js and nothing else.

const built = path.join(root, ".build/dist");
// Starting takes long on a machine that is busy with other things.
const readyWithin = 240_000;
let home: string;
let folder: string;
let started: Program[] = [];

/** The tools that a release may use, alone in a folder. */
function toolsOnly(): string {
  const tools = path.join(home, "tools");
  mkdirSync(tools);
  for (const name of ["node", "npm", "sh"]) {
    symlinkSync(execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim(), path.join(tools, name));
  }
  return tools;
}

/** Runs the release's program with an environment that has nothing else in it. */
function academy(args: string[], settings: Record<string, string> = {}): Program {
  const variables = Object.entries({ PATH: path.join(home, "tools"), HOME: home, PORT: "0", ...settings });
  const words = variables.map(([name, value]) => `${name}=${value}`);
  const program = new Program("/usr/bin/env", ["-i", ...words, path.join(folder, "academy"), ...args], {});
  started.push(program);
  return program;
}

async function run(data: string, settings: Record<string, string> = {}) {
  const began = performance.now();
  const program = academy(["run"], { DATA_DIR: data, ...settings });
  const [, url] = await program.line(/^ready: (http:\/\/localhost:\d+)$/, readyWithin);
  return { program, url: url as string, ms: performance.now() - began };
}

async function stop(program: Program, data: string): Promise<void> {
  program.signal("SIGINT");
  expect(await program.end()).toBe(0);
  expect(processesWith("DATA_DIR", data)).toEqual([]);
}

async function succeeds(args: string[], data: string): Promise<string> {
  const program = academy(args, { DATA_DIR: data });
  expect(await program.end(60_000), program.output).toBe(0);
  return program.output;
}

/** Publishes an article and waits until a page shows it. */
async function publish(url: string, title: string): Promise<string> {
  const editor = await Editor.enter({ url });
  const article = await editor.call<Article>("POST", "/api/articles", {
    title,
    content: `<p>${title}, at length.</p>`,
    category: "Releases",
    status: "published",
  });
  await shows(url, article.slug, title);
  return article.slug;
}

const shows = (url: string, slug: string, title: string) =>
  eventually(`/blog/${slug} shows "${title}"`, async () => {
    const page = await fetch(`${url}/blog/${slug}`);
    return page.status === 200 && (await page.text()).includes(`${title}, at length.`);
  });

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "academy-release-"));
  const archives = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: built, encoding: "utf8" });
  const here = process.arch === "x64" ? "amd64" : process.arch;
  const [, archive] = new RegExp(`^(academy-\\S+-linux-${here}\\.tar\\.gz): OK$`, "m").exec(archives) ?? [];
  execFileSync("tar", ["-xzf", path.join(built, archive as string), "-C", home]);
  folder = path.join(home, readdirSync(home)[0] as string);
  toolsOnly();
  return () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

afterEach(async () => {
  for (const program of started) program.signal("SIGINT");
  await Promise.all(started.map((program) => program.end()));
  started = [];
});

test("it runs, publishes, backs up and restores with Node.js and nothing else", async () => {
  expect(() => execFileSync("sh", ["-c", "command -v go"], { env: { PATH: path.join(home, "tools") } })).toThrow();
  const data = path.join(home, "data");
  const first = await run(data);
  const slug = await publish(first.url, "Sent before the backup");
  const archive = path.join(home, "academy.tar.zst");
  await succeeds(["backup", archive], data);
  expect(await succeeds(["restore", "--check", archive], data)).toContain("The archive is whole");
  expect(await succeeds(["doctor"], data)).toMatch(/^ok +publisher/m);
  await stop(first.program, data);

  const elsewhere = path.join(home, "elsewhere");
  await succeeds(["restore", archive], elsewhere);
  expect(processesWith("DATA_DIR", elsewhere)).toEqual([]);
  const second = await run(elsewhere);
  await shows(second.url, slug, "Sent before the backup");
  await stop(second.program, elsewhere);

  const again = await run(data);
  await stop(again.program, data);
  // How long that took is printed, and no bar: a machine that does other things takes many times as long.
  console.info("ready after ms:", { first: first.ms, restored: second.ms, again: again.ms });
});

test("an edge beside the product serves its releases, and starts no stores", async () => {
  const data = path.join(home, "edge");
  const { program, url } = await run(data);
  const page = await (await fetch(url)).text();
  await stop(program, data);
  const edge = academy(["edge"], { DATA_DIR: data });
  const [, address] = await edge.line(/msg=listening address=(http:\/\/\S+)/, readyWithin);
  expect(await (await fetch(address as string)).text()).toBe(page);
  expect(processesWith("DATA_DIR", data).length).toBe(2);
});

test("a full build of the site by hand has what it needs", async () => {
  const data = path.join(home, "full");
  const { url, program } = await run(data);
  // Next would have npm fetch what it misses.
  const env = { PATH: path.join(home, "tools"), HOME: home, CMS_API_URL: url, npm_config_offline: "true" };
  const site = path.join(folder, "site");
  await promisify(execFile)("node", ["scripts/build.mjs"], { cwd: site, env, timeout: readyWithin });
  expect(readFileSync(path.join(site, "out/blog.html"), "utf8")).toContain("</main>");
  await stop(program, data);
});

test("its version is that of the archive, and it has every command of the documents", async () => {
  expect(path.basename(folder)).toContain(`-${await succeeds(["version"], home)}-`);
  const help = await succeeds(["--help"], home);
  const page = readFileSync(path.join(folder, "docs/deployment.md"), "utf8");
  const commands = [...page.matchAll(/academy\/academy ([a-z][a-z-]*)|\.\/academy ([a-z][a-z-]*)/g)];
  expect(commands.length).toBeGreaterThan(3);
  for (const [words, long, short] of commands)
    expect(help, words).toMatch(new RegExp(`^(academy|  ) ?${long ?? short}\\b`, "m"));
});

test("nothing in it says where it was built", () => {
  // grep ends with 1 when it has found nothing.
  expect(() => execFileSync("grep", ["-rlF", root, folder], { encoding: "utf8" })).toThrow(
    expect.objectContaining({ status: 1, stdout: "" }),
  );
});

test("everything in it that others made is listed, with its licence", () => {
  const list = JSON.parse(readFileSync(path.join(folder, "sbom.cdx.json"), "utf8"));
  expect(list).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  const components = list.components as {
    purl: string;
    licenses: { license: { id?: string } }[];
    hashes?: { alg: string; content: string }[];
    properties?: { name: string; value: string }[];
  }[];
  const find = (start: string) => components.find(({ purl }) => purl.startsWith(start));
  for (const start of [
    "pkg:golang/std@",
    "pkg:golang/github.com/FerretDB/FerretDB@",
    "pkg:npm/next@",
    "pkg:npm/%40mantine/core@",
  ])
    expect(find(start), start).toBeDefined();
  // Of MinIO, whose server is AGPL, there is only the client, which is not.
  expect(components.filter(({ purl }) => purl.startsWith("pkg:golang/github.com/minio/minio@"))).toEqual([]);
  expect(find("pkg:golang/github.com/minio/minio-go/")?.licenses).toEqual([{ license: { id: "Apache-2.0" } }]);
  for (const { purl, licenses, hashes, properties } of components) {
    expect(licenses.length, purl).toBeGreaterThan(0);
    if (purl.startsWith("pkg:npm/"))
      expect(hashes, purl).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    else if (!purl.startsWith("pkg:golang/std@"))
      expect(properties, purl).toEqual([{ name: "go.sum", value: expect.stringMatching(/^h1:/) }]);
    const [, kind, name] = /^pkg:(\w+)\/(.+)$/.exec(purl) ?? [];
    expect(readdirSync(path.join(folder, "licences", kind as string, decodeURIComponent(name as string)))).not.toEqual(
      [],
    );
  }
});
