// Everything that relies on how Next works inside or on what it writes, and that its documentation does not promise. Next
// is pinned exactly; checkInternals says, after each build, what of it another version does in another way.
import { readdirSync, readFileSync } from "node:fs";
import fsp from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** Private modules and what is used of each, in the order in which they have to be loaded. */
const MODULES = {
  // Set up the process as Next's own static workers are.
  "next/dist/server/require-hook": [],
  "next/dist/server/node-environment": [],
  // Makes what exportPages has of a page.
  "next/dist/server/load-components": ["loadComponents"],
  "next/dist/build/worker": [],
  // Renders pages: `next build` calls it for each static page.
  "next/dist/export/worker": ["exportPages"],
  // Computes the options that pages are rendered with, and hands them to a worker object.
  "next/dist/export": ["default"],
  "next/dist/server/config": ["default"],
  "next/dist/trace": ["trace"],
};

/** What a process has to have in its environment before it loads them. */
export const ENVIRONMENT = /** @type {const} */ ({
  NODE_ENV: "production",
  NEXT_PHASE: "phase-production-build",
  NEXT_TELEMETRY_DISABLED: "1",
});

// Says for every page of the app router which route it is.
const ROUTES = "app-path-routes-manifest.json";
export const BUILD_ID = "BUILD_ID";
// What a build appends to addresses of assets, none here; its workers are told in the environment.
const ASSET_SUFFIX = "NEXT_CLIENT_ASSET_SUFFIX";

/** Files of `.next` that say when and where a build was made, or have a server's keys; rendering needs none of them. */
export const UNNEEDED_IN_BUILD = new RegExp(
  "/\\.next/((cache|dev|diagnostics|trace|types)(/|$)|" +
    "(trace-build|(export-detail|prerender-manifest|server/preview-props)\\.json|required-server-files\\.js(on)?)$)",
);

/** What a build has of a server's actions, of which the site has none: otherwise each has another key in it. */
export const BUILD_ENVIRONMENT = {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
};

/**
 * Files of an export that no page needs: pages that stand in for an empty list of parameters (see PLACEHOLDER in
 * src/content/load.ts), and what only Next's client would load: scripts, manifests, the data of pages (.txt).
 */
export const UNNEEDED_IN_EXPORT =
  /(^|\/)(-(\.html|\.txt)?|__next\..*|_next\/static\/.*\.js|_next\/(static\/)?[0-9a-f]{16}(\/.*)?)$/;

/** The page that a line of Next's output says has failed; what it threw comes next. */
export const failingPage = (line) => /prerendering page "(.+?)"/.exec(line)?.[1];

/**
 * @typedef {{ exportPaths: object[] }} ExportInput
 * @typedef {{ path: string, result?: { error?: unknown } }} ExportResult
 * @typedef {{
 *   pages: Map<string, string>,
 *   template: ExportInput,
 *   exportPages: (input: ExportInput) => Promise<ExportResult[]>,
 *   onWrite: (listener: (file: string, content: Buffer) => void) => void,
 * }} Internals
 */

/** One page as exportPages is asked for it. */
export const exportPath = (page, route) => ({
  page,
  path: route,
  _ssgPath: route,
  _fallbackRouteParams: [],
  _isAppDir: true,
  _isDynamicError: false,
  _isRoutePPREnabled: false,
  _allowEmptyStaticShell: false,
});

/**
 * Prepares this process to render from the build in `app`, the folder that holds .next and next.config.mjs. What is
 * written below .next from then on goes to a listener and not to the disk, so that several processes can share a build.
 *
 * @returns {Promise<Internals>}
 */
export async function loadInternals(app) {
  process.chdir(app);
  const require = createRequire(path.join(app, "next.config.mjs"));
  const modules = {};
  for (const name of Object.keys(MODULES)) {
    modules[name] = require(name);
    if (name === "next/dist/server/load-components") withoutPieces(require, name);
  }
  globalThis[ASSET_SUFFIX] = "";
  const pages = pagesOf(app);
  const written = captureWrites(path.join(app, ".next"));
  const template = await optionsOf(app, modules, exportPath(pages.get("/"), "/"));
  return { pages, template, exportPages: modules["next/dist/export/worker"].exportPages, onWrite: written };
}

