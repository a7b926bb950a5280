import { parseCss } from "../closedList";

/** Styles that carry meaning rather than another program's look. */
const KEPT = ["font-weight", "font-style", "text-decoration", "text-decoration-line", "vertical-align", "text-align"];

/**
 * Parses HTML from the clipboard and takes off what is only the look of where
 * it came from: fonts, sizes, colours, Word's list paragraphs and comments.
 */
export function cleanPastedHtml(html: string): Element {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  removeComments(body);
  makeWordLists(body);
  for (const element of body.querySelectorAll("*")) cleanElement(element);
  return body;
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
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noreferrer noopener");
  }
}

/** The bullet or number that Word writes into the text of a list paragraph. */
const MARKER = "[style*='mso-list:Ignore'], [style*='mso-list: Ignore']";

/** Word writes lists as paragraphs that say `mso-list: l0 level2 lfo1`. */
function makeWordLists(body: Element) {
  let list: Element | null = null;
  for (const paragraph of [...body.querySelectorAll("p")]) {
    const level = /mso-list:[^;]*level(\d)/i.exec(paragraph.getAttribute("style") ?? "")?.[1];
    if (!level) {
      list = null;
      continue;
    }
    const marker = paragraph.querySelector(MARKER);
    const tag = /^\s*[\da-z]+[.)]/i.test(marker?.textContent ?? "") ? "ol" : "ul";
    marker?.remove();
    if (!list || list.nextElementSibling !== paragraph) {
      list = document.createElement(tag);
      paragraph.before(list);
    }
    const item = document.createElement("li");
    if (Number(level) > 1) item.className = `ql-indent-${Math.min(Number(level) - 1, 8)}`;
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}
