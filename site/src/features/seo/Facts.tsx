import { loadIdentity } from "@/content/load";
import { type PagePath, pages } from "@/content/pages";
import { breadcrumbs, course, type Fact, type Source } from "./facts";
import { JsonLd } from "./JsonLd";

async function source(): Promise<Source> {
  const { config, ...rest } = await loadIdentity();
  return { ...rest, siteUrl: config.siteUrl };
}

/** The way to a page of the table, by the page above it. */
const steps = (path: PagePath) => {
  const above = path.startsWith("/resources/") ? [{ name: pages["/resources"].title, path: "/resources" }] : [];
  return [...above, { name: pages[path].title, path }];
};

/** What search engines are told on a page of the table: the way to it, the course that it offers, and more. */
export async function PageFacts({ path, more }: { path: PagePath; more?: (source: Source) => Fact[] }) {
  const from = await source();
  const offered = course(from, path);
  const graph = [breadcrumbs(from, steps(path)), ...(offered ? [offered] : []), ...(more?.(from) ?? [])];
  return <JsonLd graph={graph} />;
}

/** The same on any other page. */
export async function Facts({ facts }: { facts: (source: Source) => Fact[] }) {
  return <JsonLd graph={facts(await source())} />;
}
