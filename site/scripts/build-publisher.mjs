// Makes .publisher: the bundled publish service and the finished build that it renders from.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { FOR_CLIENT, makeReproducible, UNNEEDED_IN_BUILD } from "../render/next-output.mjs";
import { buildSite } from "./build.mjs";
import { checkClasses, copyIslands } from "./build-islands.mjs";
import { codeVersion } from "./code-version.mjs";

const site = path.resolve(import.meta.dirname, "..");
const target = path.join(site, ".publisher");
const versionFile = path.join(target, "app/.next/BUILD_ID");
const version = codeVersion();

await build({
  entryPoints: {
    main: path.join(site, "publisher/main.ts"),
    worker: path.join(site, "render/worker.ts"),
  },
  outdir: target,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  tsconfig: path.join(site, "tsconfig.json"),
  // CommonJS packages inside the bundle call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});

if (existsSync(versionFile) && readFileSync(versionFile, "utf8") === version) process.exit(0);

await buildSite("server");

const app = path.join(target, "app");
const fresh = `${app}.new`;
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
// Equal sources give equal bytes.
cpSync(path.join(site, ".next"), path.join(fresh, ".next"), {
  recursive: true,
  filter: (file) => !UNNEEDED_IN_BUILD.test(file),
});
makeReproducible(path.join(fresh, ".next"), path.dirname(site));
// Files that browsers load.
const assets = path.join(fresh, "assets");
const built = path.join(site, ".next/static");
cpSync(path.join(site, "public"), assets, { recursive: true });
cpSync(built, path.join(assets, "_next/static"), {
  recursive: true,
  filter: (file) => !FOR_CLIENT.test(path.relative(built, file)),
});
copyIslands(assets);
checkClasses(assets);
// Packages outside the bundles are linked. The links are made relative, so that the whole folder can be moved.
const linked = path.join(site, ".next/node_modules");
for (const name of existsSync(linked) ? readdirSync(linked, { recursive: true }) : []) {
  const link = path.join(linked, name);
  if (!lstatSync(link).isSymbolicLink()) continue;
  const moved = path.join(fresh, ".next/node_modules", name);
  rmSync(moved);
  symlinkSync(path.relative(path.dirname(path.join(app, ".next/node_modules", name)), realpathSync(link)), moved);
}
// Read when a preview is drawn.
for (const name of ["src/art/terrain.svg", "src/preview/fonts"]) {
  cpSync(path.join(site, name), path.join(fresh, name), { recursive: true });
}
cpSync(path.join(site, "next.config.mjs"), path.join(fresh, "next.config.mjs"));
writeFileSync(path.join(fresh, "package.json"), '{ "type": "module", "private": true }\n');
rmSync(app, { recursive: true, force: true });
renameSync(fresh, app);
