import { load, loadIdentity } from "@/content/load";
import { breadcrumbs, course, type Fact, type Source } from "./facts";
import { JsonLd } from "./JsonLd";
import type { TitledPath } from "./titled";

async function source(): Promise<Source> {
  const { config, site_title, site_description, home } = await loadIdentity();
  return { siteUrl: config.siteUrl, site_title, site_description, home };
}

/** What search engines are told on a page with a title of its own: the way to it, the course that it offers, and more. */
export async function PageFacts({ path, more }: { path: TitledPath; more?: (source: Source) => Fact[] }) {
  const { texts } = await load(path);
  const from = await source();
  const offered = "course" in texts ? [course(from, path, texts.meta, texts.course)] : [];
  const graph = [breadcrumbs(from, [{ name: texts.meta.title, path }]), ...offered, ...(more?.(from) ?? [])];
  return <JsonLd graph={graph} />;
}

/** The same on any other page. */
export async function Facts({ facts }: { facts: (source: Source) => Fact[] }) {
  return <JsonLd graph={facts(await source())} />;
}
