import { COMMAND_PRIORITY_NORMAL, IS_APPLE, KEY_DOWN_COMMAND, type LexicalEditor } from "lexical";

/** `mod+shift+X` as people on this machine write it. */
export function shortcutLabel(shortcut: string): string {
  return shortcut
    .replace("mod", IS_APPLE ? "⌘" : "Ctrl")
    .replace("shift", IS_APPLE ? "⇧" : "Shift")
    .replace("alt", IS_APPLE ? "⌥" : "Alt")
    .replaceAll("+", IS_APPLE ? "" : "+");
}

/** Whether the key event is the shortcut. Digits go by the physical key, as Shift changes their character. */
function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1)?.toLowerCase();
  const mod = IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return (
    mod === parts.includes("mod") &&
    event.shiftKey === parts.includes("shift") &&
    event.altKey === parts.includes("alt") &&
    (event.key.toLowerCase() === key || event.code === `Digit${key}`)
  );
}

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
