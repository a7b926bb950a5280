import type { ElementType } from "react";

interface Props {
  /** As the API has cleaned it. */
  html: string;
  as?: ElementType;
  className?: string;
}

/** Formatted text of a field; nothing where there is none. */
export function Rich({ html, as: Element = "div", className }: Props) {
  if (!html) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has cleaned it, as it does articles
  return <Element className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
