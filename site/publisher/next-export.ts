import { exportPath, failingPage, finishPage, loadInternals, outputOf } from "../scripts/next-internals.mjs";
import { messageOf } from "./failure";

/** A file by its path in the release. */
export interface File {
  file: string;
  content: Buffer;
}

/**
 * Next's own export code, driven page by page in this process: what comes out is compared byte for byte with a full
 * build by a test, and of a few routes after each build. `app` is the folder with .next and next.config.mjs. What is
 * returned renders one page at a time, and throws why one failed.
 */
export async function openExport(app: string): Promise<(pattern: string, route: string) => Promise<File>> {
  const { pages, template, exportPages, onWrite } = await loadInternals(app);
  const written = new Map<string, Buffer>();
  onWrite((file, content) => written.set(file, content));
  const thrown = noteThrown();
  return async (pattern, route) => {
    const page = pages.get(pattern);
    if (!page) throw new Error(`the build has no page for ${pattern}`);
    written.clear();
    const [exported] = await exportPages({ ...template, exportPaths: [exportPath(page, route)] });
    const reason = thrown();
    if (!exported?.result || "error" in exported.result) throw new Error(reason ?? "it threw nothing that says why");
    const output = outputOf(app, route);
    const html = written.get(output.page);
    const body = written.get(output.body);
    if (html) {
      const file = `${route === "/" ? "/index" : route}.html`;
      return { file, content: Buffer.from(finishPage(html.toString())) };
    }
    if (body) return { file: route, content: body };
    throw new Error("it wrote no file");
  };
}

/**
 * Returns what says why the last page has failed, and forgets it. exportPages swallows what a page threw; it prints
 * that one has failed, then the error.
 */
function noteThrown(): () => string | undefined {
  const print = console.error;
  let failing = false;
  let reason: string | undefined;
  console.error = (...args: unknown[]) => {
    if (typeof args[0] === "string" && failingPage(args[0])) failing = true;
    else if (failing) reason ??= messageOf(args[0]);
    print(...args);
  };
  return () => {
    const last = reason;
    failing = false;
    reason = undefined;
    return last;
  };
}
