import { COMMAND_PRIORITY_NORMAL, KEY_DOWN_COMMAND, type LexicalEditor } from "lexical";
import { isShortcut } from "@/ui/shortcuts";

/** Runs `action` on the shortcut; returns how to stop listening. */
export function registerShortcut(editor: LexicalEditor, shortcut: string, action: () => void) {
  return editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      if (!isShortcut(event, shortcut)) return false;
      event.preventDefault();
      action();
      return true;
    },
    COMMAND_PRIORITY_NORMAL,
  );
}
