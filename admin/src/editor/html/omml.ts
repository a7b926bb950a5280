import {
  accentOf,
  fenced,
  fraction,
  join,
  matrix,
  root,
  scripts,
  stacked,
  stored,
  symbolsOf,
  textOf,
  wordOf,
} from "./latex";

export const MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math";

/** How deep a formula may be. */
const MAX_DEPTH = 60;

/** The LaTeX of a formula of Word (`m:oMath`); null when it has something that is not known, or is too long. */
export function latexOfOmml(formula: Element): string | null {
  try {
    return stored(content(formula, 0));
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

class Unknown extends Error {}

/** The content and the properties of a part of a formula. */
interface Parts {
  /** The LaTeX of the first child of this name; "" when there is none. */
  one: (name: string) => string;
  /** That of all children of this name. */
  all: (name: string) => string[];
  /** A property, as `chr` of `naryPr`; null when it is not set. */
  set: (name: string) => string | null;
  element: Element;
  depth: number;
}

const isOn = (value: string | null) => value !== null && !/^(0|off|false)$/.test(value);

const ELEMENTS: Readonly<Record<string, (parts: Parts) => string>> = {
  r: ({ element, set }) => {
    // On the clipboard, Word leaves out the element of its text.
    const texts = named(element, "t");
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const text = (texts.length > 0 ? texts : own).map((node) => node.textContent ?? "").join("");
    if (isOn(set("nor") ?? null)) return textOf(text);
    return set("sty") === "p" ? wordOf(text) : symbolsOf(text);
  },
  f: ({ one, set }) => {
    const type = set("type");
    if (type === "lin" || type === "skw") return `${one("num")}/${one("den")}`;
    return type === "noBar" ? `{${one("num")} \\atop ${one("den")}}` : fraction(one("num"), one("den"));
  },
  sSup: ({ one }) => scripts(one("e"), "", one("sup")),
  sSub: ({ one }) => scripts(one("e"), one("sub"), ""),
  sSubSup: ({ one }) => scripts(one("e"), one("sub"), one("sup")),
  sPre: ({ one }) => `{}${scripts("", one("sub"), one("sup"))}${one("e")}`,
  rad: ({ one, set }) => root(one("e"), isOn(set("degHide")) ? "" : one("deg")),
  nary: ({ one, set }) => {
    const low = isOn(set("subHide")) ? "" : one("sub");
    const high = isOn(set("supHide")) ? "" : one("sup");
    return join([scripts(symbolsOf(set("chr") ?? "∫"), low, high), one("e")]);
  },
  d: ({ all, set }) =>
    fenced(set("begChr") ?? "(", all("e").join(symbolsOf(set("sepChr") ?? "|")), set("endChr") ?? ")"),
  func: ({ one, element }) => {
    const name = child(element, "fName")?.textContent?.trim() ?? "";
    return join([/^[a-z]+$/i.test(name) ? wordOf(name) : one("fName"), one("e")]);
  },
  limLow: ({ one, element }) => stacked(functionOr(element, one("e")), one("lim"), ""),
  limUpp: ({ one, element }) => stacked(functionOr(element, one("e")), "", one("lim")),
  acc: ({ one, set }) => {
    const accent = accentOf(set("chr") ?? "\u0302");
    if (!accent) throw new Unknown();
    return `${accent}{${one("e")}}`;
  },
  bar: ({ one, set }) => `\\${set("pos") === "top" ? "overline" : "underline"}{${one("e")}}`,
  groupChr: ({ one, set }) => {
    const sign = symbolsOf(set("chr") ?? "⏟");
    return set("pos") === "top" ? stacked(one("e"), "", sign) : stacked(one("e"), sign, "");
  },
  m: ({ element, depth }) =>
    matrix(named(element, "mr").map((row) => named(row, "e").map((cell) => content(cell, depth)))),
  // In Word, an & says where lines meet.
  eqArr: ({ all }) =>
    matrix(
      all("e").map((line) => [line.replaceAll("\\&", "&")]),
      "aligned",
    ),
  borderBox: ({ one }) => `\\boxed{${one("e")}}`,
  box: ({ one }) => one("e"),
  phant: ({ one }) => one("e"),
  oMath: ({ element, depth }) => content(element, depth),
};

const child = (element: Element, name: string) => [...element.children].find(({ localName }) => localName === name);
const named = (element: Element, name: string) => [...element.children].filter(({ localName }) => localName === name);

/** A function's name as its command: Word has `lim` as the base of what stands below it. */
function functionOr(element: Element, latex: string): string {
  const name = child(element, "e")?.textContent?.trim() ?? "";
  return /^[a-z]{2,}$/.test(name) ? wordOf(name) : latex;
}

function content(element: Element, depth: number): string {
  if (depth > MAX_DEPTH) throw new Unknown();
  return join([...element.children].flatMap((part) => write(part, depth + 1)));
}

/** The LaTeX of a part; nothing of what only says how it looks. */
function write(element: Element, depth: number): string[] {
  const name = element.localName;
  // Word's own elements in a formula are properties, marks of changes and bookmarks.
  if (element.namespaceURI !== MATH) return name === "ins" || name === "r" ? [content(element, depth)] : [];
  if (name.endsWith("Pr")) return [];
  const known = ELEMENTS[name];
  if (!known) throw new Unknown();
  const properties = [...element.children].find(({ localName }) => localName.endsWith("Pr"));
  return [
    known({
      element,
      depth,
      one: (part) => named(element, part).map((each) => content(each, depth))[0] ?? "",
      all: (part) => named(element, part).map((each) => content(each, depth)),
      set: (property) => {
        const found = properties && child(properties, property);
        return found ? (found.getAttributeNS(MATH, "val") ?? "") : null;
      },
    }),
  ];
}
