import { IconTextSize } from "@tabler/icons-react";
import { canonicalStyle, parseCss, SIZES } from "../closedList";
import type { EditorFeature } from "../feature";
import { ToolMenu } from "../ToolMenu";
import { useInlineStyle } from "./inlineStyle";

const CHOICES = [
  { value: "", label: "Normal" },
  { value: "small", label: "Small", style: { fontSize: "0.85em" } },
  { value: "large", label: "Large", style: { fontSize: "1.2em" } },
  { value: "huge", label: "Huge", style: { fontSize: "1.5em" } },
];

function Tool() {
  const [size, setSize] = useInlineStyle("font-size");
  return (
    <ToolMenu name="Size" value={size} choices={CHOICES} onChoose={(value) => setSize(value || null)}>
      <IconTextSize size={18} stroke={1.75} />
    </ToolMenu>
  );
}

export const size: EditorFeature = {
  name: "Size",
  Tool,
  $writeMarks: (text) => {
    const value = parseCss(text.getStyle())["font-size"];
    return value ? [{ tag: "span", classes: [`ql-size-${value}`] }] : [];
  },
  readMark: (element, around) => {
    const named = SIZES.find((name) => element.classList.contains(`ql-size-${name}`));
    const styled = canonicalStyle(parseCss(element.getAttribute("style") ?? ""))["font-size"];
    const value = named ?? styled;
    return value ? { ...around, style: canonicalStyle({ ...around.style, "font-size": value }) } : around;
  },
};
