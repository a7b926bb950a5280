// Builds the scripts of the site for browsers: the loader of the islands, and each island as a file that it loads.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CLASS_NAMES } from "../render/next-output.mjs";
import { codeVersion } from "./code-version.mjs";

const site = path.resolve(import.meta.dirname, "..");
const root = path.resolve(site, "..");

/** The folder of the build and its manifest: in the publisher's folder, so that a release has it for full builds. */
export const folder = path.join(site, ".publisher/islands");
// The address of the scripts: below the one path whose files browsers may cache for ever.
const address = "/_next/static/islands/";

const manifestFile = path.join(folder, "manifest.json");

/**
 * The version of the code that was built, the address of its loader, and the class names that it uses of style sheets.
 *
 * @returns {{ version: string, loader: string, classes: string[] } | undefined}
 */
export const manifest = () => (existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, "utf8")) : undefined);

/** Builds the islands unless this version was built already: rolldown is not installed where the site only runs. */
export async function buildIslands() {
  const version = codeVersion();
  if (manifest()?.version === version) return;
  const { rolldown } = await import("rolldown");
  rmSync(folder, { recursive: true, force: true });
  const classes = new Set();

  // The page has the style sheet; scripts need only the names that Next gives its classes.
  const classNames = {
    name: "class names",
    load: {
      filter: { id: /\.module\.css$/ },
      async handler(file) {
        const names = await classNamesOf(file);
        for (const list of Object.values(names)) for (const name of list.split(" ")) classes.add(name);
        return { code: JSON.stringify(names), moduleType: "json" };
      },
    },
  };

  const registry = {
    name: "registry",
    resolveId: {
      filter: { id: /^(#islands|@\/islands\/island)$/ },
      handler: (id) => (id === "#islands" ? id : path.join(site, "src/islands/island.browser.ts")),
    },
    load: {
      filter: { id: /^#islands$/ },
      handler() {
        const lines = islands().map(
          ([name, file]) => `${name}: (again) => import(${JSON.stringify(file)}).then((module) => module.default),`,
        );
        return `export const islands = {\n${lines.join("\n")}\n};`;
      },
    },
  };

  // Bundlers do not support addresses that are unknown when they build.
  const again = {
    name: "again",
    renderChunk: (code, { isEntry }) =>
      isEntry ? code.replace(/\bimport\((["'`]\.\/[^"'`]+["'`])\)/g, "import($1 + again)") : null,
  };

  const bundle = await rolldown({
    cwd: site,
    input: { loader: path.join(site, "src/islands/loader.ts") },
    platform: "browser",
    preserveEntrySignatures: false,
    tsconfig: path.join(site, "tsconfig.json"),
    transform: {
      target: "es2022",
      jsx: { runtime: "automatic" },
      define: { "process.env.NODE_ENV": '"production"' },
    },
    resolve: {
      alias: {
        "react/jsx-runtime": "preact/jsx-runtime",
        "react-dom/client": "preact/compat/client",
        "react-dom": "preact/compat",
        react: "preact/compat",
        "next/navigation": path.join(site, "src/islands/navigation.ts"),
      },
    },
    plugins: [classNames, registry, again],
    onLog(level, log, handle) {
      // "use client" tells Next and `islands` what an island is.
      if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    minify: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      // What several islands share is one file: files that import each other load one after the other, and a touch on a
      // slow network would wait for each.
      groups: [{ name: "shared", minShareCount: 2 }],
    },
  });
  const { fileName } = output.find((file) => file.isEntry);
  const built = { version, loader: address + fileName, classes: [...classes].sort() };
  writeFileSync(manifestFile, `${JSON.stringify(built)}\n`);
}

/** Copies the scripts of the islands to their address below the folder that browsers load from. */
export function copyIslands(out) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".js")) cpSync(path.join(folder, name), path.join(out, address, name));
  }
  if (!existsSync(path.join(out, manifest().loader))) throw new Error("the loader of the islands is missing");
}

/** Throws unless the style sheets below the folder have every class that the islands use. */
export function checkClasses(out) {
  const sheets = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".css"));
  const words = sheets.flatMap((name) => readFileSync(path.join(out, name), "utf8").match(/[\w-]+/g) ?? []);
  const styles = new Set(words);
  const unknown = manifest().classes.filter((name) => !styles.has(name));
  if (unknown.length) throw new Error(`the islands have other class names than the style sheets: ${unknown.join(" ")}`);
}

/**
 * Next's names of the classes of a style sheet, each with those that it is composed of. Sorted: lightningcss returns
 * them in another order each time, and equal sources must give equal files.
 */
export async function classNamesOf(file) {
  const { transform } = await import("lightningcss");
  const { exports } = transform({
    filename: `[project]/${path.relative(root, file)}`,
    code: readFileSync(file),
    cssModules: { pattern: CLASS_NAMES, grid: false },
  });
  const names = Object.entries(exports ?? {}).map(([local, { name, composes }]) => [
    local,
    [name, ...composes.map((other) => other.name)].join(" "),
  ]);
  return Object.fromEntries(names.sort());
}

// Sources that do not work before hydration, each with the file that has them and what to do (see CONTRIBUTING.md).
const REFUSED = [
  [/(?<!<search[^<]*)<form\b/, "islands/EarlyForm.tsx", "a form is an <EarlyForm>, or stands in a <search>"],
  [/\baria-expanded=/, "islands/Disclosure.tsx", "a button that opens something is a <Disclosure>"],
  [/\buseId\b/, "", "an id is a prop: in the browser useId makes another one than in the page"],
];

/**
 * Returns every island's name and the module that exports it. Throws if a module with "use client" exports no island
 * with the name of its file, because it would silently do nothing in a browser, and if a source is REFUSED. In all
 * other modules Next refuses hooks and handlers.
 */
export function islands(src = path.join(site, "src")) {
  const found = new Map();
  for (const file of readdirSync(src, { recursive: true }).sort()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(path.join(src, file), "utf8");
    for (const [source, allowed, advice] of REFUSED)
      if (source.test(text) && file !== path.normalize(allowed)) throw new Error(`${file}: ${advice}`);
    if (!text.startsWith('"use client";')) continue;
    const name = path.basename(file, path.extname(file));
    if (found.has(name)) throw new Error(`${file}: there is another island ${name}: ${found.get(name)}`);
    if (!new RegExp(`^export default island\\(\\s*"${name}",`, "m").test(text))
      throw new Error(`${file} says "use client" and its default export is no island("${name}", …)`);
    found.set(name, path.join(src, file));
  }
  return [...found];
}

if (process.argv[1] === import.meta.filename) await buildIslands();
