// Makes dist: the client, its types, and those of the API, which are made from its description.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const dist = path.join(here, "dist");
const compiler = path.join(here, "../../node_modules/typescript-7/bin/tsc");

rmSync(dist, { recursive: true, force: true });
const emit = ["--noEmit", "false", "--incremental", "false", "--tsBuildInfoFile", "null", "--declaration"];
const places = ["--rootDir", path.join(here, "src"), "--outDir", dist];
execFileSync(process.execPath, [compiler, "-p", here, ...emit, ...places], { stdio: "inherit" });
copyFileSync(path.join(here, "../../shared/src/api/schema.gen.ts"), path.join(dist, "schema.d.ts"));
const types = path.join(dist, "index.d.ts");
writeFileSync(types, readFileSync(types, "utf8").replace("@academy/shared/api/schema.gen", "./schema.js"));
