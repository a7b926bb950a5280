import type { Prepared } from "@/app/prepared";
import { type File, openServer } from "./next-server";

/**
 * The answer of a render process to each page that it is sent, in the order in which they come: the page's file, or why
 * it failed. Once it has loaded the build, it sends one without a route.
 */
export type RenderAnswer = ({ file: File } | { failed: string }) & { route: string; rss: number };

// A process measures its memory after so many pages.
const RSS_EVERY = 16;

async function main() {
  const render = await openServer(process.argv[2] as string);
  // Next logs an exception that nobody catches and goes on; its page would wait for ever.
  process.on("uncaughtException", fail);
  let answered = 0;
  let rss = process.memoryUsage.rss();
  const answer = async (page: Prepared) => {
    const outcome = await render(page).then(
      (file) => ({ file }),
      // A page may throw something that is no Error.
      (error) => ({ failed: String(error?.message ?? error) }),
    );
    // Measuring takes a twentieth of the time of a page.
    if (++answered % RSS_EVERY === 0) rss = process.memoryUsage.rss();
    // Without waiting, a long answer would be written while the next page is rendered, and lost with it.
    await send({ ...outcome, route: page.path, rss });
  };
  let queue = Promise.resolve();
  process.on("message", (page: Prepared) => {
    queue = queue.then(() => answer(page)).catch(fail);
  });
  await send({ route: "", failed: "", rss });
}

const send = (answer: RenderAnswer) => new Promise((sent) => process.send?.(answer, sent));

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

// The publisher decides when a render process ends, also at a terminal.
process.on("SIGINT", () => {});
// Writing to a publisher that has ended fails before "disconnect" is emitted.
for (const end of ["disconnect", "error"]) process.on(end, () => process.exit(0));

main().catch(fail);
