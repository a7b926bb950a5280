import type { WritingTexts } from "@/model/writing";
import { formulaOf } from "@/rich/formulas";
import { pageOf } from "@/rich/pageOf";

interface Props {
  /** As the API has cleaned it. */
  html: string;
  /** Unique on its page: ids in it begin with it. */
  id: string;
  words: WritingTexts;
  className?: string;
}

/** Formatted paragraphs of a field, with all formats that articles have; nothing where there are none. */
export function Prose({ html, id, words, className }: Props) {
  if (!html) return null;
  const shown = pageOf(html, { words, formulaOf, prefix: `${id}-` }).html;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has cleaned it, as it does articles
  return <div className={className ? `prose ${className}` : "prose"} dangerouslySetInnerHTML={{ __html: shown }} />;
}
