import { articlesOf, withBodies } from "@/content/bodies";
import { type Pattern, type Route, routes } from "@/content/routes";
import type { Article, ArticleSummary } from "@/content/types";
import type { CMS } from "./cms";
import { messageOf } from "./failure";
import type { Planner } from "./planner";
import type { Page } from "./render-process";

/** Bodies asked for in one request: GET /api/snapshot/articles takes at most 100 ids. */
const BODIES_PER_REQUEST = 100;

/**
 * The articles with their bodies, as they were in the snapshot with this fingerprint, by id; without those of which the
 * CMS did not give the text. A page must not go out without it.
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
      if (content !== undefined) articles.set(summary.id, { ...summary, content });
    }
  }
  return articles;
}

/**
 * What the renderer needs for these routes: their inputs, articles with bodies. For a route of which they cannot be had,
 * why not.
 */
export async function pagesOf(cms: CMS, fingerprint: string, planner: Planner, paths: string[]): Promise<Prepared> {
  const needed = new Map<string, ArticleSummary>();
  for (const path of paths) {
    try {
      for (const article of articlesOf(routeOf(planner, path), planner.inputsOf(path))) needed.set(article.id, article);
    } catch {
      // It is named below.
    }
  }
  return prepare(planner, paths, await articlesWithBodies(cms, fingerprint, [...needed.values()]));
}

/** Pages to render, and why there are none for other routes. */
export interface Prepared {
  pages: Page[];
  failed: Record<string, string>;
}

/** What says of routes what they are rendered from. */
export type Plan = Pick<Planner, "patternOf" | "inputsOf">;

/** The same where the articles are there already. */
export function prepare(planner: Plan, paths: Iterable<string>, articles: Map<string, Article>): Prepared {
  const prepared: Prepared = { pages: [], failed: {} };
  const whole = ({ id, slug }: ArticleSummary) => {
    const article = articles.get(id);
    if (!article) throw new Error(`the CMS did not give the text of the article “${slug}”`);
    return article;
  };
  for (const path of paths) {
    try {
      const inputs = withBodies(routeOf(planner, path), planner.inputsOf(path), whole);
      prepared.pages.push([planner.patternOf(path), path, inputs]);
    } catch (error) {
      prepared.failed[path] = messageOf(error);
    }
  }
  return prepared;
}

const routeOf = (planner: Plan, path: string) => routes[planner.patternOf(path) as Pattern] as Route;
