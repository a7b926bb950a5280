import { BODIES_PER_REQUEST } from "@/content/source";
import type { Article, ArticleSummary } from "@/content/types";
import type { CMS } from "./cms";
import type { Planner } from "./planner";
import type { Page } from "./renderer";

type WithArticle = { article?: ArticleSummary | null };

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
  const inputs = paths.map((path) => planner.inputsOf(path) as WithArticle);
  const articles = await articlesWithBodies(
    cms,
    fingerprint,
    inputs.flatMap(({ article }) => (article ? [article] : [])),
  );
  return paths.map((path, i) => {
    const own = inputs[i] as WithArticle;
    const whole = own.article ? { ...own, article: articles.get(own.article.id) } : own;
    return [planner.patternOf(path), path, whole];
  });
}
