// Plants each fault of faults.mjs, one at a time, and runs what `make test` would run for it, the nearest tests first,
// until one fails. What failed is run once without a fault: a test that fails then too proves nothing.
// Ends with "N of N caught"; the exit code is 1 when fewer are caught than --least says.
const HELP = `usage: node infra/mutants/main.mjs [--only WORDS]... [--least N]

  --only WORDS  plants only faults whose description or file has these words, or those of another --only
  --least N     how many of them must be caught (57)`;

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { faults } from "./faults.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [""] },
    least: { type: "string", default: "57" },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

/** What puts the planted file back. */
let restore = () => {};
let running;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    restore();
    if (running) process.kill(-running.pid, signal);
    process.exit(130);
  });
}

/** Runs a command below the root. Fulfilled with what it says when it fails, else with undefined. */
function failureOf(folder, command, ...args) {
  const env = {
    ...process.env,
    CGO_ENABLED: "0",
    GOFLAGS: "-trimpath",
    CI: "1",
    NO_COLOR: "1",
    EMBEDDED_BIN: path.join(root, ".build/bin/embedded"),
  };
  const stdio = ["ignore", "pipe", "pipe"];
  running = spawn(command, args, { cwd: path.join(root, folder), env, stdio, detached: true });
  const said = [];
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (data) => said.push(data));
  return new Promise((done, failed) => {
    running.on("error", failed);
    running.on("close", (code) => done(code === 0 ? undefined : Buffer.concat(said).toString()));
  });
}

// As infra/suites/plan.go has them.
const GO = { "cms-api": ["-tags=nodynamic"], infra: ["-tags=ferretdb_no_postgresql"] };
const APITEST = "internal/test/apitest";
const makeBuild = () => failureOf(".", "make", "build");

/** Runs Go's tests of a package, or some of them. */
const goTest = (module, folder, tests = ".") => ({
  name: `go test ${folder} ${tests}`,
  run: () => {
    const args = ["test", "-count=1", "-vet=off", "-failfast", "-skip=^TestChaos$", `-run=${tests}`];
    return failureOf(module, "go", ...args, ...GO[module], `./${folder}`);
  },
});
const related = (workspace, file) => ({
  name: `vitest related ${workspace} ${file}`,
  run: () => {
    const args = ["vitest", "related", "--run", "--bail=1", "--passWithNoTests", "--project=!builds"];
    return failureOf(workspace, "npx", ...args, path.join(root, file));
  },
});
const browser = (project) => ({
  name: `vitest e2e ${project}`,
  build: makeBuild,
  run: () => failureOf("infra/e2e", "npx", "vitest", "run", "--bail=1", `--project=${project}`),
});
const testFile = (file) => {
  const workspace = /^(infra\/e2e|[^/]+)/.exec(file)[0];
  return {
    name: `vitest ${file}`,
    build: workspace === "infra/e2e" ? makeBuild : undefined,
    run: () => failureOf(workspace, "npx", "vitest", "run", "--bail=1", path.relative(workspace, file)),
  };
};

/** All scenarios of the API that faults name: what takes long is linking them. */
const scenarios = goTest("cms-api", APITEST, `^(${[...new Set(faults.map(({ seen }) => seen))].join("|")})$`);

/** The runs of tests that can see a fault, the quickest first. `fair` is what is run without it in the place of one. */
function proofs({ file, seen }) {
  const [part, folder] = file.split("/");
  if (part in GO) {
    const own = path.relative(part, path.dirname(file));
    const near = goTest(part, own);
    if (part === "infra") return [near];
    return [near, ...(seen ? [{ ...goTest(part, APITEST, `^${seen}$`), fair: scenarios }] : []), goTest(part, APITEST)];
  }
  const named = seen ? [testFile(seen)] : [];
  const users = part === "shared" ? ["shared", "site", "admin"] : [part];
  const units = users.map((workspace) => related(workspace, file));
  if (folder === "publisher") return [...named, ...units];
  const browsers = users.flatMap((one) => ({ site: [browser("site")], admin: [browser("product")] })[one] ?? []);
  return [...named, ...units, ...browsers];
}

const failures = new Map();
/** What a run of tests says when it fails without a fault. */
async function ownFailure(proof) {
  if (!failures.has(proof.name)) failures.set(proof.name, (await proof.build?.()) ?? (await proof.run()));
  return failures.get(proof.name);
}

/** The first test that failed. */
const firstFailed = (said, proof) => /\bFAIL:?\s+(\S.*)/.exec(said)?.[1] ?? proof.name;

const apitests = readdirSync(path.join(root, "cms-api", APITEST))
  .filter((name) => name.endsWith("_test.go"))
  .map((name) => readFileSync(path.join(root, "cms-api", APITEST, name), "utf8"))
  .join("");

/** Fails for a fault that cannot be planted, before the first one is, and for a test that is not there. */
function check({ file, from, seen }) {
  if (readFileSync(path.join(root, file), "utf8").split(from).length !== 2) {
    throw new Error(`${file} has not exactly one place that reads ${from}`);
  }
  if (execFileSync("git", ["status", "--porcelain", file], { cwd: root, encoding: "utf8" })) {
    throw new Error(`${file} is changed: commit it first`);
  }
  if (seen && !(seen.includes("/") ? existsSync(path.join(root, seen)) : apitests.includes(`\nfunc ${seen}(t `))) {
    throw new Error(`there is no test ${seen}`);
  }
}

/** What became of a fault, and the test that saw it. */
async function verdictOf(fault) {
  const name = path.join(root, fault.file);
  const before = readFileSync(name, "utf8");
  restore = () => writeFileSync(name, before);
  const plant = () =>
    writeFileSync(
      name,
      before.replace(fault.from, () => fault.to),
    );
  try {
    for (const proof of proofs(fault)) {
      plant();
      // What the compiler refuses, no test has to find.
      if (await proof.build?.()) return ["NO PROGRAM"];
      const failure = await proof.run();
      if (failure === undefined) continue;
      if (failure.includes("[build failed]")) return ["NO PROGRAM"];
      restore();
      const { fair = proof } = proof;
      const own = await ownFailure(fair);
      if (own !== undefined) return ["UNSOUND", `${firstFailed(own, fair)} fails without a fault`];
      return ["caught", firstFailed(failure, proof)];
    }
    return ["SURVIVED"];
  } finally {
    restore();
  }
}

let caught = 0;
let built = false;
const chosen = faults.filter(({ what, file }) => values.only.some((words) => `${what} ${file}`.includes(words)));
chosen.forEach(check);
for (const fault of chosen) {
  const began = performance.now();
  const [verdict, by = ""] = await verdictOf(fault);
  if (verdict === "caught") caught++;
  built ||= proofs(fault).some(({ build }) => build === makeBuild);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${verdict.padEnd(10)} ${seconds.padStart(4)} s  ${fault.file}: ${fault.what}${by && ` (${by})`}`);
}
// What is built may have the last fault.
if (built) await makeBuild();
console.log(`${caught} of ${chosen.length} caught`);
if (chosen.length === faults.length && caught < Number(values.least)) process.exit(1);
