import { urlOf } from "@academy/shared/url";
import { parseCss } from "../closedList";
import { leadsAway } from "../urls";
import { element as make } from "./element";
import { makeFigures, makeQuestions } from "./figures";
import { makeFootnotes } from "./footnotes";
import { makeFormulas, makeWordFormulas } from "./formulas";
import { takeOutPictures } from "./pictures";
import { flattenTables, makeTables } from "./tables";
import { makeLists } from "./wordLists";

/** The content of the clipboard, as the editor takes it. */
export interface Pasted {
  body: Element;
  /** A sentence for each picture that was left out, with the reason. */
  leftOut: string[];
  /** A sentence for each thing that has to be changed before it can be saved. */
  notes: string[];
}

/** Colours that a writer mixed, as this site's pages have them (`ownColors` of shared). */
const OWN_COLORS = ["--color", "--background-color"];

/** The colours of text and its ground where none was chosen. */
const BLACK = /^(#000(000)?|rgb\(0, ?0, ?0\)|transparent|)$/i;

/** Styles that carry meaning rather than another program's look. */
const KEPT = [
  "font-weight",
  "font-style",
  "text-decoration",
  "text-decoration-line",
  "vertical-align",
  "text-align",
  "color",
  "background-color",
];

/** The formats of a text that a class names. Other pages use some of these names for other things. */
const OWN_SHAPES =
  "figure.table, figure.picture, div.pictures, aside.callout, details.question, p.file, .formula[data-formula], " +
  "span.footnote[role='note']";
const SHAPE_CLASS =
  /^(table|picture|picture-(full|half|wide)|pictures|callout|callout-(note|tip|warning|exam)|question|file|formula|footnote)$/;

/**
 * Parses HTML from the clipboard and takes off what is only the look of where
 * it came from: fonts, sizes, colours, Word's list paragraphs and comments.
 * Tables, formulas, figures, questions and footnotes get the form in which
 * they are stored. `wordsOnly` is of a text within a line, `origin` that of
 * this site.
 */
export function cleanPastedHtml(html: string, wordsOnly = false, origin = location.origin): Pasted {
  return cleanPasted(new DOMParser().parseFromString(html, "text/html").body, wordsOnly, origin);
}

/** Likewise of a body that is parsed already, which it changes. */
export function cleanPasted(body: Element, wordsOnly = false, origin = location.origin): Pasted {
  makeWordFormulas(body);
  removeComments(body);
  // Browsers end what they copy with it.
  for (const end of body.querySelectorAll(".Apple-interchange-newline")) end.remove();
  for (const element of body.querySelectorAll("a[href], img[src]")) makeRelative(element, origin);
  makeFormulas(body);
  makeHeadings(body);
  makeLists(body);
  makeFootnotes(body);
  if (wordsOnly) flattenTables(body);
  const notes = wordsOnly ? [] : makeTables(body);
  const leftOut = takeOutPictures(body, wordsOnly);
  if (!wordsOnly) {
    makeFigures(body);
    makeQuestions(body);
  }
  // Google Docs says what was coloured by hand on each run of text, beside what is black by itself.
  const docs = body.querySelector("[id^='docs-internal-guid']") !== null;
  for (const element of body.querySelectorAll("*")) cleanElement(element, docs);
  return { body, leftOut, notes };
}

/** Browsers copy the addresses of a page as whole ones: those of this site's own pages are stored without it. */
function makeRelative(element: Element, origin: string) {
  const name = element.tagName === "A" ? "href" : "src";
  const url = urlOf(element.getAttribute(name)?.trim() ?? "");
  if (url?.origin === origin) element.setAttribute(name, url.pathname + url.search + url.hash);
}

function removeComments(body: Element) {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Word in a browser writes headings as paragraphs. */
function makeHeadings(body: Element) {
  for (const heading of body.querySelectorAll("p[role='heading']")) {
    const level = /^[1-6]$/.exec(heading.getAttribute("aria-level") ?? "")?.[0];
    if (level) heading.replaceWith(make(`h${level}`, {}, ...heading.childNodes));
  }
}

function cleanElement(element: Element, colored: boolean) {
  if (element.hasAttribute("style")) cleanStyle(element, colored);
  if (element.hasAttribute("class")) {
    const own = element.matches(OWN_SHAPES);
    const classes = [...element.classList].filter((name) => name.startsWith("ql-") || (own && SHAPE_CLASS.test(name)));
    if (classes.length > 0) element.className = classes.join(" ");
    else element.removeAttribute("class");
  }
  if (element.tagName === "A") {
    element.removeAttribute("target");
    element.removeAttribute("rel");
    if (leadsAway(element.getAttribute("href")?.trim() ?? "")) {
      element.setAttribute("target", "_blank");
      element.setAttribute("rel", "noreferrer noopener");
    }
  }
}

function cleanStyle(element: Element, colored: boolean) {
  // The width of a column.
  if (element.tagName === "COL") return;
  const style = parseCss(element.getAttribute("style") ?? "");
  const inLink = element.closest("a") !== null;
  // Links and their words are underlined by every program; that is not a choice.
  if (inLink) delete style["text-decoration"];
  // Headings are bold and quotes are italic by the look of their page.
  if (element.matches("h1, h2, h3, h4, h5, h6, blockquote")) {
    delete style["font-weight"];
    delete style["font-style"];
  }
  for (const name of OWN_COLORS) {
    const value = style[name];
    const shown = style[name.slice(2)] ?? "";
    if (value) style[name.slice(2)] = value;
    else if (!colored || BLACK.test(shown) || inLink || element.closest("h1, h2, h3, h4, h5, h6"))
      delete style[name.slice(2)];
  }
  const kept = KEPT.filter((name) => style[name] !== undefined && style[name] !== "");
  if (kept.length > 0) element.setAttribute("style", kept.map((name) => `${name}: ${style[name]}`).join("; "));
  else element.removeAttribute("style");
}
