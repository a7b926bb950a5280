import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { listed } from "../../src/pages";
import { STARTS_WITHIN } from "../../src/product";
import { root } from "../../src/program";
import { test as base, expect } from "../../src/test";
import { eventually } from "../../src/wait";

// Follows docs/tutorials/block-and-page.md in a copy of all sources, with the files and commands that stand there.

const sources = ["admin", "cms-api", "content-seed", "docs", "infra", "packages", "shared", "site"];
const files = [".gitignore", ".npmrc", "Makefile", "biome.json", "package-lock.json", "package.json"];
// Without what is built, but for the dashboard, which no step of the tutorial changes.
const made = new Set(["node_modules", ".next", ".publisher", "bin", "out"]);

// Always the same folder: Go compiles what it finds in another one anew.
const copy = path.join(root, ".build/tutorial");
const test = base
  .extend("tree", { scope: "file" }, copy)
  // Its own publisher is what has the new block.
  .extend("environment", { scope: "file" }, { PUBLISHER_URL: "" });

const execute = promisify(execFile);

/** Runs a program in the copy as somebody at a terminal does, whatever runs this test. */
async function run(program: string, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: undefined, MAKEFLAGS: "", MAKELEVEL: "" };
  const { stdout } = await execute(program, args, { cwd: copy, env, maxBuffer: 2 ** 24 });
  return stdout;
}

beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(path.join(copy, ".build/stamps"), { recursive: true });
  for (const name of [...sources, ...files]) {
    const filter = (file: string) => !made.has(path.basename(file));
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true, filter });
  }
  // What `npm ci` would install: the same files under a second name.
  for (const name of ["node_modules", "site/node_modules", "admin/node_modules", "infra/e2e/node_modules"]) {
    if (existsSync(path.join(root, name))) await run("cp", "-al", path.join(root, name), path.join(copy, name));
  }
  for (const stamp of [".build/stamps/npm-run", ".build/stamps/npm"])
    cpSync(path.join(root, stamp), path.join(copy, stamp), { preserveTimestamps: true });

  const tutorial = readFileSync(path.join(root, "docs/tutorials/block-and-page.md"), "utf8");
  const written = [...tutorial.matchAll(/^```\w+ (site\/\S+)\n(.*?)^```$/gms)];
  expect(written.map(([, file]) => file)).toHaveLength(5);
  for (const [, file = "", content = ""] of written) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), content);
  }
  await run("make", "generate");
  await run("make", "build");
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the files are as the tools want them", async () => {
  await run("node_modules/.bin/tsc", "--noEmit", "--incremental", "false", "-p", "site");
  const folders = ["site/src/blocks/fees", "site/src/app/scholarships"];
  await run("node_modules/.bin/biome", "ci", "--error-on-warnings", ...folders);
});

const shown = async (address: string) => (await fetch(address)).text();

test("the site shows the page as its files say, and the map of the site names it", async ({ product }) => {
  const rendered = async () => {
    const answer = await fetch(`${product.url}/scholarships`);
    return answer.ok && answer.text();
  };
  const page = await eventually("the page is live", rendered, STARTS_WITHIN);
  expect(page).toMatch(/<h1[^>]*>Scholarships<\/h1>/);
  expect(page).toContain("Eight tests of ten are written, month after month.");
  expect(await listed(product.url)).toContain(`${product.url}/scholarships`);
});

test("what editors write into both is on the pages", async ({ product, editor }) => {
  const courses = [{ name: "KAS 2027", fee: "₹ 12,000" }];
  const fees = { type: "fees", values: { heading: "What it costs", courses } };
  const page = { path: "/what-it-costs", title: "What it costs", status: "published", blocks: [fees] };
  await editor.call("POST", "/api/admin/pages", page);
  const title = { page: "scholarships", section: "head", type: "title", content: "Half the fee" };
  await editor.call("POST", "/api/admin/page-content", title);
  await editor.live();
  expect(await shown(`${product.url}/what-it-costs`)).toMatch(/<dt[^>]*>KAS 2027<\/dt><dd>₹ 12,000<\/dd>/);
  const scholarships = await shown(`${product.url}/scholarships`);
  expect(scholarships).toMatch(/<h1[^>]*>Half the fee<\/h1>/);
  expect(scholarships).toContain("Who gets one");
});

test("the API refuses what the block does not declare", async ({ editor }) => {
  const blocks = [{ type: "fees", values: { courses: [{ name: "KAS 2027", price: "₹ 12,000" }] } }];
  const answer = await editor.request("POST", "/api/admin/pages", { path: "/refused", title: "Refused", blocks });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("body.blocks[0].values.courses[0].price");
});

test("the dashboard offers the block, and the texts of the page", async ({ dashboard }) => {
  const page = await dashboard.open("tab=pages");
  await page.getByText("Scholarships", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New Page", exact: true }).click();
  await page.getByRole("button", { name: "Add block", exact: true }).click();
  await page.getByRole("option", { name: "Fees", exact: true }).click();
  await page.getByRole("group", { name: "Fees", exact: true }).getByRole("group", { name: "Courses" }).waitFor();
});
