import { $isListNode, ListItemNode, ListNode, registerList } from "@lexical/list";
import { ORDERED_LIST } from "@lexical/markdown";
import { IconListNumbers } from "@tabler/icons-react";
import { mergeRegister } from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { $readList, $writeList } from "../html/lists";
import { registerShortcut } from "../shortcuts";
import { ListTool, toggleList } from "./listTool";

const SHORTCUT = SHORTCUTS.Editor["Ordered List"];

/** Also carries what both kinds of list share: the nodes and their HTML, as one kind nests in the other. */
export const orderedList: EditorFeature = {
  name: "Ordered List",
  nodes: [ListNode, ListItemNode],
  Tool: () => <ListTool name="Ordered List" type="number" shortcut={SHORTCUT} Icon={IconListNumbers} />,
  // A line that begins with a year is no list.
  markdown: [{ ...ORDERED_LIST, regExp: /^(\s*)(\d{1,2})\.\s/ }],
  insert: [{ name: "Ordered List", Icon: IconListNumbers, run: (editor) => toggleList(editor, "number") }],
  register: (editor) =>
    mergeRegister(
      registerList(editor),
      registerShortcut(editor, SHORTCUT, () => toggleList(editor, "number")),
    ),
  $writeNode: (node, write) => ($isListNode(node) ? $writeList(node, write) : null),
  $readElement: (element, read, around) =>
    /^(OL|UL)$/.test(element.tagName) ? [$readList(element, read, around)] : null,
};
