import path from "node:path";
import { INPUTS, type Prepared, registry } from "@/content/prepared";
import type { Chrome } from "@/content/routes";
import { Blobs, type FileEntry, isDiskError } from "./blobs";
import { NextExport, RenderError } from "./next-export";

/** What the publisher asks of a render process. `pages`: [pattern, path, inputs]. */
export interface RenderRequest {
  id: number;
  chrome: Chrome;
  pages: [pattern: string, path: string, inputs: object][];
}

/**
 * And what it answers: the files of each route, stored already; or why a route failed. `disk`: what was rendered cannot be
 * stored.
 */
export type RenderAnswer =
  | { id: number; files: Record<string, Record<string, FileEntry>>; rss: number; ms: number }
  | { id: number; error: string; route?: string; disk?: boolean };

async function main() {
  const [app, store] = process.argv.slice(2) as [string, string];
  registry[INPUTS] = { chrome: null, pages: new Map() };
  const next = await NextExport.open(app);
  const blobs = new Blobs(path.join(store, "blobs"));
  process.on("message", (request: RenderRequest) => {
    void answer(next, blobs, request).then((result) => process.send?.(result));
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.("ready");
}

async function answer(next: NextExport, blobs: Blobs, request: RenderRequest): Promise<RenderAnswer> {
  const started = performance.now();
  try {
    const prepared: Prepared = { chrome: request.chrome, pages: new Map(request.pages.map(([, p, i]) => [p, i])) };
    registry[INPUTS] = prepared;
    const rendered = await next.render(request.pages.map(([pattern, route]) => [pattern, route]));
    const ms = performance.now() - started;
    const files: Record<string, Record<string, FileEntry>> = {};
    await Promise.all(
      [...rendered].map(async ([route, list]) => {
        const entries = await Promise.all(
          list.map(async ({ file, content }) => [file, await blobs.put(file, content)]),
        );
        files[route] = Object.fromEntries(entries) as Record<string, FileEntry>;
      }),
    );
    return { id: request.id, files, rss: process.memoryUsage.rss(), ms };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const route = error instanceof RenderError ? error.route : undefined;
    return { id: request.id, error: message, route, disk: isDiskError(error) };
  }
}

// Next keeps "SIGINT from the terminal" for itself; the publisher decides when a render process ends.
process.on("SIGINT", () => {});

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
