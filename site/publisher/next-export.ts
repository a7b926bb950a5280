import { exportPath, failingPage, finishPage, loadInternals, outputOf } from "../scripts/next-internals.mjs";
import { messageOf } from "./failure";

/** A file by its path in the release. */
export interface File {
  file: string;
  content: Buffer;
}

/** What became of routes that were to be rendered: the file of each, or why it failed. */
export interface Rendered {
  files: Map<string, File>;
  failed: Map<string, string>;
}

/**
 * Next's own export code, driven route by route in this process: what comes out is compared byte for byte with a full
 * build by a test, and of a few routes after each build. `app` is the folder with .next and next.config.mjs. What is
 * returned renders routes, given as [pattern, path]. One that fails is a failure of its own.
 */
export async function openExport(app: string) {
  const { pages, template, exportPages, onWrite } = await loadInternals(app);
  const written = new Map<string, Buffer>();
  onWrite((file, content) => written.set(file, content));
  const reasons = noteReasons();
  return async (routes: [pattern: string, path: string][]): Promise<Rendered> => {
    written.clear();
    reasons.clear();
    const rendered: Rendered = { files: new Map(), failed: new Map() };
    const { files, failed } = rendered;
    const exportPaths: object[] = [];
    for (const [pattern, route] of routes) {
      const page = pages.get(pattern);
      if (page) exportPaths.push(exportPath(page, route));
      else failed.set(route, `the build has no page for ${pattern}`);
    }
    for (const { path: route, result } of await exportPages({ ...template, exportPaths })) {
      if (!result || "error" in result) failed.set(route, reasons.get(route) ?? "it threw nothing that says why");
    }
    for (const [, route] of routes) {
      if (failed.has(route)) continue;
      const output = outputOf(app, route);
      const page = written.get(output.page);
      const body = written.get(output.body);
      try {
        const file = `${route === "/" ? "/index" : route}.html`;
        if (page) files.set(route, { file, content: Buffer.from(finishPage(page.toString())) });
        else if (body) files.set(route, { file: route, content: body });
        else failed.set(route, "it wrote no file");
      } catch (error) {
        failed.set(route, messageOf(error));
      }
    }
    written.clear();
    return rendered;
  };
}

/** Why pages have failed: exportPages swallows what a page threw, but prints a line with the path, then the error. */
function noteReasons(): Map<string, string> {
  const reasons = new Map<string, string>();
  const print = console.error;
  let failing: string | undefined;
  console.error = (...args: unknown[]) => {
    const path = typeof args[0] === "string" ? failingPage(args[0]) : undefined;
    if (path) failing = path;
    else if (failing && !reasons.has(failing)) reasons.set(failing, messageOf(args[0]));
    print(...args);
  };
  return reasons;
}
