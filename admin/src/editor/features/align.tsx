import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $isDecoratorBlockNode } from "@lexical/react/LexicalDecoratorBlockNode";
import { IconAlignCenter, IconAlignJustified, IconAlignLeft, IconAlignRight } from "@tabler/icons-react";
import { $isElementNode, FORMAT_ELEMENT_COMMAND } from "lexical";
import { ALIGNMENTS, parseCss } from "../closedList";
import type { EditorFeature } from "../feature";
import { $currentBlock } from "../selection";
import { ToolMenu } from "../ToolMenu";
import { useEditorValue } from "../useEditorValue";

const CHOICES = [
  { value: "", label: "Left" },
  { value: "center", label: "Center" },
  { value: "right", label: "Right" },
  { value: "justify", label: "Justify" },
];
const ICONS = { "": IconAlignLeft, center: IconAlignCenter, right: IconAlignRight, justify: IconAlignJustified };

/** The alignment that a style sheet calls so, and Lexical. Left is what a block is without saying so. */
export function alignmentOf(format: string): (typeof ALIGNMENTS)[number] | "" {
  return ALIGNMENTS.find((name) => name === format || (name === "right" && format === "end")) ?? "";
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const value = useEditorValue(() => alignmentOf($currentBlock()?.getFormatType() ?? ""));
  const Icon = ICONS[value];
  return (
    <ToolMenu
      name="Align"
      value={value}
      choices={CHOICES}
      onChoose={(choice) => editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, alignmentOf(choice))}
    >
      <Icon size={18} stroke={1.75} />
    </ToolMenu>
  );
}

/** The alignment an element asks for by class or style. */
export function readAlignment(element: Element): (typeof ALIGNMENTS)[number] | "" {
  const named = ALIGNMENTS.find((name) => element.classList.contains(`ql-align-${name}`));
  const styled = parseCss(element.getAttribute("style") ?? "")["text-align"] ?? "";
  return named ?? alignmentOf(styled.toLowerCase());
}

export const align: EditorFeature = {
  name: "Align",
  Tool,
  $writeBlockClasses: (block) => {
    const format = $isElementNode(block)
      ? block.getFormatType()
      : $isDecoratorBlockNode(block)
        ? block.getFormat()
        : "";
    const value = alignmentOf(format);
    return value === "" ? [] : [`ql-align-${value}`];
  },
  $readBlock: (element, block) => {
    const value = readAlignment(element);
    if (value !== "") block.setFormat(value);
  },
};
