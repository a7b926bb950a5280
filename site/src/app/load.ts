import { headers } from "next/headers";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { siteConfig, wholeSnapshot } from "@/content/source";
import type { Meta } from "@/model/meta";
import { type WithBodies, withBodies } from "./bodies";
import { NAME, type Prepared, registry } from "./prepared";
import { type Chrome, chrome, type Identity, type Pattern, paramOf, pathOf, type Route, routes } from "./routes";

/** The inputs of the page of pattern P. */
export type InputsOf<P extends Pattern> = WithBodies<ReturnType<(typeof routes)[P]["inputs"]>>;

/** A page whose texts have its title and description. */
export type TitledPath = {
  [P in Pattern]: InputsOf<P> extends { texts: { meta: Meta } } ? (P extends `${string}[${string}` ? never : P) : never;
}[Pattern];

/** Next takes an empty list of parameters for a mistake, so an empty blog has this one page; the build deletes it again. */
export const PLACEHOLDER = "-";

async function readWhole() {
  const snapshot = await wholeSnapshot();
  const articles = snapshot.articles.map(({ content: _, ...summary }) => summary);
  return {
    content: new Content(siteConfig(), { ...snapshot, articles }),
    bodies: new Map(snapshot.articles.map((a) => [a.id, a.content])),
  };
}

// Only an export reads it; the publisher's pages are rendered on request, each with its own inputs.
const whole = process.env.SITE_BUILD === "export" ? await readWhole() : null;
const wholeChrome = whole && chrome(new Reader(whole.content));

/** Returns all that a page may render. `param` is the value of the pattern's one parameter. */
export async function load<P extends Pattern>(pattern: P, param = ""): Promise<InputsOf<P>> {
  return (whole ? computed(whole, pattern, param) : await inputsFor(pathOf(pattern, param))) as InputsOf<P>;
}

/** The inputs of the layout. Only the layout and the page for missing addresses may use them. */
export async function loadChrome(): Promise<Chrome> {
  const layout = wholeChrome ?? (await prepared()).chrome;
  if (!layout) throw new Error("nothing was prepared for the layout");
  return layout;
}

/** The site's identity, for every page's metadata and facts. */
export async function loadIdentity(): Promise<Identity> {
  const { config, site_title, site_description, home, feed_title, dates } = await loadChrome();
  return { config, site_title, site_description, home, feed_title, dates };
}

/** For generateStaticParams: every value of the pattern's parameter, as Next wants them. */
export async function staticParams(pattern: Pattern): Promise<Record<string, string | string[]>[]> {
  const param = paramOf(pattern);
  const definition = routes[pattern] as Route;
  if (!param || !definition.params) throw new Error(`${pattern} has no parameter`);
  const values = whole ? definition.params(new Reader(whole.content)) : [];
  return (values.length ? values : [PLACEHOLDER]).map((value) => ({
    [param.name]: param.segments ? value.split("/") : value,
  }));
}

/**
 * The page that was asked for. Reading a header tells Next that pages are rendered on request: when it builds the
 * server it goes no further with them.
 */
async function prepared(): Promise<Prepared> {
  const page = registry.get((await headers()).get(NAME) ?? "");
  if (!page) throw new Error("nothing was prepared for this request");
  return page;
}

/** The inputs that were prepared for this path: no page may ever show those of another one. */
async function inputsFor(path: string): Promise<object> {
  const page = await prepared();
  if (page.path !== path) throw new Error(`the inputs are for ${page.path}, not for ${path}`);
  return page.inputs;
}

function computed({ content, bodies }: NonNullable<typeof whole>, pattern: Pattern, param: string): object {
  const inputs = (routes[pattern] as Route).inputs(new Reader(content), param);
  return withBodies(inputs, bodies);
}
