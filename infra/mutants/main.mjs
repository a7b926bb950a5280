// Plants each fault of faults.mjs, one at a time, and runs what `make test` would run for it, the nearest tests first,
// until one fails. Every run of tests is tried once without a fault before: a test that fails then proves nothing.
// Ends with "N of N caught"; the exit code is 1 when fewer are caught than --least says.
const HELP = `usage: node infra/mutants/main.mjs [--only WORDS] [--least N]

  --only WORDS  plants only faults whose description or file has these words
  --least N     how many of them must be caught (57)`;

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { faults } from "./faults.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    only: { type: "string", default: "" },
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
    running?.kill(signal);
    process.exit(130);
  });
}

/** Runs a command below the root. Fulfilled with whether it succeeds. */
function run(folder, command, ...args) {
  const env = {
    ...process.env,
    CGO_ENABLED: "0",
    GOFLAGS: "-trimpath",
    CI: "1",
    NO_COLOR: "1",
    EMBEDDED_BIN: path.join(root, ".build/bin/embedded"),
  };
  running = spawn(command, args, { cwd: path.join(root, folder), env, stdio: "ignore" });
  return new Promise((done, failed) => running.on("error", failed).on("close", (code) => done(code === 0)));
}

// As infra/suites/plan.go has them.
const GO = { "cms-api": ["-tags=nodynamic"], infra: ["-tags=ferretdb_no_postgresql"] };
const goTest = (module, ...packages) => ({
  name: `go test ${module} ${packages}`,
  run: () =>
    run(module, "go", "test", "-count=1", "-vet=off", "-failfast", "-skip=^TestChaos$", ...GO[module], ...packages),
});
const related = (workspace, file) => ({
  name: `vitest related ${workspace} ${file}`,
  run: () => {
    const args = ["vitest", "related", "--run", "--bail=1", "--passWithNoTests", "--project=!builds"];
    return run(workspace, "npx", ...args, path.join(root, file));
  },
});
const browser = (project) => ({
  name: `vitest e2e ${project}`,
  build: () => run(".", "make", "build"),
  run: () => run("infra/e2e", "npx", "vitest", "run", "--bail=1", `--project=${project}`),
});

/** The runs of tests that can see a fault in a file, the quickest first. */
function proofs(file) {
  const [part, folder] = file.split("/");
  if (part in GO) {
    const own = `./${path.relative(part, path.dirname(file))}`;
    return part === "infra" ? [goTest(part, own)] : [goTest(part, own), goTest(part, "./internal/test/apitest")];
  }
  const users = part === "shared" ? ["shared", "site", "admin"] : [part];
  const units = users.map((workspace) => related(workspace, file));
  if (folder === "publisher") return units;
  return [...units, ...users.flatMap((one) => ({ site: [browser("site")], admin: [browser("product")] })[one] ?? [])];
}

/** Whether a program can be made with the fault: what the compiler refuses, no test has to find. */
const compiles = (file) => {
  const [part] = file.split("/");
  return part in GO ? run(part, "go", "build", ...GO[part], "./...") : true;
};

const sound = new Map();
/** Whether a run of tests succeeds without a fault. */
async function soundly(proof) {
  if (!sound.has(proof.name)) sound.set(proof.name, (!proof.build || (await proof.build())) && (await proof.run()));
  return sound.get(proof.name);
}

/** Fails for a fault that cannot be planted, before the first one is. */
function check({ file, from }) {
  if (readFileSync(path.join(root, file), "utf8").split(from).length !== 2) {
    throw new Error(`${file} has not exactly one place that reads ${from}`);
  }
  if (execFileSync("git", ["status", "--porcelain", file], { cwd: root, encoding: "utf8" })) {
    throw new Error(`${file} is changed: commit it first`);
  }
}

/** What became of a fault. */
async function verdictOf({ file, from, to }) {
  const name = path.join(root, file);
  const before = readFileSync(name, "utf8");
  restore = () => writeFileSync(name, before);
  const plant = () =>
    writeFileSync(
      name,
      before.replace(from, () => to),
    );
  try {
    plant();
    if (!(await compiles(file))) return "NO PROGRAM";
    for (const proof of proofs(file)) {
      restore();
      if (!(await soundly(proof))) return `UNSOUND: ${proof.name} fails without a fault`;
      plant();
      if (proof.build && !(await proof.build())) return "NO PROGRAM";
      if (!(await proof.run())) return "caught";
    }
    return "SURVIVED";
  } finally {
    restore();
  }
}

let caught = 0;
let built = false;
const chosen = faults.filter(({ what, file }) => `${what} ${file}`.includes(values.only));
chosen.forEach(check);
for (const fault of chosen) {
  const began = performance.now();
  const verdict = await verdictOf(fault);
  if (verdict === "caught") caught++;
  built ||= proofs(fault.file).some(({ build }) => build);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${verdict.padEnd(10)} ${seconds.padStart(4)} s  ${fault.file}: ${fault.what}`);
}
// What is built may have the last fault.
if (built) await run(".", "make", "build");
console.log(`${caught} of ${chosen.length} caught`);
if (!values.only && caught < Number(values.least)) process.exit(1);
