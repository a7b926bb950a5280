/** Facts for search engines. */
export function JsonLd({ graph }: { graph: object[] }) {
  // "<" is escaped so that no text of an editor can end the script.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of ours, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
