import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { IconIndentDecrease } from "@tabler/icons-react";
import { OUTDENT_CONTENT_COMMAND } from "lexical";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";

const SHORTCUT = SHORTCUTS.Editor.Outdent;

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton
      name="Outdent"
      shortcut={SHORTCUT}
      onClick={() => editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)}
    >
      <IconIndentDecrease size={18} stroke={1.75} />
    </ToolButton>
  );
}

/** The way back from Indent, which also knows the HTML. */
export const outdent: EditorFeature = {
  name: "Outdent",
  Tool,
  register: (editor) =>
    registerShortcut(editor, SHORTCUT, () => editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)),
};
