import { afterAll, beforeAll, bench, describe } from "vitest";
import { body, formattedBody } from "../../../infra/bench/publish/content.mjs";
import { ContractCMS } from "./cms";
import { APP, WORKER } from "./harness";
import { prepared } from "./pages";
import { lend } from "./pool";

// How long the renderer takes for an article with 30 formulas, 5 tables and 12 pictures, beside a plain one of the same
// length: only the ratio counts.

let worker: ReturnType<typeof lend>;
let render: (path: string) => Promise<void>;

beforeAll(async () => {
  const cms = new ContractCMS();
  const formatted = formattedBody(1);
  cms.write({ slug: "formatted", title: "Article", content: formatted });
  cms.write({ slug: "plain", title: "Article", content: body(1, formatted.length) });
  const { chrome, pages } = await prepared(cms, ["/blog/formatted", "/blog/plain"]);
  worker = lend({ worker: WORKER, app: APP });
  await worker.start();
  render = async (path) => {
    const page = pages.find(([, route]) => route === path);
    const answer = page && (await worker.render(chrome, page));
    if (!answer || "failed" in answer) throw new Error(`${path}: ${answer?.failed}`);
  };
});
afterAll(() => worker.end());

describe("rendering an article", () => {
  for (const kind of ["plain", "formatted"])
    bench(kind, () => render(`/blog/${kind}`), { iterations: 200, time: 3000 });
});
