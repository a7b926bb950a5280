import { expect, test } from "vitest";
import { formulaOf } from "./formula";
import { MAX_FORMULA } from "./limits";

const mathml = (latex: string, block = false) => formulaOf(latex, block).mathml ?? "";
/** The words that are seen. */
const shown = (latex: string) =>
  mathml(latex)
    .replace(/<annotation.*<\/annotation>/s, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("\u00a0", " ");

test("a formula is MathML with its source as an annotation", () => {
  expect(mathml(String.raw`\frac{1}{3}`)).toBe(
    "<math><semantics><mfrac><mn>1</mn><mn>3</mn></mfrac>" +
      String.raw`<annotation encoding="application/x-tex">\frac{1}{3}</annotation></semantics></math>`,
  );
  expect(mathml("a<b")).toContain('<annotation encoding="application/x-tex">a&lt;b</annotation>');
});

test("one that is set apart says so", () => {
  expect(mathml(String.raw`\sum_{i=1}^n i`, true)).toMatch(/^<math display="block"/);
  expect(mathml(String.raw`\sum_{i=1}^n i`)).not.toContain("display=");
});

test.each([
  [String.raw`\ce{2H2 + O2 -> 2H2O}`, /2.*H.*2.*\+.*O.*2.*→.*2.*H.*2.*O/],
  [String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`, /\(abcd\)/],
  [String.raw`₹500 \times 3\%`, /₹500×3%/],
  [String.raw`\text{5\% of all}`, /5% of all/],
  [String.raw`\sqrt[3]{x^2} \le \infty`, /x23≤∞/],
])("%s can be read", (latex, words) => {
  expect(shown(latex)).toMatch(words);
});

test.each([
  ["चाल = \\frac{दूरी}{समय}", ["चाल", "दूरी", "समय"]],
  ["ವೇಗ = \\frac{ದೂರ}{ಸಮಯ}", ["ವೇಗ", "ದೂರ", "ಸಮಯ"]],
  ["\\text{औसत चाल} + क्ष^2", ["औसत चाल", "क्ष"]],
  ["औसत चाल = 1", ["औसत चाल"]],
])("the letters of a word are not taken apart in %s", (latex, words) => {
  const texts = [...mathml(latex).matchAll(/<mtext>(.*?)<\/mtext>/g)].map(([, text]) =>
    text?.replaceAll("\u00a0", " "),
  );
  expect(texts).toEqual(words);
});

test.each([
  [String.raw`x + \foo{y}`, 4, String.raw`\foo is unknown.`],
  [String.raw`दूरी + \foo`, 7, String.raw`\foo is unknown.`],
  [String.raw`\frac{1}{`, 9, "A } is missing."],
  ["a}b", 1, "There is a } without its {."],
  ["x & y", 2, "& cannot stand here."],
  ["x^2^3", 3, "There are two ^ after one another: use braces."],
  ["5% of x", 1, String.raw`A percent sign is written \%.`],
  ["$x$", 0, String.raw`The formula stands without $; the sign itself is written \$.`],
  [String.raw`\left( x`, 8, String.raw`\right is missing here.`],
  [String.raw`\begin{foo}x\end{foo}`, 6, String.raw`\begin{foo} is unknown.`],
  [" ", 0, "The formula is empty."],
])("%s is wrong at %i", (latex, position, error) => {
  expect(formulaOf(latex)).toEqual({ position, error });
});

test.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\url{https://elsewhere.example}`,
  String.raw`\includegraphics{https://elsewhere.example/a.png}`,
  String.raw`\def\a{\a\a}\a`,
  String.raw`\newcommand{\a}{1}\a`,
  String.raw`\gdef\frac{1}`,
  String.raw`\let\frac=\sqrt`,
  String.raw`\class{x}{y}`,
  String.raw`\id{top}{y}`,
  String.raw`\style{position:fixed}{y}`,
  String.raw`\data{a=b}{y}`,
  String.raw`x\label{a}\ref{a}`,
  String.raw`\textcolor{#f00" onclick="x}{y}`,
  String.raw`\color{red;position:fixed}y`,
  "a\u0000b",
])("%s is refused", (latex) => {
  expect(formulaOf(latex).error).toMatch(/\.$/);
});

test("names that mean something to objects are unknown commands", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    expect(formulaOf(`\\${name}`).error).toBeTruthy();
});

test("text is text: nothing of a source is HTML", () => {
  const html = mathml(String.raw`a<b\text{<img src=x onerror="y">}&amp`.replace("&amp", ""));
  expect(html).not.toMatch(/<img/);
  expect(html).toContain("&lt;img");
});

/** As long as the longest, of one piece again and again. */
const full = (piece: string) => piece.repeat(MAX_FORMULA / piece.length);
const nested = (open: string, close: string) => {
  const half = MAX_FORMULA / (open.length + close.length);
  return open.repeat(half) + close.repeat(half);
};

test.each(
  [
    nested("{", "}"),
    nested("x^{", "}"),
    nested("\\sqrt{", "}"),
    nested("\\frac{", "}{2}"),
    nested("\\left(", "\\right)"),
    nested("\\ce{", "}"),
    nested("\\text{", "}"),
    nested("\\begin{matrix}", "\\end{matrix}"),
    full("\\sqrt"),
    full("&"),
    `\\begin{matrix}${full("&").slice(50)}\\end{matrix}`,
    `\\begin{matrix}${full("\\\\").slice(50)}\\end{matrix}`,
    `\\ce{${full("A->").slice(50)}}`,
    full("\\dfrac{1}{2}"),
    full("\\xrightarrow{a}"),
    full("\\begin{cases}\\end{cases}"),
    full("\\rule{9999em}{9999em}"),
    full("x\\kern{9999em}"),
    full("9"),
    full("^"),
    full("'"),
    full("{"),
  ].map((latex) => [latex.slice(0, 40), latex]),
)("%s… makes a formula or a sentence, and neither is large", (_, latex = "") => {
  for (const block of [false, true]) {
    const formula = formulaOf(latex.slice(0, MAX_FORMULA), block);
    expect((formula.mathml ?? formula.error)?.length).toBeLessThan(110_000);
    expect(formula.mathml ?? "").not.toMatch(/(width|height)="\d{3,}/);
  }
});

test.each(["\\llap{", "\\mathllap{", "\\cancelto{a}{", "\\equilibriumRight{", "\\ce{A <=>>["])(
  "%s within itself again and again would be read without end, and is refused",
  (open) => {
    expect(formulaOf(nested(open, "}")).error).toMatch(/at most 4 times/);
    expect(formulaOf("x").mathml).toBeTruthy();
  },
);

test("a unit has a bound, as its time grows faster than its length", () => {
  const refused = { error: String.raw`\pu has at most 200 characters.`, position: 2 };
  expect(formulaOf(`5 \\pu{${"m/".repeat(900)}m}`)).toEqual(refused);
  expect(formulaOf(`5 \\pu {{${"m/".repeat(900)}`)).toEqual(refused);
  expect(formulaOf(`\\pu{1.2e3 kJ//mol} ${"x".repeat(300)} \\pu{m}`).error).toBeUndefined();
});

test.each([
  [String.raw`x\kern-999em y`, 6],
  [String.raw`x\kern 10.5em y`, 7],
  [String.raw`\mkern{ - 999 mu}`, 8],
  [String.raw`\raisebox{-99em}{x}`, 10],
  [String.raw`\raise-99em{x}`, 6],
  [String.raw`\lower{99em}{x}`, 7],
  [String.raw`\hspace{-20em}`, 8],
  [String.raw`\hspace*{{-20em}}`, 10],
  [String.raw`\rule{1em}{-400px}`, 11],
  [String.raw`\rule[1em]{1em}{11em}`, 16],
  [String.raw`x\\[-99em]y`, 4],
  [String.raw`\tmspace-{99em}{99em}`, 0],
])("the length of %s is too long, at %i", (latex, position) => {
  expect(formulaOf(latex)).toEqual({ error: "A length is at most 10em either way.", position });
});

test.each([
  String.raw`x\kern-10em y`,
  String.raw`\text{\\kern 99em}`,
  String.raw`\begin{matrix}a\\ 99 mm\\99 em\\[2em]b\end{matrix}`,
  String.raw`x_{y_{\raisebox{-10em}{z}}}`,
  String.raw`\rule[-1ex]{3em}{4pt} 99 em`,
  String.raw`\text{-999em}`,
])("the lengths of %s may stay", (latex) => {
  expect(formulaOf(latex).error).toBeUndefined();
});

test("letters of several code points count once", () => {
  expect(formulaOf(`\\text{${"क्ष".repeat(MAX_FORMULA - 10)}}`).error).toBeUndefined();
});

test("a longer one is not read", () => {
  expect(formulaOf("x".repeat(MAX_FORMULA + 1))).toEqual({
    error: "Give at most 2000 characters; these are 2001.",
    position: MAX_FORMULA,
  });
});
