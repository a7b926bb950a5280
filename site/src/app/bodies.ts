import type { Article, ArticleSummary } from "@/content/types";

/** Inputs with the bodies of their articles. */
export type WithBodies<I> = I extends { article: ArticleSummary | null }
  ? Omit<I, "article"> & { article: Article | null }
  : I extends { articles: ArticleSummary[] }
    ? Omit<I, "articles"> & { articles: Article[] }
    : I;

// Members of inputs that may be articles. A summary has a hash, which stands for its body; a card has none.
type Bare = { article?: ArticleSummary | null; articles?: ArticleSummary[] };
const isSummary = (article: unknown): article is ArticleSummary =>
  typeof article === "object" && article !== null && "hash" in article;

/** The articles whose bodies belong to the inputs. */
export function summariesOf(inputs: object): ArticleSummary[] {
  const { article, articles = [] } = inputs as Bare;
  return [...(article ? [article] : []), ...articles].filter(isSummary);
}

/** The inputs as the page gets them, with the bodies of articles by their ids. */
export function withBodies(inputs: object, bodies: ReadonlyMap<string, string>): object {
  const { article, articles } = inputs as Bare;
  const fill = (one: ArticleSummary) => (isSummary(one) ? { ...one, content: bodies.get(one.id) ?? "" } : one);
  return { ...inputs, ...(article && { article: fill(article) }), ...(articles && { articles: articles.map(fill) }) };
}
