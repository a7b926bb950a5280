/** A paragraph with emphasis and links in it; nothing while it is empty. */
export function RichText({ html, className }: { html: string; className?: string }) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises rich text on every write
  return <p className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
