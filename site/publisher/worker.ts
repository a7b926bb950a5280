import type { Chrome } from "@/content/routes";
import { messageOf } from "./failure";
import { type File, openServer } from "./next-server";

/** What a render process is asked. It renders one page after the other, in the order in which they come. */
export interface RenderRequest {
  /** Null where the page has no layout. */
  chrome: Chrome | null;
  page: [pattern: string, path: string, inputs: object];
}

/** And what it answers to each: the page's file, or why it failed. Of no route when it has loaded the build. */
export type RenderAnswer = ({ file: File } | { failed: string }) & { route: string; rss: number };

async function main() {
  const render = await openServer(process.argv[2] as string);
  // Next logs an exception that nobody catches and goes on; its page would wait for ever.
  process.on("uncaughtException", fail);
  const answer = async ({ chrome, page: [, route, inputs] }: RenderRequest) => {
    const outcome = await render({ path: route, chrome, inputs }).then(
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

// The publisher decides when a render process ends, also at a terminal.
process.on("SIGINT", () => {});
// Writing to a publisher that has gone fails before anybody hears of its end.
for (const end of ["disconnect", "error"]) process.on(end, () => process.exit(0));

main().catch(fail);
