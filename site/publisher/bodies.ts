import { articlesOf, withBodies } from "@/content/bodies";
import type { ArticleSummary } from "@/content/types";
import type { CMS } from "./cms";
import { messageOf } from "./failure";
import type { Instance, Planner } from "./planner";
import type { Page } from "./render-process";

/** What says of routes what they are rendered from. */
type Plan = Pick<Planner, "inputsOf"> & { get: (path: string) => Pick<Instance, "pattern" | "route"> };

/**
 * What the renderer needs for these routes, and why some cannot be rendered: their inputs, articles with bodies as they
 * were in the snapshot with this fingerprint, or as `known` has them by id. A page must not go out without the text
 * of its articles.
 */
export async function pagesOf(
  cms: CMS,
  fingerprint: string,
  planner: Plan,
  paths: string[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<{ pages: Page[]; failed: Map<string, string> }> {
  const pages: Page[] = [];
  const failed = new Map<string, string>();
  const attempt = (path: string, prepare: () => unknown) => {
    try {
      prepare();
    } catch (error) {
      failed.set(path, messageOf(error));
    }
  };
  const inputs = new Map<string, object>();
  for (const path of paths) attempt(path, () => inputs.set(path, planner.inputsOf(path)));
  const shown = [...inputs].flatMap(([path, bare]) => articlesOf(planner.get(path).route, bare));
  const bodies = new Map(known);
  const wanted = new Set(shown.map(({ id }) => id).filter((id) => !known.has(id)));
  for (const { id, content } of await cms.articles(fingerprint, [...wanted])) bodies.set(id, content);
  const whole = (summary: ArticleSummary) => {
    const content = bodies.get(summary.id);
    if (content === undefined) throw new Error(`the CMS did not give the text of the article “${summary.slug}”`);
    return { ...summary, content };
  };
  for (const [path, bare] of inputs) {
    const { pattern, route } = planner.get(path);
    attempt(path, () => pages.push([pattern, path, withBodies(route, bare, whole)]));
  }
  return { pages, failed };
}
