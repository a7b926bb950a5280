import { parseCss } from "../closedList";
import { leadsAway } from "../urls";
import { takeOutPictures } from "./pictures";
import { makeLists } from "./wordLists";

/** What the clipboard holds, as the editor takes it. */
export interface Pasted {
  body: Element;
  /** What had to be left out, and why: a sentence each. */
  leftOut: string[];
}

/** Styles that carry meaning rather than another program's look. */
const KEPT = ["font-weight", "font-style", "text-decoration", "text-decoration-line", "vertical-align", "text-align"];

/**
 * Parses HTML from the clipboard and takes off what is only the look of where
 * it came from: fonts, sizes, colours, Word's list paragraphs and comments.
 */
export function cleanPastedHtml(html: string): Pasted {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  removeComments(body);
  makeLists(body);
  const leftOut = takeOutPictures(body);
  for (const element of body.querySelectorAll("*")) cleanElement(element);
  return { body, leftOut };
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
