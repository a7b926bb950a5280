import { formats } from "./formats";
import { type Heading, type Options, Page } from "./page";
import { parse } from "./tree";

/**
 * Stored HTML as the site shows it, and its headings: each format in the form that browsers, paper and screen readers
 * need, in one pass.
 */
export function pageOf(html: string, options: Options): { html: string; headings: Heading[] } {
  const page = new Page(options, formats);
  const body = page.write(parse(html));
  return { html: body + page.footnotes(), headings: page.headings };
}
