import { Content } from "@/content/content";
import { siteConfig } from "@/content/source";
import { prepare } from "../bodies";
import type { CMS } from "../cms";
import { Planner } from "../planner";
import type { ContractCMS } from "./cms";
import { APP, WORKER } from "./harness";
import { lend } from "./pool";

// Every text is given.
const nobody = { articles: async () => [] } as unknown as CMS;

/** What the renderer is given for pages, by default for every page, to publish them with this content. */
export async function prepared(cms: ContractCMS, paths?: string[]) {
  const snapshot = cms.whole();
  const planner = new Planner(new Content(siteConfig({ NODE_ENV: "test" }), snapshot), "");
  const bodies = new Map(snapshot.articles.map(({ id, content }) => [id, content]));
  const isPage = (path: string) => path === "/_not-found" || !/\.\w+$|^\/_/.test(path);
  const wanted = paths ?? [...planner.instances.keys()].filter(isPage);
  const inputsOf = (path: string) => planner.inputsOf(path);
  const { chrome } = planner.layout;
  const { pages, failed } = await prepare(nobody, snapshot.fingerprint, chrome, wanted, inputsOf, bodies);
  if (failed.size) throw new Error(JSON.stringify([...failed]));
  return pages;
}

/** The HTML of pages by their paths, by default of every page, as they are published with this content. */
export async function rendered(cms: ContractCMS, paths?: string[]): Promise<Map<string, string>> {
  const pages = await prepared(cms, paths);
  const worker = lend({ worker: WORKER, app: APP });
  await worker.start();
  try {
    const html = new Map<string, string>();
    for (const page of pages) {
      const answer = await worker.render(page);
      if (!answer || "failed" in answer) throw new Error(`${page.path}: ${answer?.failed}`);
      html.set(page.path, Buffer.from(answer.file.content).toString());
    }
    return html;
  } finally {
    await worker.end();
  }
}
