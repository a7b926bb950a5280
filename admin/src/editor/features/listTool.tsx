import {
  $isListItemNode,
  $isListNode,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  type ListType,
  REMOVE_LIST_COMMAND,
} from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { LexicalEditor } from "lexical";
import type { ComponentType } from "react";
import { $currentBlock } from "../selection";
import { ToolButton } from "../ToolButton";
import { useEditorValue } from "../useEditorValue";

function $currentList(): ListType | null {
  const block = $currentBlock();
  const list = $isListItemNode(block) ? block.getParent() : null;
  return $isListNode(list) ? list.getListType() : null;
}

/** Turns the selected blocks into list items, or back when they already are. */
export function toggleList(editor: LexicalEditor, type: "number" | "bullet") {
  const current = editor.getEditorState().read($currentList);
  const insert = type === "number" ? INSERT_ORDERED_LIST_COMMAND : INSERT_UNORDERED_LIST_COMMAND;
  editor.dispatchCommand(current === type ? REMOVE_LIST_COMMAND : insert, undefined);
}

interface Props {
  name: string;
  type: "number" | "bullet";
  shortcut: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
}

export function ListTool({ name, type, shortcut, Icon }: Props) {
  const [editor] = useLexicalComposerContext();
  const active = useEditorValue(() => $currentList() === type);
  return (
    <ToolButton name={name} shortcut={shortcut} active={active} onClick={() => toggleList(editor, type)}>
      <Icon size={18} stroke={1.75} />
    </ToolButton>
  );
}
