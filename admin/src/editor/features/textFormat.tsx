import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $getSelection,
  $isRangeSelection,
  FORMAT_TEXT_COMMAND,
  TEXT_TYPE_TO_FORMAT,
  type TextFormatType,
} from "lexical";
import type { ComponentType } from "react";
import type { EditorFeature } from "../feature";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

interface TextFormat {
  name: string;
  format: TextFormatType;
  /** The tag it is written as. */
  tag: string;
  /** All tags it is read from. */
  tags: readonly string[];
  /** Reads the inline CSS of other programs: true, false, or null when it says nothing. */
  fromStyle: (style: CSSStyleDeclaration) => boolean | null;
  Icon: ComponentType<{ size: number; stroke: number }>;
  shortcut?: string;
}

/** A feature that switches one text format on and off, such as Bold. */
export function textFormatFeature(spec: TextFormat): EditorFeature {
  const bit = TEXT_TYPE_TO_FORMAT[spec.format] ?? 0;
  const { name, shortcut, Icon } = spec;

  function Tool() {
    const [editor] = useLexicalComposerContext();
    const active = useEditorValue(() => {
      const selection = $getSelection();
      return $isRangeSelection(selection) && selection.hasFormat(spec.format);
    });
    return (
      <ToolButton
        name={name}
        active={active}
        shortcut={shortcut}
        onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, spec.format)}
      >
        <Icon size={18} stroke={1.75} />
      </ToolButton>
    );
  }

  return {
    name,
    Tool,
    register: (editor) => {
      // Lexical itself knows bold, italic and underline by their keys.
      if (!shortcut || /^mod\+[BIU]$/.test(shortcut)) return () => {};
      return registerShortcut(editor, shortcut, () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, spec.format));
    },
    $writeMarks: (text) => (text.hasFormat(spec.format) ? [{ tag: spec.tag }] : []),
    readMark: (element, around) => {
      const style = element instanceof HTMLElement ? spec.fromStyle(element.style) : null;
      const on = style ?? spec.tags.includes(element.tagName);
      if (on) return { ...around, format: around.format | bit };
      return style === false ? { ...around, format: around.format & ~bit } : around;
    },
  };
}
