import { act, waitFor } from "@testing-library/react";
import { $getRoot, $getSelection, $isRangeSelection, getNearestEditorFromDOMNode, type LexicalEditor } from "lexical";
import { expect } from "vitest";
import { named } from "./forms";
// A form fetches it: loaded with the test, it comes at once.
import "@/editor/RichTextEditor";

/** The editor of formatted text, once its code has come and it shows these words. */
export async function editing(words = ""): Promise<{ root: HTMLElement; editor: LexicalEditor }> {
  return waitFor(() => {
    const root = document.querySelector<HTMLElement>('[contenteditable="true"]');
    const editor = root && getNearestEditorFromDOMNode(root);
    if (!root || !editor) throw new Error("the editor is not there");
    expect(root.textContent).toContain(words);
    return { root, editor };
  });
}

/** Writes words at the end of the text, as one change. jsdom has no keys for what is edited in place. */
export async function write(words: string): Promise<void> {
  const { editor } = await editing();
  await change(editor, () => {
    $getRoot().selectEnd();
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText(words);
  });
}

/** Changes the text as a key or a tool does, and waits until it is drawn. */
export const change = (editor: LexicalEditor, run: () => void): Promise<void> =>
  act(() => new Promise<void>((resolve) => editor.update(run, { onUpdate: resolve })));

/** The HTML that the form would save. */
export const written = (): string => named("content").value;

/** Pastes what another program has put on the clipboard. */
export async function paste(data: { html?: string; text?: string; files?: File[] }): Promise<void> {
  const { root, editor } = await editing();
  await change(editor, () => $getRoot().selectEnd());
  const texts: Record<string, string | undefined> = { "text/html": data.html, "text/plain": data.text };
  const files = data.files ?? [];
  const types = [...Object.keys(texts).filter((type) => texts[type]), ...(files.length > 0 ? ["Files"] : [])];
  const clipboardData = { types, files, getData: (type: string) => texts[type] ?? "" };
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
  await act(async () => root.dispatchEvent(event));
}
