/** Formatted text as the API has cleaned it, in the typography of articles; nothing while it is empty. */
export function RichText({ html, className = "" }: { html: string; className?: string }) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API takes out of it what is not formatting
  return <div className={`prose ${className}`} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
