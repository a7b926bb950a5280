import type { Route } from "./routes";
import type { Article, ArticleSummary } from "./types";

/** Inputs with the bodies of their articles. */
export type WithBodies<I> = I extends { article: ArticleSummary | null }
  ? Omit<I, "article"> & { article: Article | null }
  : I extends { articles: ArticleSummary[] }
    ? Omit<I, "articles"> & { articles: Article[] }
    : I;

type Bare = { article?: ArticleSummary | null; articles?: ArticleSummary[] };

/** The articles whose bodies the route's page renders. */
export function articlesOf(route: Route, inputs: object): ArticleSummary[] {
  const { article, articles } = inputs as Bare;
  return [...(article ? [article] : []), ...(route.bodies ? (articles ?? []) : [])];
}

/** The inputs as the page gets them. */
export function withBodies(route: Route, inputs: object, whole: (summary: ArticleSummary) => Article): object {
  const { article, articles } = inputs as Bare;
  if (article) return { ...inputs, article: whole(article) };
  return route.bodies && articles ? { ...inputs, articles: articles.map(whole) } : inputs;
}
