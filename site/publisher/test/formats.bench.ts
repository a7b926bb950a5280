import { afterAll, beforeAll, bench } from "vitest";
import type { Prepared } from "@/app/prepared";
import type { Article } from "@/content/types";
import { formattedBody, plainBody } from "../../../infra/bench/publish/content.mjs";
import { ContractCMS } from "./cms";
import { APP, WORKER } from "./harness";
import { prepared } from "./pages";
import { lend } from "./pool";

// How long the renderer takes for an article with 30 formulas, 5 tables and 12 pictures, beside a plain one of the same
// length: only the ratio counts. Each time it has other formulas, since the renderer remembers those that it has made.

let worker: ReturnType<typeof lend>;
let render: (path: string, content: string) => Promise<void>;

beforeAll(async () => {
  const cms = new ContractCMS();
  for (const slug of ["formatted", "plain"]) cms.write({ slug, title: "Article", content: "<p>Text</p>" });
  const pages = await prepared(cms, ["/blog/formatted", "/blog/plain"]);
  worker = lend({ worker: WORKER, app: APP });
  await worker.start();
  render = async (path, content) => {
    const page = pages.find((page) => page.path === path) as Prepared;
    const { article } = page.inputs as { article: Article };
    const answer = await worker.render({ ...page, inputs: { ...page.inputs, article: { ...article, content } } });
    if (!answer || "failed" in answer) throw new Error(`${path}: ${answer?.failed}`);
  };
});
afterAll(() => worker.end());

const ROUNDS = 300;
const BAR = 2;

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

// Once: it takes the two in turns, so that what else the machine does slows both alike.
bench(
  `an article with formats takes at most ${BAR} times as long as a plain one`,
  async () => {
    const took: Record<string, number[]> = { plain: [], formatted: [] };
    for (let round = -20; round < ROUNDS; round++) {
      for (const [kind, times] of Object.entries(took)) {
        const content = (kind === "plain" ? plainBody : formattedBody)(round + 100);
        const began = performance.now();
        await render(`/blog/${kind}`, content);
        // The first ones warm the renderer up.
        if (round >= 0) times.push(performance.now() - began);
      }
    }
    const [plain = 0, formatted = 0] = Object.values(took).map(median);
    const said = `plain ${plain.toFixed(2)} ms, with formats ${formatted.toFixed(2)} ms: ${(formatted / plain).toFixed(2)} times`;
    console.log(said);
    if (formatted > BAR * plain) throw new Error(`more than ${BAR} times as long: ${said}`);
  },
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
);
