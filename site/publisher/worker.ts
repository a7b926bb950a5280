import path from "node:path";
import { INPUTS, registry } from "@/content/prepared";
import type { Chrome } from "@/content/routes";
import { Blobs, type FileEntry, isDiskError } from "./blobs";
import { messageOf } from "./failure";
import { NextExport, type Rendered } from "./next-export";
import { applied, type Patch } from "./patch";

/** What the publisher asks of a render process: pages to render, as [pattern, path, inputs]. */
export interface RenderRequest {
  id: number;
  /** Null where no page has the layout. */
  chrome: Chrome | null;
  pages: [pattern: string, path: string, inputs: object][];
}

/** Or pages to patch, as [path, file, entry]. */
export interface PatchRequest {
  id: number;
  patch: Patch;
  pages: [path: string, file: string, entry: FileEntry][];
}

/**
 * And what it answers: the file of each route, stored already, null for one that could not be patched, and why others
 * failed; or why all of it failed. `disk`: what was rendered cannot be stored.
 */
export type RenderAnswer =
  | {
      id: number;
      files: Record<string, Record<string, FileEntry> | null>;
      failed: Record<string, string>;
      rss: number;
    }
  | { id: number; error: string; disk: boolean };

async function main() {
  const [app, store] = process.argv.slice(2) as [string, string];
  registry[INPUTS] = { chrome: null, pages: new Map() };
  const next = await NextExport.open(app);
  const blobs = new Blobs(path.join(store, "blobs"));
  process.on("message", (request: RenderRequest | PatchRequest) => {
    void answer(next, blobs, request).then((result) => process.send?.(result));
  });
  process.send?.("ready");
}

let rendering: Promise<unknown> = Promise.resolve();

/** Renders one request after the other, and stores what came out while the next one is rendered. */
async function answer(next: NextExport, blobs: Blobs, request: RenderRequest | PatchRequest): Promise<RenderAnswer> {
  try {
    if ("patch" in request) return await patchPages(blobs, request);
    const rendered = rendering.then(() => render(next, request));
    rendering = rendered.catch(() => {});
    const files: Record<string, Record<string, FileEntry>> = {};
    const { files: written, failed } = await rendered;
    await Promise.all(
      [...written].map(async ([route, { file, content }]) => {
        files[route] = { [file]: await blobs.put(file, content) };
      }),
    );
    return { id: request.id, files, failed: Object.fromEntries(failed), rss: process.memoryUsage.rss() };
  } catch (error) {
    return { id: request.id, error: messageOf(error), disk: isDiskError(error) };
  }
}

/** A page is left out, as null, when it is not like those that the patch was made from, or cannot be read. */
async function patchPages(blobs: Blobs, { id, patch, pages }: PatchRequest): Promise<RenderAnswer> {
  const patched = await Promise.all(
    pages.map(async ([route, file, entry]) => {
      const old = await blobs.get(entry).catch(() => null);
      const text = old && applied(patch, old.toString());
      return [route, text === null ? null : { [file]: await blobs.put(file, Buffer.from(text)) }] as const;
    }),
  );
  return { id, files: Object.fromEntries(patched), failed: {}, rss: process.memoryUsage.rss() };
}

function render(next: NextExport, { chrome, pages }: RenderRequest): Promise<Rendered> {
  registry[INPUTS] = { chrome, pages: new Map(pages.map(([, route, inputs]) => [route, inputs])) };
  return next.render(pages.map(([pattern, route]) => [pattern, route]));
}

// Next keeps "SIGINT from the terminal" for itself; the publisher decides when a render process ends.
process.on("SIGINT", () => {});
// Whoever writes to the publisher first after it has gone, we or Next, gets an error, before anybody hears of its end.
for (const end of ["disconnect", "error"]) process.on(end, () => process.exit(0));

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
