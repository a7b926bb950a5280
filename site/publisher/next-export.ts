import fsp from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { finishPage } from "../scripts/finish-page.mjs";
import { messageOf } from "./failure";

/**
 * Next's own export code, driven route by route in this process.
 *
 * `next build` renders each static page through `exportPages` of next/dist/export/worker. That module is private, so
 * Next is pinned exactly, and a test compares what comes out here byte for byte with a full build. What we rely on:
 * - next/dist/build/worker sets up the process as Next's own static workers are;
 * - what exportPages has of a page comes from next/dist/server/load-components: we leave out what makes its pieces;
 * - next/dist/export computes the render options and hands them to a worker object: ours notes them once;
 * - exportPages writes with `fs/promises`.writeFile below <distDir>/server/app: we take the bytes instead.
 */

interface ExportPath {
  page: string;
  path: string;
  _ssgPath: string;
  _fallbackRouteParams: [];
  _isAppDir: true;
  _isDynamicError: false;
  _isRoutePPREnabled: false;
  _allowEmptyStaticShell: false;
}
interface ExportInput {
  exportPaths: ExportPath[];
}
type ExportResult = { path: string; result?: { error?: unknown } };
type ExportPages = (input: ExportInput) => Promise<ExportResult[]>;

/** The file of a rendered route, by its path in the release. */
export interface RenderedFile {
  file: string;
  content: Buffer;
}

/** What became of routes that were to be rendered: the file of each, or the reason why it failed. */
export interface Rendered {
  files: Map<string, RenderedFile>;
  failed: Map<string, string>;
}

/** Renders routes of the finished build in `app` (the folder that holds .next and next.config.mjs). */
export class NextExport {
  private readonly captured = new Map<string, Buffer>();
  private readonly reasons = new Map<string, string>();

  private constructor(
    private readonly server: string,
    private readonly exportPages: ExportPages,
    private readonly template: ExportInput,
    private readonly pages: Map<string, string>,
  ) {}

  static async open(app: string): Promise<NextExport> {
    process.chdir(app);
    const require = createRequire(path.join(app, "next.config.mjs"));
    withoutPieces(require);
    require("next/dist/build/worker");
    const { exportPages } = require("next/dist/export/worker") as { exportPages: ExportPages };
    const exportApp = require("next/dist/export").default as (...args: unknown[]) => Promise<unknown>;
    const loadConfig = require("next/dist/server/config").default as (...args: unknown[]) => Promise<object>;
    const { trace } = require("next/dist/trace") as { trace: (name: string) => unknown };
    (globalThis as { NEXT_CLIENT_ASSET_SUFFIX?: string }).NEXT_CLIENT_ASSET_SUFFIX = "";

    const config = await loadConfig("phase-production-build", app, { silent: true });
    const routes = JSON.parse(
      await fsp.readFile(path.join(app, ".next/app-path-routes-manifest.json"), "utf8"),
    ) as Record<string, string>;
    const pages = new Map(Object.entries(routes).map(([page, pattern]) => [pattern, page]));

    const server = path.join(app, ".next/server/app");
    const captured = captureWrites([server, path.join(app, ".next")]);
    let template: ExportInput | undefined;
    const noting = {
      setOnActivity() {},
      setOnActivityAbort() {},
      async exportPages(input: ExportInput) {
        template = input;
        return [];
      },
    };
    const options = {
      nextConfig: { ...config, exportPathMap: () => ({ "/": exportPath(pages.get("/") as string, "/") }) },
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
      await exportApp(app, options, trace("publisher"), noting);
    } finally {
      console.log = print;
    }
    if (!template) throw new Error("Next's export handed over no render options");
    captured.clear();
    const instance = new NextExport(server, exportPages, template, pages);
    captured.onWrite = (file, content) => instance.captured.set(file, content);
    instance.noteReasons();
    return instance;
  }

