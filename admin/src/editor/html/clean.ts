import { urlOf } from "@academy/shared/url";
import { parseCss } from "../closedList";
import { leadsAway } from "../urls";
import { takeOutPictures } from "./pictures";
import { makeLists } from "./wordLists";

/** The content of the clipboard, as the editor takes it. */
export interface Pasted {
  body: Element;
  /** A sentence for each thing that was left out, with the reason. */
  leftOut: string[];
}

/** Colours that a writer mixed, as this site's pages have them (`ownColors` of shared). */
const OWN_COLORS = ["--color", "--background-color"];

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

/**
 * Parses HTML from the clipboard and takes off what is only the look of where
 * it came from: fonts, sizes, colours, Word's list paragraphs and comments.
 * `wordsOnly` is of a text within a line, `origin` that of this site.
 */
export function cleanPastedHtml(html: string, wordsOnly = false, origin = location.origin): Pasted {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  removeComments(body);
  // Browsers end what they copy with it.
  for (const end of body.querySelectorAll(".Apple-interchange-newline")) end.remove();
  for (const element of body.querySelectorAll("a[href], img[src]")) makeRelative(element, origin);
  makeLists(body);
  const leftOut = takeOutPictures(body, wordsOnly);
  for (const element of body.querySelectorAll("*")) cleanElement(element);
  return { body, leftOut };
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

function cleanElement(element: Element) {
  const style = parseCss(element.getAttribute("style") ?? "");
  // Links and their words are underlined by every program; that is not a choice.
  if (element.closest("a")) delete style["text-decoration"];
  // Headings are bold and quotes are italic by the look of their page.
  if (element.matches("h1, h2, h3, h4, h5, h6, blockquote")) {
    delete style["font-weight"];
    delete style["font-style"];
  }
  for (const name of OWN_COLORS) {
    const value = style[name];
    if (value) style[name.slice(2)] = value;
    else delete style[name.slice(2)];
  }
  const kept = KEPT.filter((name) => style[name] !== undefined && style[name] !== "");
  if (kept.length > 0) element.setAttribute("style", kept.map((name) => `${name}: ${style[name]}`).join("; "));
  else element.removeAttribute("style");
  const classes = [...element.classList].filter((name) => name.startsWith("ql-"));
  if (classes.length > 0) element.className = classes.join(" ");
  else element.removeAttribute("class");
  if (element.tagName === "A") {
    element.removeAttribute("target");
    element.removeAttribute("rel");
    if (leadsAway(element.getAttribute("href")?.trim() ?? "")) {
      element.setAttribute("target", "_blank");
      element.setAttribute("rel", "noreferrer noopener");
    }
  }
}
