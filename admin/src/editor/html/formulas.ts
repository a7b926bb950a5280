import { element } from "./element";
import { stored } from "./latex";
import { latexOfMathMl, withoutStyle } from "./mathml";
import { latexOfOmml, MATH } from "./omml";

/** Formulas of pages: by KaTeX and Temml, MathJax 2 and 3, Wikipedia, and MathML alone. The outermost come first. */
const FORMULAS =
  ".katex-display, .katex, mjx-container, .MathJax_Display, .MathJax[data-mathml], .MathJax_SVG[data-mathml], " +
  ".mwe-math-element, math";

const APART = ".katex-display, .MathJax_Display, .mwe-math-element-block, [display='true'], [display='block']";

/** Makes formulas of those on other pages. One whose source is not known keeps its words. */
export function makeFormulas(body: Element) {
  for (const shown of body.querySelectorAll(FORMULAS)) {
    if (!body.contains(shown)) continue;
    const latex = latexOf(shown);
    if (latex === null) shown.replaceWith(shown.textContent?.trim() ?? "");
    else {
      const apart = shown.matches(APART) || shown.querySelector("math[display='block']") !== null;
      shown.replaceWith(formula(latex, apart));
    }
  }
}

/**
 * Makes formulas of those of Word, which stand in comments for programs that know them; the pictures for all others go.
 * Has to be called before comments are removed.
 */
export function makeWordFormulas(body: Element) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Comment[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode as Comment);
  for (const comment of comments) {
    const inside = /^\[if gte msEquation \d+\]>(.*)<!\[endif\]$/s.exec(comment.data)?.[1];
    const latex = inside === undefined ? [] : formulasOf(inside);
    if (latex.length === 0 || latex.includes(null)) continue;
    const apart = /<m:oMathPara/i.test(inside ?? "");
    // The picture stands between the next two comments.
    let next = comment.nextSibling;
    const instead: ChildNode[] = [];
    for (; next && !/^\[endif\]/.test((next as Comment).data ?? ""); next = next.nextSibling) instead.push(next);
    if (next && (instead[0] as Comment | undefined)?.data === "[if !msEquation]")
      for (const node of instead) node.remove();
    comment.replaceWith(...latex.map((source) => formula(source ?? "", apart)));
  }
}

/** The LaTeX of the formulas in what Word writes: OMML among elements of HTML, which are only its look. */
function formulasOf(markup: string): (string | null)[] {
  const plain = markup.replace(/<(?!\/?m:)[^>]*>/g, "").replaceAll("&nbsp;", "\u00a0");
  const page = new DOMParser().parseFromString(`<m:x xmlns:m="${MATH}">${plain}</m:x>`, "text/xml");
  if (page.getElementsByTagName("parsererror").length > 0) return [];
  return [...page.getElementsByTagNameNS(MATH, "oMath")].map(latexOfOmml);
}

/** A formula as it is stored. */
export const formula = (latex: string, apart: boolean): Element =>
  element(apart ? "div" : "span", { class: "formula", "data-formula": latex }, latex);

function latexOf(shown: Element): string | null {
  const source = [shown, ...shown.querySelectorAll("[data-mathml]")].map((holder) =>
    holder.getAttribute("data-mathml"),
  );
  const mathml = source.find((text) => text !== null);
  const math = mathml
    ? new DOMParser().parseFromString(mathml, "text/html").querySelector("math")
    : shown.tagName.toLowerCase() === "math"
      ? shown
      : shown.querySelector("math");
  const latex = math && latexOfMathMl(math);
  if (latex) return latex;
  // Wikipedia's picture of a formula says it.
  const alt = shown.querySelector("img")?.getAttribute("alt")?.trim() ?? "";
  const said = withoutStyle(alt);
  return said === alt ? null : stored(said);
}
