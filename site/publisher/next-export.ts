import {
  exportPath,
  failingPage,
  finishPage,
  type Internals,
  loadInternals,
  outputOf,
} from "../scripts/next-internals.mjs";
import { messageOf } from "./failure";
import { pageFile } from "./tree";

/** What became of routes that were to be rendered: the file of each by its path in the release, or why it failed. */
export interface Rendered {
  files: Map<string, { file: string; content: Buffer }>;
  failed: Map<string, string>;
}

/**
 * Next's own export code, driven route by route in this process: what comes out is compared byte for byte with a full
 * build by a test, and of a few routes after each build.
 */
export class NextExport {
  private readonly captured = new Map<string, Buffer>();
  private readonly reasons = new Map<string, string>();

  private constructor(
    private readonly app: string,
    private readonly next: Internals,
  ) {
    next.onWrite((file, content) => this.captured.set(file, content));
    this.noteReasons();
  }

  /** Prepares to render routes of the finished build in `app` (the folder that holds .next and next.config.mjs). */
  static async open(app: string): Promise<NextExport> {
    return new NextExport(app, await loadInternals(app));
  }

  /** Renders the routes, given as [pattern, path]. One that fails is a failure of its own. */
  async render(routes: [pattern: string, path: string][]): Promise<Rendered> {
    const { pages, template, exportPages } = this.next;
    this.captured.clear();
    this.reasons.clear();
    const rendered: Rendered = { files: new Map(), failed: new Map() };
    const { files, failed } = rendered;
    const exportPaths: object[] = [];
    for (const [pattern, route] of routes) {
      const page = pages.get(pattern);
      if (page) exportPaths.push(exportPath(page, route));
      else failed.set(route, `the build has no page for ${pattern}`);
    }
    for (const { path: route, result } of await exportPages({ ...template, exportPaths })) {
      if (!result || "error" in result) failed.set(route, this.reasons.get(route) ?? "it threw nothing that says why");
    }
    for (const [, route] of routes) {
      if (failed.has(route)) continue;
      try {
        files.set(route, this.fileOf(route));
      } catch (error) {
        failed.set(route, messageOf(error));
      }
    }
    this.captured.clear();
    return rendered;
  }

  private fileOf(route: string) {
    const output = outputOf(this.app, route);
    const page = this.captured.get(output.page);
    if (page) return { file: pageFile(route), content: Buffer.from(finishPage(page.toString())) };
    const body = this.captured.get(output.body);
    if (body) return { file: route, content: body };
    throw new Error("it wrote no file");
  }

  /** exportPages swallows what a page threw, but prints it: first a line with the path, then the error. */
  private noteReasons() {
    const print = console.error;
    let failing: string | undefined;
    console.error = (...args: unknown[]) => {
      const path = typeof args[0] === "string" ? failingPage(args[0]) : undefined;
      if (path) failing = path;
      else if (failing && !this.reasons.has(failing)) {
        this.reasons.set(failing, args[0] instanceof Error ? args[0].message : String(args[0]));
      }
      print(...args);
    };
  }
}
