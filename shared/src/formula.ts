import temml from "temml";
import { MAX_FORMULA } from "./limits";
import { tooLong } from "./text/length";

/** MathML, or why there is none, with the position of the error in the source: 0 is its first character. */
export type Formula = { mathml: string; error?: never } | { mathml?: never; error: string; position: number };

// No formula, whoever wrote it, takes longer or makes a larger page than a long one does.
const MAX_EXPANSIONS = 1000;
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 100;

/** Commands that define others, lead elsewhere, or set attributes of the page. */
const REFUSED = new Set(
  (
    "def gdef edef xdef let futurelet global long newcommand renewcommand providecommand href url includegraphics " +
    "class id style data htmlClass htmlId htmlStyle htmlData label ref eqref char"
  ).split(" "),
);

/** Commands that are read again for each one around them. A formula may have few. */
const COSTLY = /^(?:\\(?:math)?[lrc]lap|\\cancelto|\\equilibrium(?:Left|Right)|<=>>|<<=>)$/;
const MAX_COSTLY = 4;

/** The most characters of a unit: its time grows faster than its length. */
const MAX_UNIT = 200;

/** The longest length in either direction, in em: farther, a formula would cover other text of the page. */
const MAX_EM = 10;
const TOO_LONG = `A length is at most ${MAX_EM}em either way.`;

/** Commands with a length; \\rule has up to three. */
const LENGTHY = /^\\(?:m?kern|[hm]skip|hspace|raise|lower|raisebox|rule|above|\\)$/;
const LENGTH = /[*\s[{]*([-+]? *(\d+\.?\d*|\.\d+) *([a-z]{2}))[\s\]}]*/y;
const EMS = new Map(
  Object.entries({ em: 1, ex: 0.5, mu: 1 / 18, px: 1 / 16, pt: 1 / 12, bp: 1 / 12, pc: 1, dd: 0.09, cc: 1.07 }).concat(
    Object.entries({ nd: 0.09, nc: 1.07, mm: 0.24, cm: 2.4, in: 6 }),
  ),
);

// Words of Indian scripts, with the spaces between them.
const indian =
  "\\p{Script=Devanagari}\\p{Script=Kannada}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Malayalam}" +
  "\\p{Script=Bengali}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Oriya}\\u200c\\u200d";
const tokens = new RegExp(`\\\\[a-zA-Z@]+|\\\\[\\s\\S]|%|<=>>|<<=>|[${indian}]+(?: +[${indian}]+)*`, "gu");

/**
 * Returns the MathML of a formula, with its source as an annotation. Pages need no script and no style to show it, and
 * screen readers read it out.
 */
export function formulaOf(latex: string, block = false): Formula {
  if (!latex.trim()) return { error: "The formula is empty.", position: 0 };
  const long = tooLong(latex, MAX_FORMULA);
  if (long) return { error: long, position: MAX_FORMULA };
  const prepared = prepare(latex);
  if (prepared.source === undefined) return prepared;
  const { source, positionOf } = prepared;
  let mathml: string;
  try {
    mathml = temml.renderToString(source, {
      displayMode: block,
      annotate: true,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [20, 20],
    });
  } catch (error) {
    // Deeply nested braces fill the stack.
    if (error instanceof RangeError) return { error: "The formula is nested too deeply.", position: 0 };
    const { name, message, position } = error as Error & { position?: number };
    if (name !== "ParseError") return { error: "The formula cannot be read.", position: 0 };
    return { error: sentence(message), position: positionOf(position ?? 0) };
  }
  if (mathml.length > MAX_LENGTH) return { error: "The formula is too large. Make it two.", position: 0 };
  if (depthOf(mathml) > MAX_DEPTH) return { error: "The formula is nested too deeply.", position: 0 };
  // Temml makes lengths smaller in one direction only, and there are more ways to write them than are looked for.
  for (const [, number, unit] of mathml.matchAll(/-(\d+(?:\.\d+)?)([a-z]{2})(?=[^<>]*>)/g))
    if (inEm(number, unit) > 2 * MAX_EM) return { error: TOO_LONG, position: 0 };
  return { mathml: annotated(mathml, latex) };
}

const inEm = (number = "", unit = "") => Number(number) * (EMS.get(unit) ?? 0);