/** The app router's page of each route. */
function pagesOf(app) {
  const routes = JSON.parse(readFileSync(path.join(app, ".next", ROUTES), "utf8"));
  return new Map(Object.entries(routes).map(([page, route]) => [route, page]));
}

/** What Next's export hands to its workers, noted by a worker that does nothing else. */
async function optionsOf(app, modules, page) {
  let template;
  const worker = {
    setOnActivity() {},
    setOnActivityAbort() {},
    async exportPages(input) {
      template = input;
      return [];
    },
  };
  const config = await modules["next/dist/server/config"].default(ENVIRONMENT.NEXT_PHASE, app, { silent: true });
  const options = {
    nextConfig: { ...config, exportPathMap: () => ({ "/": page }) },
    enabledDirectories: { app: true, pages: false },
    silent: true,
    buildExport: true,
    pages: [],
    outdir: path.join(app, ".next/export"),
    numWorkers: 1,
    statusMessage: "",
    appDirOnly: true,
  };
  // It prints the progress of an export that does not happen.
  const print = console.log;
  console.log = () => {};
  try {
    await modules["next/dist/export"].default(app, options, modules["next/dist/trace"].trace("publisher"), worker);
  } finally {
    console.log = print;
  }
  if (!template) throw new Error("Next's export handed over no options to render with");
  return template;
}

/**
 * For its client Next writes each page once more, in pieces, which takes as long as the page itself. Pages have no such
 * client. Has to come before anything that loads pages.
 */
function withoutPieces(require, name) {
  const { loadComponents, ...others } = require(name);
  const load = async (page) => {
    const components = await loadComponents(page);
    const none = { collectSegmentData: { value: async () => new Map() } };
    return { ...components, ComponentMod: Object.create(components.ComponentMod, none) };
  };
  require.cache[require.resolve(name)].exports = { ...others, loadComponents: load };
}

/** Takes what is written below the folder out of `fs/promises`, and returns how to listen to it. */
function captureWrites(folder) {
  let listener = (_file, _content) => {};
  const { writeFile, mkdir } = fsp;
  const ours = (file) => typeof file === "string" && file.startsWith(folder + path.sep);
  Object.assign(fsp, {
    writeFile: async (file, data, ...rest) => {
      if (!ours(file)) return writeFile(file, data, ...rest);
      listener(file, Buffer.isBuffer(data) ? data : Buffer.from(data));
    },
    mkdir: async (dir, ...rest) => (ours(dir) ? undefined : mkdir(dir, ...rest)),
  });
  return (to) => {
    listener = to;
  };
}

/** Where in a build the rendered page of a route is written: a page, or another file, which is as it goes out. */
export function outputOf(app, route) {
  const base = `${path.join(app, ".next/server/app")}${route === "/" ? "/index" : route}`;
  return { page: `${base}.html`, body: `${base}.body` };
}

// What Next writes into a page for its own client, which these pages do not have.
const NEXT_IN_PAGES = [
  // Its scripts, and the hints to fetch them early.
  /<link rel="preload" as="script"[^>]*>/g,
  /<script src="\/_next\/[^"]+"[^>]*><\/script>/g,
  // Its payload: the page once more, as data.
  /<script>(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((?:(?!<\/script>).)*\)<\/script>/gs,
  /<script id="_R_">\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((?:(?!<\/script>).)*<\/script>/gs,
  // Of its handling of fonts: a connection to the page's own origin, and a mark.
  /<link rel="preconnect" href="\/" crossorigin=""\/>/g,
  /<meta name="next-size-adjust" content=""\/>/g,
  // The place that metadata would be streamed to, and the bounds of Suspense.
  /<div hidden=""><!--\$--><!--\/\$--><\/div>/g,
  /<!--\/?\$-->/g,
];

/** The scripts that stay: our own, and data. */
const OURS = /^<script (?:data-early=""|type="(?:application\/ld\+json|speculationrules)")>/;

/** The props of an island, as React writes them. */
const PROPS = /(?<=<is-land data-island="\w+" data-props=)"([^"]*)"/g;

/**
 * Takes Next's scripts and payload out of a page, and puts the props of islands into single quotes, so that those of
 * JSON need no escapes. Throws when something of Next's is left, or the page does not have the known shape.
 *
 * @param {string} html A page as Next writes it.
 */
