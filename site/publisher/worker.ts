import { INPUTS, registry } from "@/content/prepared";
import type { Chrome } from "@/content/routes";
import { CMS } from "./cms";
import { messageOf } from "./failure";
import { Keys } from "./keys";
import { NextExport, type Rendered } from "./next-export";
import { readSecret } from "./secret";

/** What the publisher asks of a render process: pages to render, as [pattern, path, inputs]. */
export interface RenderRequest {
  id: number;
  /** Null where no page has the layout. */
  chrome: Chrome | null;
  pages: [pattern: string, path: string, inputs: object][];
  /** Whether the text of the pages is asked for. */
  texts: boolean;
  /** Whether the CMS gets the pages. */
  handOver: boolean;
}

/**
 * And what it answers: the sha256 of each route's file by its path, handed over already, and why others failed; or why
 * all of it failed. `refused`: the CMS did not take what was rendered.
 */
export type RenderAnswer =
  | {
      id: number;
      files: Record<string, Record<string, string>>;
      texts: Record<string, string>;
      failed: Record<string, string>;
      rss: number;
    }
  | { id: number; error: string; refused: boolean };

async function main() {
  const [app, api] = process.argv.slice(2) as [string, string];
  registry[INPUTS] = { chrome: null, pages: new Map() };
  const next = await NextExport.open(app);
  const cms = new CMS(api, new Keys(readSecret(process.env, "PUBLISH_SECRET")));
  process.on("message", (request: RenderRequest) => {
    void answer(next, cms, request).then((result) => process.send?.(result));
  });
  process.send?.("ready");
}

let rendering: Promise<unknown> = Promise.resolve();

/** Renders one request after the other, and hands over what came out while the next one is rendered. */
async function answer(next: NextExport, cms: CMS, request: RenderRequest): Promise<RenderAnswer> {
  const { id } = request;
  let rendered: Rendered | undefined;
  try {
    const mine = rendering.then(() => render(next, request));
    rendering = mine.catch(() => {});
    rendered = await mine;
    const files = (request.handOver ? [...rendered.files] : []).map(async ([route, { file, content }]) => {
      return [route, { [file]: await cms.put(file, content) }] as const;
    });
    const texts = request.texts ? [...rendered.files].map(([route, { content }]) => [route, content.toString()]) : [];
    return {
      id,
      files: Object.fromEntries(await Promise.all(files)),
      texts: Object.fromEntries(texts),
      failed: Object.fromEntries(rendered.failed),
      rss: process.memoryUsage.rss(),
    };
  } catch (error) {
    return { id, error: messageOf(error), refused: rendered !== undefined };
  }
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
