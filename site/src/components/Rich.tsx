interface Props {
  /** As the API has cleaned it. */
  html: string;
  className?: string;
}

/** A paragraph of a field whose words are formatted within the line; nothing where there is none. */
export function Rich({ html, className }: Props) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has cleaned it, as it does articles
  return <p className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