  /** Renders the routes, given as [pattern, path]. One that fails is a failure of its own. */
  async render(routes: [pattern: string, path: string][]): Promise<Rendered> {
    this.captured.clear();
    this.reasons.clear();
    const failed = new Map<string, string>();
    const exportPaths: ExportPath[] = [];
    for (const [pattern, route] of routes) {
      const page = this.pages.get(pattern);
      if (page) exportPaths.push(exportPath(page, route));
      else failed.set(route, `the build has no page for ${pattern}`);
    }
    for (const { path: route, result } of await this.exportPages({ ...this.template, exportPaths })) {
      if (!result || "error" in result) failed.set(route, this.reasons.get(route) ?? "it threw nothing that says why");
    }
    return this.collect(
      routes.map(([, route]) => route),
      failed,
    );
  }

  private collect(routes: string[], failed: Map<string, string>): Rendered {
    const files = new Map<string, RenderedFile>();
    for (const route of routes) {
      const base = route === "/" ? "/index" : route;
      const html = this.captured.get(`${this.server}${base}.html`);
      const body = this.captured.get(`${this.server}${base}.body`);
      try {
        if (html) files.set(route, { file: `${base}.html`, content: Buffer.from(finishPage(html.toString())) });
        else if (body) files.set(route, { file: base, content: body });
      } catch (error) {
        failed.set(route, messageOf(error));
      }
    }
    this.captured.clear();
    for (const route of routes) if (!files.has(route) && !failed.has(route)) failed.set(route, "it wrote no file");
    for (const route of failed.keys()) files.delete(route);
    return { files, failed };
  }

  /** exportPages swallows what a page threw, but prints it: first a line with the path, then the error. */
  private noteReasons() {
    const print = console.error;
    let failing: string | undefined;
    console.error = (...args: unknown[]) => {
      const path = typeof args[0] === "string" ? /prerendering page "(.+?)"/.exec(args[0])?.[1] : undefined;
      if (path) failing = path;
      else if (failing && !this.reasons.has(failing)) {
        this.reasons.set(failing, args[0] instanceof Error ? args[0].message : String(args[0]));
      }
      print(...args);
    };
  }
}

function exportPath(page: string, path: string): ExportPath {
  return {
    page,
    path,
    _ssgPath: path,
    _fallbackRouteParams: [],
    _isAppDir: true,
    _isDynamicError: false,
    _isRoutePPREnabled: false,
    _allowEmptyStaticShell: false,
  };
}

/**
 * For its client Next writes each page once more, in pieces, which takes as long as the page itself. Pages have no such
 * client. Has to come before anything that loads pages.
 */
function withoutPieces(require: NodeJS.Require) {
  for (const first of ["require-hook", "node-environment"]) require(`next/dist/server/${first}`);
  const file = require.resolve("next/dist/server/load-components");
  type Load = (page: object) => Promise<{ ComponentMod: object }>;
  const { loadComponents, ...others } = require(file) as { loadComponents: Load };
  const load: Load = async (page) => {
    const components = await loadComponents(page);
    const none = { collectSegmentData: { value: async () => new Map() } };
    return { ...components, ComponentMod: Object.create(components.ComponentMod, none) as object };
  };
  (require.cache[file] as NodeJS.Module).exports = { ...others, loadComponents: load };
}

/** Takes what is written below the folders out of `fs/promises`.writeFile; nothing of it reaches the disk, so several processes can render from one build. */
function captureWrites(folders: string[]) {
  const capture = { onWrite: (_file: string, _content: Buffer) => {}, clear() {} };
  const { writeFile, mkdir } = fsp;
  const ours = (file: unknown): file is string =>
    typeof file === "string" && folders.some((folder) => file.startsWith(folder + path.sep));
  const patched = {
    writeFile: async (file: unknown, data: unknown, ...rest: unknown[]) => {
      if (!ours(file)) return (writeFile as (...args: unknown[]) => Promise<void>)(file, data, ...rest);
      capture.onWrite(file, Buffer.isBuffer(data) ? data : Buffer.from(data as string));
    },
    mkdir: async (dir: unknown, ...rest: unknown[]) =>
      ours(dir) ? undefined : (mkdir as (...args: unknown[]) => Promise<unknown>)(dir, ...rest),
  };
  Object.assign(fsp, patched);
  return capture;
}
