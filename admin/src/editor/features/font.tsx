import { IconTypography } from "@tabler/icons-react";
import { canonicalStyle, FONTS, parseCss } from "../closedList";
import type { EditorFeature } from "../feature";
import { ToolMenu } from "../ToolMenu";
import { registerInlineStyles, useInlineStyle } from "./inlineStyle";

const CHOICES = [
  { value: "", label: "Standard" },
  { value: "serif", label: "Serif", style: { fontFamily: "var(--font-read)" } },
  { value: "monospace", label: "Monospace", style: { fontFamily: "var(--font-code)" } },
];

function Tool() {
  const [font, setFont] = useInlineStyle("font-family");
  return (
    <ToolMenu name="Font" value={font} choices={CHOICES} onChoose={(value) => setFont(value || null)}>
      <IconTypography size={18} stroke={1.75} />
    </ToolMenu>
  );
}

export const font: EditorFeature = {
  name: "Font",
  Tool,
  register: registerInlineStyles,
  $writeMarks: (text) => {
    const value = parseCss(text.getStyle())["font-family"];
    return value ? [{ tag: "span", classes: [`ql-font-${value}`] }] : [];
  },
  readMark: (element, around) => {
    const named = FONTS.find((name) => element.classList.contains(`ql-font-${name}`));
    const styled = canonicalStyle(parseCss(element.getAttribute("style") ?? ""))["font-family"];
    const code = /^(KBD|SAMP|TT)$/.test(element.tagName) ? "monospace" : undefined;
    const value = named ?? styled ?? code;
    return value ? { ...around, style: canonicalStyle({ ...around.style, "font-family": value }) } : around;
  },
};
