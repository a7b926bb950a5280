import { formulaOf } from "@academy/shared/formula";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { emptySnapshot, siteConfig } from "@/content/source";
import { prose } from "@/model/inputs";
import type { Options } from "./page";
import { pageOf } from "./pageOf";

/** The site's own words while no editor has changed them. */
export const words = prose(new Reader(new Content(siteConfig({ NODE_ENV: "test" }), emptySnapshot()))).writing;

/** Stored HTML as the site shows it. */
export const shown = (html: string, options: Partial<Options> = {}) =>
  pageOf(html, { words, formulaOf, ...options }).html;
