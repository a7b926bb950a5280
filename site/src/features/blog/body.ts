import { contentsOf } from "@/rich/headings";
import type { Heading, Options } from "@/rich/page";
import { pageOf } from "@/rich/pageOf";

/** The text of an article as the site shows it. */
export interface Body {
  html: string;
  /** The headings that a list of contents names; none where it would not help. */
  entries: Heading[];
}

/** Makes it of what is stored. `video` is what the article calls its videos. */
export function bodyOf(
  article: { title: string; content: string },
  video: string,
  options: Pick<Options, "words" | "formulaOf">,
): Body {
  const names = { name: video, title: article.title };
  const { html, headings } = pageOf(article.content, { ...options, headings: true, video: names });
  return { html, entries: contentsOf(article.content, headings) };
}
