// Counts the lines, files and packages of cms-api without tests, as they are in the folder, or beside a version of the
// repository that is named: node infra/count.mjs [version]. Comments and blank lines count.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
const isCounted = (name) =>
  name.endsWith(".go") && !name.endsWith("_test.go") && !name.startsWith("cms-api/internal/test/");

/** Returns the lines and files of each package, by its folder. */
function count(names, read) {
  const packages = new Map();
  for (const name of names.filter(isCounted)) {
    const folder = path.dirname(name).replace("cms-api/", "");
    const { lines = 0, files = 0 } = packages.get(folder) ?? {};
    packages.set(folder, { lines: lines + read(name).split("\n").length - 1, files: files + 1 });
  }
  return packages;
}

const [, , version] = process.argv;
const listed = git("ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "cms-api").split("\n");
const gone = new Set(git("ls-files", "--deleted", "cms-api").split("\n"));
const now = count(
  listed.filter((name) => !gone.has(name)),
  (name) => readFileSync(path.join(root, name), "utf8"),
);
const before = version
  ? count(git("ls-tree", "-r", "--name-only", version, "cms-api").split("\n"), (name) =>
      git("show", `${version}:${name}`),
    )
  : now;

const sum = (packages, of) => [...packages.values()].reduce((all, each) => all + each[of], 0);
for (const folder of [...new Set([...before.keys(), ...now.keys()])].sort()) {
  const [was, is] = [before.get(folder), now.get(folder)].map((each) => each ?? { lines: 0, files: 0 });
  if (version && was.lines === is.lines && was.files === is.files) continue;
  const earlier = version ? `${String(was.lines).padStart(7)} →` : "";
  console.log(`${earlier}${String(is.lines).padStart(7)} lines ${String(is.files).padStart(4)} files  ${folder}`);
}
for (const [title, packages] of version
  ? [
      ["before", before],
      ["now", now],
    ]
  : [["in all", now]])
  console.log(`${title}: ${sum(packages, "lines")} lines, ${sum(packages, "files")} files, ${packages.size} packages`);
