import { jsonLd } from "./json";

/** Facts for search engines: a data block, which browsers do not run. */
export function JsonLd({ graph }: { graph: object[] }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of ours, escaped by jsonLd
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(graph) }} />;
}
