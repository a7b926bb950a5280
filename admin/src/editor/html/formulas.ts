import { element } from "./element";
import { MAX_FORMULA } from "./latex";
import { latexOfMathMl } from "./mathml";

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
  const said = /^\{\\(?:displaystyle|textstyle)\s(.*)\}$/s.exec(alt)?.[1]?.trim();
  return said && said.length <= MAX_FORMULA ? said : null;
}
