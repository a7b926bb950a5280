import { UNORDERED_LIST } from "@lexical/markdown";
import { IconList } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { registerShortcut } from "../shortcuts";
import { ListTool, toggleList } from "./listTool";

const SHORTCUT = SHORTCUTS.Editor["Bullet List"];

/** Its nodes and HTML are shared with the ordered list and stand there. */
export const bulletList: EditorFeature = {
  name: "Bullet List",
  Tool: () => <ListTool name="Bullet List" type="bullet" shortcut={SHORTCUT} Icon={IconList} />,
  markdown: [{ ...UNORDERED_LIST, regExp: /^(\s*)-\s/ }],
  insert: [{ name: "Bullet List", Icon: IconList, run: (editor) => toggleList(editor, "bullet") }],
  register: (editor) => registerShortcut(editor, SHORTCUT, () => toggleList(editor, "bullet")),
};
