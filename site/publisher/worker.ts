import { INPUTS, registry } from "@/content/prepared";
import type { Chrome } from "@/content/routes";
import { messageOf } from "./failure";
import { type File, openExport } from "./next-export";

/** What a render process is asked. It renders one page after the other, in the order in which they come. */
export interface RenderRequest {
  /** Null where the page has no layout. */
  chrome: Chrome | null;
  page: [pattern: string, path: string, inputs: object];
}

/** And what it answers to each: the page's file, or why it failed. Of no route when it has loaded the build. */
export type RenderAnswer = ({ file: File } | { failed: string }) & { route: string; rss: number };

async function main() {
  registry[INPUTS] = { chrome: null, pages: new Map() };
  const render = await openExport(process.argv[2] as string);
  const answer = async ({ chrome, page: [pattern, route, inputs] }: RenderRequest) => {
    registry[INPUTS] = { chrome, pages: new Map([[route, inputs]]) };
    const outcome = await render(pattern, route).then(
      (file) => ({ file }),
      (error) => ({ failed: messageOf(error) }),
    );
    // Else a long one would be written while the next page is rendered, and lost with it.
    await send({ ...outcome, route, rss: process.memoryUsage.rss() });
  };
  let turn = Promise.resolve();
  process.on("message", (request: RenderRequest) => {
    turn = turn.then(() => answer(request)).catch(fail);
  });
  await send({ route: "", failed: "", rss: process.memoryUsage.rss() });
}

const send = (answer: RenderAnswer) => new Promise((sent) => process.send?.(answer, sent));

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

// Next keeps "SIGINT from the terminal" for itself; the publisher decides when a render process ends.
process.on("SIGINT", () => {});
// Whoever writes to the publisher first after it has gone, we or Next, gets an error, before anybody hears of its end.
for (const end of ["disconnect", "error"]) process.on(end, () => process.exit(0));

main().catch(fail);
