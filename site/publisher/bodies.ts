import { articlesOf, withBodies } from "@/content/bodies";
import { type Pattern, type Route, routes } from "@/content/routes";
import type { Article, ArticleSummary } from "@/content/types";
import type { CMS } from "./cms";
import type { Planner } from "./planner";
import type { Page } from "./renderer";

/** Bodies asked for in one request: GET /api/snapshot/articles takes at most 100 ids. */
const BODIES_PER_REQUEST = 100;

/**
 * The articles with their bodies, as they were in the snapshot with this fingerprint, by id. Throws when the CMS does
 * not hand over each of them: a page must not go out without its text.
 */
export async function articlesWithBodies(
  cms: CMS,
  fingerprint: string,
  summaries: ArticleSummary[],
): Promise<Map<string, Article>> {
  const articles = new Map<string, Article>();
  for (let i = 0; i < summaries.length; i += BODIES_PER_REQUEST) {
    const part = summaries.slice(i, i + BODIES_PER_REQUEST);
    const answer = await cms.articles(
      fingerprint,
      part.map((a) => a.id),
    );
    const bodies = new Map(answer.map((a) => [a.id, a.content]));
    for (const summary of part) {
      const content = bodies.get(summary.id);
      if (content === undefined) throw new Error(`the CMS did not give the text of the article “${summary.slug}”`);
      articles.set(summary.id, { ...summary, content });
    }
  }
  return articles;
}

/** What the renderer needs for these routes: their inputs, articles with bodies. */
export async function pagesOf(cms: CMS, fingerprint: string, planner: Planner, paths: string[]): Promise<Page[]> {
  const pages = paths.map((path) => {
    const pattern = planner.patternOf(path) as Pattern;
    return { pattern, path, route: routes[pattern] as Route, inputs: planner.inputsOf(path) };
  });
  const needed = new Map(pages.flatMap(({ route, inputs }) => articlesOf(route, inputs).map((a) => [a.id, a])));
  const articles = await articlesWithBodies(cms, fingerprint, [...needed.values()]);
  return pages.map(({ pattern, path, route, inputs }) => [
    pattern,
    path,
    withBodies(route, inputs, (summary) => articles.get(summary.id) as Article),
  ]);
}
