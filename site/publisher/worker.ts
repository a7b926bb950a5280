import { INPUTS, registry } from "@/content/prepared";
import type { Chrome } from "@/content/routes";
import { openExport, type Rendered } from "./next-export";

/** What a render process is asked, one at a time: pages to render, as [pattern, path, inputs]. */
export interface RenderRequest {
  /** Null where no page has the layout. */
  chrome: Chrome | null;
  pages: [pattern: string, path: string, inputs: object][];
}

/** And what it answers. */
export type RenderAnswer = Rendered & { rss: number };

async function main() {
  registry[INPUTS] = { chrome: null, pages: new Map() };
  const render = await openExport(process.argv[2] as string);
  process.on("message", ({ chrome, pages }: RenderRequest) => {
    registry[INPUTS] = { chrome, pages: new Map(pages.map(([, route, inputs]) => [route, inputs])) };
    render(pages.map(([pattern, route]) => [pattern, route]))
      .then((rendered) => process.send?.({ ...rendered, rss: process.memoryUsage.rss() } satisfies RenderAnswer))
      .catch(fail);
  });
  process.send?.("ready");
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

// Next keeps "SIGINT from the terminal" for itself; the publisher decides when a render process ends.
process.on("SIGINT", () => {});
// Whoever writes to the publisher first after it has gone, we or Next, gets an error, before anybody hears of its end.
for (const end of ["disconnect", "error"]) process.on(end, () => process.exit(0));

main().catch(fail);
