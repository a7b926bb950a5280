import { UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, type RefObject, useState } from "react";

/** Groups of buttons: what is shown, what it is called, and what it writes, with the cursor at the bar. */
const GROUPS: Record<string, readonly [shown: string, name: string, latex: string][]> = {
  Structures: [
    ["a⁄b", "Fraction", "\\frac{|}{}"],
    ["√", "Root", "\\sqrt{|}"],
    ["xⁿ", "Power", "^{|}"],
    ["xₙ", "Index", "_{|}"],
    ["∑", "Sum", "\\sum_{|}^{}"],
    ["∫", "Integral", "\\int_{|}^{}"],
    ["[ ]", "Matrix", "\\begin{pmatrix} | &  \\\\  &  \\end{pmatrix}"],
    ["H₂O", "Chemistry", "\\ce{|}"],
  ],
  Signs: [
    ["×", "Times", "\\times "],
    ["÷", "Divided by", "\\div "],
    ["±", "Plus or minus", "\\pm "],
    ["≤", "At most", "\\le "],
    ["≥", "At least", "\\ge "],
    ["≠", "Not equal", "\\ne "],
    ["≈", "About", "\\approx "],
    ["→", "To", "\\to "],
    ["∞", "Infinity", "\\infty "],
    ["°", "Degrees", "^{\\circ}"],
  ],
  Greek: (
    "α alpha,β beta,γ gamma,δ delta,ε varepsilon,θ theta,λ lambda,μ mu,π pi,ρ rho,σ sigma,τ tau,φ varphi,ω omega," +
    "Δ Delta,Σ Sigma,Ω Omega"
  )
    .split(",")
    .map((entry) => {
      const [letter = "", command = ""] = entry.split(" ");
      const name = command.replace(/^var/, "");
      const isCapital = /^[A-Z]/.test(name);
      return [letter, isCapital ? `Capital ${name.toLowerCase()}` : name, `\\${command} `];
    }),
};
const NAMES = Object.values(GROUPS).flatMap((entries) => entries.map(([, name]) => name));

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (latex: string) => void;
}

/** Writes commands into the field, around what is selected there. One stop for the Tab key; arrow keys move within. */
export function Palette({ field, onChange }: Props) {
  const [stop, setStop] = useState(0);
  const write = (latex: string) => {
    const area = field.current;
    if (!area) return;
    const { value, selectionStart: start, selectionEnd: end } = area;
    const [before = "", after] = latex.split("|");
    const selected = value.slice(start, end);
    const written = after === undefined ? before : before + selected + after;
    const next = value.slice(0, start) + written + value.slice(end);
    onChange(next);
    // With something selected, behind it: the next place that is empty.
    const cursor = start + before.length + (after === undefined ? 0 : selected.length);
    area.focus();
    requestAnimationFrame(() => area.setSelectionRange(cursor, cursor));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (stop + step + NAMES.length) % NAMES.length;
    setStop(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Palette" className="palette" onKeyDown={onKeyDown}>
      {Object.entries(GROUPS).map(([group, entries]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a form's meaning
        <div key={group} role="group" aria-label={group}>
          {entries.map(([shown, name, latex]) => (
            <UnstyledButton
              key={name}
              type="button"
              aria-label={name}
              title={name}
              tabIndex={NAMES[stop] === name ? 0 : -1}
              onFocus={() => setStop(NAMES.indexOf(name))}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => write(latex)}
            >
              {shown}
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  );
}
