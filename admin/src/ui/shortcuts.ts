import { useEffect, useEffectEvent } from "react";

const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/**
 * All shortcuts, by where they work and what they do, which `?` lists. Handlers take their keys from here, except those of
 * Save (DocumentForm), "Go to the messages" (the toaster) and lists (checkboxes), which know their own.
 */
export const SHORTCUTS = {
  Everywhere: {
    "Search and go to": "mod+K",
    "Show keyboard shortcuts": "?",
    "Go to the messages": "alt+T",
  },
  Forms: { Save: "mod+S" },
  Lists: {
    "Select or deselect": "Space",
    "Select all between": "shift+Space",
  },
  Editor: {
    Bold: "mod+B",
    Italic: "mod+I",
    Underline: "mod+U",
    Strike: "mod+shift+X",
    Subscript: "mod+,",
    Superscript: "mod+.",
    Link: "mod+K",
    Normal: "mod+alt+0",
    "Heading 1 to 6": "mod+alt+1…6",
    "Ordered List": "mod+shift+7",
    "Bullet List": "mod+shift+8",
    Blockquote: "mod+shift+9",
    "Code Block": "mod+alt+C",
    Indent: "mod+]",
    Outdent: "mod+[",
    Clean: "mod+\\",
    "Find and replace": "mod+F",
    "Go to the toolbar": "alt+F10",
  },
} as const satisfies Record<string, Record<string, string>>;

/** `mod+shift+X` as people on this machine write it. */
export function shortcutLabel(shortcut: string): string {
  return shortcut
    .replace("mod", IS_APPLE ? "⌘" : "Ctrl")
    .replace("shift", IS_APPLE ? "⇧" : "Shift")
    .replace("alt", IS_APPLE ? "⌥" : "Alt")
    .replaceAll("+", IS_APPLE ? "" : "+");
}

/**
 * Whether the key event is the shortcut. Digits go by the physical key, as Shift changes their character; other signs go
 * by the character, whichever keys make it.
 */
export function isShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1)?.toLowerCase() ?? "";
  const mod = IS_APPLE ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  const isSign = /^[^a-z0-9]$/.test(key);
  return (
    mod === parts.includes("mod") &&
    (isSign || event.shiftKey === parts.includes("shift")) &&
    event.altKey === parts.includes("alt") &&
    (event.key.toLowerCase() === key || event.code === `Digit${key}`)
  );
}

/** What somebody types in. */
const FIELDS = "input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable=true]";

/**
 * Runs `action` on a shortcut, wherever the focus is, unless what has the focus has used the keys. A shortcut of one sign
 * is left to the field that somebody types in.
 */
export function useShortcut(shortcut: string, action: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isShortcut(event, shortcut)) return;
    if (!shortcut.includes("+") && (event.target as Element).closest?.(FIELDS)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
