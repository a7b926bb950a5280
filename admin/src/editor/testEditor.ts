import {
  $getRoot,
  $isTextNode,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  createEditor,
  KEY_DOWN_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  PASTE_COMMAND,
  type TextNode,
} from "lexical";
import { onTestFinished } from "vitest";
import { CONFIG } from "./config";
import { documentHtml, loadDocument } from "./document";
import { FEATURES } from "./features";

/** For tests: an editor of articles without its toolbar. */
export type TestEditor = LexicalEditor;

/** An editor with stored HTML in it; `inline` for words within a line. */
export function open(html: string, inline = false): TestEditor {
  const editor = createEditor(CONFIG);
  const root = document.createElement("div");
  root.contentEditable = "true";
  const box = document.createElement("div");
  box.className = "editor";
  if (inline) box.dataset.format = "inline";
  box.append(root);
  document.body.append(box);
  onTestFinished(() => box.remove());
  editor.setRootElement(root);
  for (const feature of FEATURES) feature.register?.(editor, FEATURES);
  loadDocument(editor, html);
  return editor;
}

/** Changes the document at once. */
export const act = (editor: TestEditor, $change: () => unknown) =>
  editor.update(() => void $change(), { discrete: true });

const COMMANDS: Record<string, LexicalCommand<KeyboardEvent>> = {
  Tab: KEY_TAB_COMMAND,
  Enter: KEY_ENTER_COMMAND as LexicalCommand<KeyboardEvent>,
};

/** Presses a key, as Lexical hears of it. */
export function press(editor: TestEditor, key: string, modifiers: KeyboardEventInit = {}) {
  const event = new KeyboardEvent("keydown", { key, code: /^\d$/.test(key) ? `Digit${key}` : key, ...modifiers });
  act(editor, () => editor.dispatchCommand(COMMANDS[key] ?? KEY_DOWN_COMMAND, event));
}

/** Types letters at the caret, one after the other. */
export async function type(editor: TestEditor, letters: string) {
  for (const letter of letters) {
    act(editor, () => editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, letter));
    await Promise.resolve();
  }
}

/** Pastes, at the end of the text, what a program has put on the clipboard. */
export function paste(editor: TestEditor, data: Readonly<Record<string, string>>) {
  act(editor, () => $getRoot().selectEnd());
  const clipboardData = { types: Object.keys(data), files: [], getData: (type: string) => data[type] ?? "" };
  const event = Object.assign(new Event("paste", { cancelable: true }), { clipboardData });
  act(editor, () => editor.dispatchCommand(PASTE_COMMAND, event as unknown as ClipboardEvent));
}

/** Pastes HTML into an empty article, and returns the stored HTML. */
export function pasted(html: string): string {
  const editor = open("");
  paste(editor, { "text/html": html });
  return documentHtml(editor);
}

/** The text node with these words. */
export const $textOf = (words: string): TextNode | undefined =>
  $getRoot()
    .getAllTextNodes()
    .find((node) => $isTextNode(node) && node.getTextContent() === words);

/** A stored table. */
export const table = (inner: string) => `<figure class="table"><table>${inner}</table></figure>`;
