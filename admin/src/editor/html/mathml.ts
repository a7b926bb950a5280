import { fenced, fraction, join, matrix, root, scripts, stacked, stored, symbolsOf, textOf, wordOf } from "./latex";

/** How deep a formula may be. */
const MAX_DEPTH = 60;

/**
 * The LaTeX of a `math` element: the source that it says itself where it does, else what its elements stand for. Null
 * when it has one that is not known.
 */
export function latexOfMathMl(math: Element): string | null {
  const source = [...math.getElementsByTagName("annotation")].find((note) =>
    /^(application\/x-tex|latex|tex)$/i.test(note.getAttribute("encoding") ?? ""),
  );
  const written = source?.textContent?.trim() ?? math.getAttribute("alttext")?.trim() ?? "";
  return stored(written === "" ? write(math, 0) : withoutStyle(written));
}

/** Wikipedia sets all its formulas in a style. */
export const withoutStyle = (latex: string) =>
  /^\{\\(?:displaystyle|textstyle)\s(.*)\}$/s.exec(latex)?.[1]?.trim() ?? latex;

type Write = (parts: string[], element: Element) => string;

const only = (parts: string[]) => join(parts);
const at = (parts: string[], index: number) => parts[index] ?? "";

const ELEMENTS: Readonly<Record<string, Write>> = {
  math: only,
  mrow: only,
  mstyle: only,
  mpadded: only,
  semantics: (parts) => at(parts, 0),
  mphantom: () => "",
  mspace: () => "\\;",
  mfrac: (parts) => fraction(at(parts, 0), at(parts, 1)),
  msqrt: (parts) => root(join(parts)),
  mroot: (parts) => root(at(parts, 0), at(parts, 1)),
  msub: (parts) => scripts(at(parts, 0), at(parts, 1), ""),
  msup: (parts) => scripts(at(parts, 0), "", at(parts, 1)),
  msubsup: (parts) => scripts(at(parts, 0), at(parts, 1), at(parts, 2)),
  munder: (parts) => stacked(at(parts, 0), at(parts, 1), ""),
  mover: (parts) => stacked(at(parts, 0), "", at(parts, 1)),
  munderover: (parts) => stacked(at(parts, 0), at(parts, 1), at(parts, 2)),
  mfenced: (parts, element) =>
    fenced(element.getAttribute("open") ?? "(", parts.join(","), element.getAttribute("close") ?? ")"),
  mtable: (parts) => matrix(parts.map((row) => [row])),
  mtr: (parts) => parts.join(" & "),
  mtd: only,
};

const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  mi: wordOf,
  mn: symbolsOf,
  mo: wordOf,
  mtext: textOf,
  ms: textOf,
};

function write(element: Element, depth: number): string | null {
  const name = element.localName.toLowerCase().replace(/^.*:/, "");
  const text = TEXTS[name];
  if (text) return text(element.textContent ?? "");
  const known = ELEMENTS[name];
  if (!known || depth > MAX_DEPTH) return null;
  const children = name === "semantics" ? [...element.children].slice(0, 1) : [...element.children];
  const parts = children.map((child) => write(child, depth + 1));
  return parts.every((part) => part !== null) ? known(parts, element) : null;
}
