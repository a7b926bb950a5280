import { MAX_FORMULA } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";

/*
 * The LaTeX of formulas that come as trees: MathML on pages, OMML in Word. Both name the same parts, so that they share
 * how these are written.
 */

/** Characters with a name in LaTeX; other ones stand for themselves. */
const NAMES = new Map(
  (
    "α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi " +
    "π pi ρ rho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta " +
    "Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega × times ÷ div · cdot ⋅ cdot ± pm ∓ mp ∗ ast ∘ circ ≤ le ≥ ge ≠ ne " +
    "≈ approx ≡ equiv ∼ sim ≅ cong ∝ propto ≪ ll ≫ gg ∞ infty ∂ partial ∇ nabla ∑ sum ∏ prod ∫ int ∬ iint ∭ iiint " +
    "∮ oint ⋃ bigcup ⋂ bigcap ∪ cup ∩ cap ∈ in ∉ notin ∋ ni ⊂ subset ⊆ subseteq ⊃ supset ⊇ supseteq ∅ emptyset " +
    "∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ⊕ oplus ⊗ otimes ⊥ perp ∥ parallel ∠ angle △ triangle → to ← leftarrow " +
    "↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟶ longrightarrow ⇌ rightleftharpoons ↦ mapsto … ldots " +
    "⋯ cdots ⋮ vdots ⋱ ddots ′ prime ℏ hbar ℓ ell ∴ therefore ∵ because ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil " +
    "⌉ rceil ‖ | { { } } # # % % & & $ $ _ _"
  )
    .split(" ")
    .reduce<[string, string][]>(
      (pairs, word, index, words) => {
        if (index % 2 === 1) pairs.push([words[index - 1] ?? "", `\\${word}`]);
        return pairs;
      },
      [
        ["\\", "\\backslash"],
        ["°", "^{\\circ}"],
        ["−", "-"],
        ["∶", ":"],
        ["\u2061", ""],
        ["\u2062", ""],
        ["\u2063", ""],
      ],
    ),
);

/** Words that LaTeX sets upright by a command. */
const FUNCTIONS =
  /^(arccos|arcsin|arctan|arg|cosh?|cot|coth|csc|deg|det|dim|exp|gcd|inf|ker|lg|lim|ln|log|max|min|sec|sinh?|sup|tanh?)$/;

/** The LaTeX of letters, digits and signs. */
export function symbolsOf(text: string): string {
  // Mathematical italic and its like are the look of plain letters.
  const plain = text.replace(/[\u{1d400}-\u{1d7ff}ℎ]/gu, (letter) => letter.normalize("NFKC"));
  let latex = "";
  for (const char of plain.replace(/[\s\u00a0\u2000-\u200b]+/g, " ")) {
    const name = NAMES.get(char) ?? char;
    // A command ends where the next letter would go on with it.
    latex += /\\[a-zA-Z]+$/.test(latex) && /^[a-zA-Z]/.test(name) ? ` ${name}` : name;
  }
  return latex;
}

/** The LaTeX of a word: of a function's name its command, of others what it says, upright when it is a word. */
export function wordOf(text: string): string {
  const word = text.trim();
  if (FUNCTIONS.test(word)) return `\\${word}`;
  return /^[\p{L}\p{M}]{2,}$/u.test(word) && !NAMES.has(word) ? `\\mathrm{${symbolsOf(word)}}` : symbolsOf(text);
}

/** Text within a formula. */
export const textOf = (text: string) =>
  text.trim() === "" ? " " : `\\text{${text.replace(/[\\{}$#%&_^~]/g, "\\$&")}}`;

/** Puts parts together, with a space where a command would run into a letter. */
export function join(parts: readonly string[]): string {
  return parts.reduce(
    (latex, part) => (/\\[a-zA-Z]+$/.test(latex) && /^[a-zA-Z]/.test(part) ? `${latex} ${part}` : latex + part),
    "",
  );
}

/** A part as what an index or a power is of: one character, one command, or a group. */
const base = (latex: string) =>
  /^(.?|\\[a-zA-Z]+|\\left.*\\right.|\\mathrm\{\w*\}|\d+)$/u.test(latex) ? latex : `{${latex}}`;

export const fraction = (over: string, under: string) => `\\frac{${over}}{${under}}`;
export const root = (of: string, degree = "") => `\\sqrt${degree === "" ? "" : `[${degree}]`}{${of}}`;
export const scripts = (of: string, low: string, high: string) =>
  `${base(of)}${low === "" ? "" : `_{${low}}`}${high === "" ? "" : `^{${high}}`}`;

/** Commands with limits above and below. */
const LIMITS = /^\\(sum|prod|i*int|oint|bigcup|bigcap|lim|max|min|sup|inf|gcd|det)$/;

/** Something with signs above or below: limits, an accent, or set over and under each other. */
export function stacked(of: string, low: string, high: string): string {
  if (LIMITS.test(of)) return scripts(of, low, high);
  const accent = high === "" ? null : accentOf(high);
  const over = high === "" ? of : accent ? `${accent}{${of}}` : `\\overset{${high}}{${of}}`;
  if (low === "") return over;
  if (["_", "\u0332", "¯", "‾", "―", "\\_"].includes(low)) return `\\underline{${over}}`;
  return low === "⏟" ? `\\underbrace{${over}}` : `\\underset{${low}}{${over}}`;
}

const ACCENTS: Readonly<Record<string, string>> = {
  "\u0302": "\\hat",
  "^": "\\hat",
  ˆ: "\\hat",
  "\u0303": "\\tilde",
  "~": "\\tilde",
  "˜": "\\tilde",
  "\u0304": "\\bar",
  "\u0305": "\\overline",
  "¯": "\\overline",
  "‾": "\\overline",
  "―": "\\overline",
  "\u0307": "\\dot",
  "˙": "\\dot",
  "\u0308": "\\ddot",
  "¨": "\\ddot",
  "\u20d7": "\\vec",
  "→": "\\vec",
  "\\to": "\\vec",
  "\u030c": "\\check",
  ˇ: "\\check",
  "\u0306": "\\breve",
  "⏞": "\\overbrace",
};

/** The command of an accent; undefined of a sign that is none. */
export const accentOf = (sign: string): string | undefined => ACCENTS[sign];

/** The LaTeX as it is stored; null of none, and of more than a formula has. */
export function stored(latex: string | null | undefined): string | null {
  const trimmed = latex?.trim() ?? "";
  return trimmed !== "" && !tooLong(trimmed, MAX_FORMULA) ? trimmed : null;
}

/** Something between brackets that grow with it; either may be missing. */
export const fenced = (open: string, inside: string, close: string) =>
  `\\left${symbolsOf(open).trim() || "."}${/^[a-zA-Z]/.test(inside) && /\\[a-z]+$/.test(symbolsOf(open)) ? " " : ""}${inside}\\right${symbolsOf(close).trim() || "."}`;

export const matrix = (rows: readonly (readonly string[])[], kind = "matrix") =>
  `\\begin{${kind}}${rows.map((cells) => cells.join(" & ")).join(" \\\\ ")}\\end{${kind}}`;