/** Returns the position of a length after a command that is too long; -1 if there is none. */
function farLength(latex: string, command: string, after: number): number {
  // A row may begin with a number and letters.
  if (command === "\\\\" && latex[after] !== "[") return -1;
  LENGTH.lastIndex = after;
  for (let left = command === "\\rule" ? 3 : 1; left > 0; left--) {
    const begin = LENGTH.lastIndex;
    const found = LENGTH.exec(latex);
    if (!found) return -1;
    const [all, length = "", number, unit] = found;
    if (inEm(number, unit) > MAX_EM) return begin + all.indexOf(length);
  }
  return -1;
}

/** Returns the length of the argument in braces that begins at a position. */
function argumentLength(latex: string, from: number): number {
  let depth = 0;
  for (let at = from; at < latex.length; at++) {
    if (latex[at] === "\\") at++;
    else if (latex[at] === "{") depth++;
    else if (latex[at] === "}") depth--;
    if (depth <= 0 && latex[at]?.trim()) return at - from;
  }
  return latex.length - from;
}

/** The source as Temml gets it: words of Indian scripts are texts, whose letters are not taken apart. */
function prepare(latex: string) {
  let source = "";
  let read = 0;
  /** The positions where characters were added, and how many were added by then. */
  const added: [at: number, before: number][] = [];
  let costly = 0;
  const add = (text: string) => {
    source += text;
    added.push([source.length, (added.at(-1)?.[1] ?? 0) + text.length]);
  };
  for (const { 0: token, index } of latex.matchAll(tokens)) {
    if (token === "%") return { error: "A percent sign is written \\%.", position: index };
    if (COSTLY.test(token) && ++costly > MAX_COSTLY)
      return { error: `A formula has ${token} at most ${MAX_COSTLY} times.`, position: index };
    const after = index + token.length;
    if (token === "\\pu" && argumentLength(latex, after) > MAX_UNIT)
      return { error: `\\pu has at most ${MAX_UNIT} characters.`, position: index };
    const far = LENGTHY.test(token) ? farLength(latex, token, after) : -1;
    if (far >= 0) return { error: TOO_LONG, position: far };
    if (/^[\\<]/.test(token)) {
      if (REFUSED.has(token.slice(1))) return { error: `${token} cannot be used here.`, position: index };
      continue;
    }
    source += latex.slice(read, index);
    add("{\\text{");
    source += token;
    add("}}");
    read = after;
  }
  source += latex.slice(read);
  const positionOf = (position: number) => position - (added.findLast(([at]) => at <= position)?.[1] ?? 0);
  return { source, positionOf };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Restores the source as it was written in messages and annotations of Temml. */
const annotated = (mathml: string, latex: string) =>
  mathml.replace(/(<annotation [^>]*>).*(?=<\/annotation>)/s, (_, start: string) => start + escaped(latex));

function depthOf(mathml: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of mathml.matchAll(/<\/?[a-z]/g)) {
    depth += tag[1] === "/" ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The most frequent messages of Temml, in plain words. */
const SENTENCES: [RegExp, string][] = [
  [/^Unsupported function name: (\S+)/, "$1 is unknown."],
  [/^Undefined control sequence: (\S+)/, "$1 is unknown."],
  [/^No such environment: (\S+)/, "\\begin{$1} is unknown."],
  [/expected '}'|^Expected '}', got 'EOF'/, "A } is missing."],
  [/^Expected 'EOF', got '}'|^Extra }/, "There is a } without its {."],
  [/^Expected 'EOF', got '(.+?)'/, "$1 cannot stand here."],
  [/^Expected '(.+?)', got/, "$1 is missing here."],
  [/^Expected group (?:after|as) '?(.+?)'?$/, "Something is missing after $1."],
  [/^Double superscript/, "There are two ^ after one another: use braces."],
  [/^Double subscript/, "There are two _ after one another: use braces."],
  [/^Too many expansions/, "The formula is too large. Make it two."],
  [/^\\tag works only|can be used only in display mode/, "This needs a formula that is set apart."],
  [/^Can't use function '\$'/, "The formula stands without $; the sign itself is written \\$."],
  [/is not trusted/, "This command cannot be used here."],
  [/^Unexpected character/, "This character cannot be in a formula."],
  [/^Got function '(.+?)' with no arguments/, "$1 needs braces around it here."],
  [/^Invalid color/, "This colour is unknown."],
];

function sentence(message: string): string {
  const said = message.trim().replace(/ at (?:position \d+|end of input): [\s\S]*$/, "");
  for (const [pattern, words] of SENTENCES) {
    const found = pattern.exec(said);
    if (found) return words.replace("$1", () => found[1] ?? "");
  }
  return `${said.replace(/\.$/, "")}.`;
}
