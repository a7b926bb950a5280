import { articlesOf, withBodies } from "@/content/bodies";
import type { ArticleSummary } from "@/content/types";
import type { CMS } from "./cms";
import { messageOf } from "./failure";
import type { Planner } from "./planner";
import type { Page } from "./render-process";

/** Pages to render, and why there are none for other routes. */
interface Prepared {
  pages: Page[];
  failed: Record<string, string>;
}

/** What says of routes what they are rendered from. */
export type Plan = Pick<Planner, "patternOf" | "routeOf" | "inputsOf">;

/**
 * What the renderer needs for these routes: their inputs, articles with bodies as they were in the snapshot with this
 * fingerprint, or as `known` has them by their ids. A page must not go out without the text of its articles.
 */
export async function pagesOf(
  cms: CMS,
  fingerprint: string,
  planner: Plan,
  paths: string[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Prepared> {
  const prepared: Prepared = { pages: [], failed: {} };
  const inputs = new Map<string, object>();
  const wanted = new Set<string>();
  for (const path of paths) {
    try {
      inputs.set(path, planner.inputsOf(path));
    } catch (error) {
      prepared.failed[path] = messageOf(error);
    }
  }
  for (const [path, bare] of inputs) for (const { id } of articlesOf(planner.routeOf(path), bare)) wanted.add(id);
  const articles = await cms.articles(
    fingerprint,
    [...wanted].filter((id) => !known.has(id)),
  );
  const bodies = new Map([...known, ...articles.map(({ id, content }) => [id, content] as const)]);
  const whole = (summary: ArticleSummary) => {
    const content = bodies.get(summary.id);
    if (content === undefined) throw new Error(`the CMS did not give the text of the article “${summary.slug}”`);
    return { ...summary, content };
  };
  for (const [path, bare] of inputs) {
    try {
      prepared.pages.push([planner.patternOf(path), path, withBodies(planner.routeOf(path), bare, whole)]);
    } catch (error) {
      prepared.failed[path] = messageOf(error);
    }
  }
  return prepared;
}