export function finishPage(html) {
  if (!/^<!DOCTYPE html>.*<\/body><\/html>$/s.test(html)) throw new Error("this is not a page as Next writes it");
  const page = NEXT_IN_PAGES.reduce((rest, part) => rest.replace(part, ""), html);
  for (const { index } of page.matchAll(/<script/g)) {
    if (!OURS.test(page.slice(index, index + 50))) {
      throw new Error(`Next's page has a script that nobody knows: ${page.slice(index, index + 100)}`);
    }
  }
  // What an article says is no tag: its `<` is written as `&lt;`.
  const left = /<link[^>]* as="script"|<template|<div hidden|<!--(?! -->)/.exec(page);
  if (left) throw new Error(`something of Next is left in its page: ${page.slice(left.index, left.index + 100)}`);
  return page.replace(PROPS, (_, props) => `'${props.replaceAll("&quot;", '"')}'`);
}

// Of a page's inline scripts those that run: the policy allows them where the page for unknown addresses has them, too.
const RUNS = /<script (?:data-early=""|type="speculationrules")>.*?<\/script>/gs;

// What exportPages reads of a page and what a static export does without.
const UNUSED_FIELDS = ["_notFoundParams", "_runInstantValidation", "_isFallbackUpgradeable"];

/**
 * Says of a finished build, a sentence each, in what Next works otherwise than it is relied on here.
 *
 * @param {{ app: string, out: string, version: string, load?: (module: string) => object, resolve?: (module: string) => string }} build
 *   `app` holds .next, `out` the finished export; `version` is that of the code.
 * @returns {string[]}
 */
export function differences({ app, out, version, load, resolve }) {
  const require = createRequire(path.join(app, "next.config.mjs"));
  const found = [];
  const check = (holds, sentence) => {
    try {
      if (!holds()) found.push(sentence);
    } catch (error) {
      found.push(`${sentence} (${error.message})`);
    }
  };
  for (const [name, functions] of Object.entries(MODULES)) {
    check(() => {
      const module = (load ?? require)(name);
      return functions.every((wanted) => typeof module[wanted] === "function");
    }, `Next's private module ${name} has not what is used of it.`);
  }
  const source = (module) => readFileSync((resolve ?? require.resolve)(module), "utf8");
  check(() => {
    const text = source("next/dist/export/worker");
    const read = /const \{ path, page,(.*?)\} = exportPath;/s.exec(text)?.[1].match(/\b_[a-zA-Z]+(?=[:\s])/g);
    const known = [...Object.keys(exportPath("", "")), ...UNUSED_FIELDS, "_ssgPath"];
    return read?.every((field) => known.includes(field));
  }, "Next's export reads fields of a page that it is not given.");
  check(() => {
    const printed = source("next/dist/export/worker").matchAll(/console\.error\(`(.*?)`/g);
    return [...printed].some(([, line]) => failingPage(line));
  }, "Next's export says in another way which page has failed.");
  check(
    () => source("next/dist/server/app-render/app-render").includes("ComponentMod.collectSegmentData("),
    "Next writes the pieces of a page in another way: they would be made for nobody.",
  );
  check(() => pagesOf(app).get("/") === "/page", `Next's ${ROUTES} does not name the pages of routes.`);
  check(
    () => readFileSync(path.join(app, ".next", BUILD_ID), "utf8") === version,
    `Next's ${BUILD_ID} is not the code's version.`,
  );
  check(() => {
    const page = readFileSync(outputOf(app, "/").page, "utf8");
    return NEXT_IN_PAGES.every((part) => page.search(part) >= 0);
  }, "Next's pages lack something that is taken out of them: it may look another way now.");
  const files = () => readdirSync(out, { recursive: true });
  check(
    () => !files().some((file) => UNNEEDED_IN_EXPORT.test(file) && !file.startsWith("_next/static/islands/")),
    "Files for Next's client are left in the export.",
  );
  const scripts = (file) => readFileSync(path.join(out, file), "utf8").match(RUNS) ?? [];
  check(() => {
    const allowed = new Set(scripts("404.html"));
    const pages = files().filter((file) => file.endsWith(".html"));
    return allowed.size > 0 && pages.every((file) => scripts(file).every((script) => allowed.has(script)));
  }, "A page has an inline script that the policy does not allow: the page for unknown addresses has it not.");
  return found;
}
