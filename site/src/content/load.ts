import { Content } from "./content";
import { Reader } from "./reader";
import { type Chrome, chrome, type Pattern, paramName, pathOf, type Route, routes } from "./routes";
import { siteConfig, wholeSnapshot } from "./source";
import type { Article, ArticleSummary } from "./types";

type WithBody<I> = I extends { article: ArticleSummary | null } ? Omit<I, "article"> & { article: Article | null } : I;

/** What the page of pattern P gets. */
export type InputsOf<P extends Pattern> = WithBody<ReturnType<(typeof routes)[P]["inputs"]>>;

/**
 * The publisher's render process puts the finished inputs here, by path, before it renders;
 * in a full build nobody does, and they are computed from the whole snapshot.
 */
export const INPUTS = Symbol.for("academy.inputs");
export type Prepared = { chrome: Chrome; pages: Map<string, object> };
type Registry = { [INPUTS]?: Prepared };

/** Next takes an empty list of parameters for a mistake, so an empty blog has this one page; the build deletes it again. */
export const PLACEHOLDER = "-";

let whole: Promise<{ content: Content; bodies: Map<string, string> }> | undefined;

function wholeContent() {
  whole ??= wholeSnapshot().then((snapshot) => ({
    content: new Content(siteConfig(), {
      ...snapshot,
      articles: snapshot.articles.map(({ content: _, ...summary }) => summary),
    }),
    bodies: new Map(snapshot.articles.map((a) => [a.id, a.content])),
  }));
  return whole;
}

/** The inputs of one page: all that it may render. `param` is the value of the pattern's one parameter. */
export async function load<P extends Pattern>(pattern: P, param = ""): Promise<InputsOf<P>> {
  const path = pathOf(pattern, param);
  // Fault injection: shows in tests that a page which cannot be rendered leaves the live site as it is.
  if (process.env.SITE_FAIL_ROUTES?.split(",").includes(path))
    throw new Error("this page is told to fail (SITE_FAIL_ROUTES)");
  const ready = (globalThis as Registry)[INPUTS];
  if (ready) {
    const inputs = ready.pages.get(path);
    if (!inputs) throw new Error(`no inputs were prepared for ${path}`);
    return inputs as InputsOf<P>;
  }
  const { content, bodies } = await wholeContent();
  const inputs = (routes[pattern] as Route).inputs(new Reader(content), param) as { article?: ArticleSummary | null };
  if (inputs.article)
    return { ...inputs, article: { ...inputs.article, content: bodies.get(inputs.article.id) ?? "" } } as InputsOf<P>;
  return inputs as InputsOf<P>;
}

/** What the layout and every page's metadata may use. */
export async function loadChrome(): Promise<Chrome> {
  const ready = (globalThis as Registry)[INPUTS];
  return ready ? ready.chrome : chrome(new Reader((await wholeContent()).content));
}

/** For generateStaticParams: every value of the pattern's parameter, as Next wants them. */
export async function staticParams(pattern: Pattern): Promise<Record<string, string>[]> {
  const name = paramName(pattern);
  const definition = routes[pattern] as Route;
  if (!name || !definition.params) throw new Error(`${pattern} has no parameter`);
  const { content } = await wholeContent();
  const values = definition.params(new Reader(content));
  return (values.length ? values : [PLACEHOLDER]).map((value) => ({ [name]: value }));
}
