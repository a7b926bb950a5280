import type { LexicalEditor } from "lexical";

/**
 * Gives the focus to the text when a panel of the toolbar has gone and nobody else would have it: the panel's focus trap
 * acts a moment later than the keys, and can take the focus back from the text into a field that is about to vanish.
 */
export function focusAfterPanel(editor: LexicalEditor): void {
  const active = document.activeElement;
  if (active === null || active === document.body || active.closest('[role="dialog"]')) editor.focus();
}

/** Gives the focus to the text from wherever it is: Lexical leaves it there while the selection stays as it was. */
export function focusText(editor: LexicalEditor): void {
  editor.focus(() => editor.getRootElement()?.focus({ preventScroll: true }));
}
