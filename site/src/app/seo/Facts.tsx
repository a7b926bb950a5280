import { load, loadIdentity, type TitledPath } from "@/app/load";
import { breadcrumbs, course, type Fact, type Source } from "./facts";
import { JsonLd } from "./JsonLd";

async function source(): Promise<Source> {
  const { config, site_title, site_description, home } = await loadIdentity();
  return { siteUrl: config.siteUrl, site_title, site_description, home };
}

/** The facts of a page with a title of its own: its breadcrumbs, the course that it offers, and more. */
export async function PageFacts({ path, more }: { path: TitledPath; more?: (source: Source) => Fact[] }) {
  const { texts } = await load(path);
  const from = await source();
  const offered = "course" in texts ? [course(from, path, texts.meta, texts.course)] : [];
  const graph = [breadcrumbs(from, [{ name: texts.meta.title, path }]), ...offered, ...(more?.(from) ?? [])];
  return <JsonLd graph={graph} />;
}

/** The facts of any other page. */
export async function Facts({ facts }: { facts: (source: Source) => Fact[] }) {
  return <JsonLd graph={facts(await source())} />;
}
