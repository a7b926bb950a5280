import { MantineProvider } from "@mantine/core";
import { act, render, screen, within } from "@testing-library/react";
import {
  $createNodeSelection,
  $getRoot,
  $nodesOfType,
  $setSelection,
  getNearestEditorFromDOMNode,
  KEY_ENTER_COMMAND,
  type Klass,
  type LexicalEditor,
  type LexicalNode,
} from "lexical";
import { RichTextEditor } from "./RichTextEditor";
import type { UploadImage } from "./uploads";

// For tests: the editor of articles as a form shows it.

const nothing: UploadImage = () => Promise.reject(new Error("nothing is stored here"));

/** An editor of a stored text, with the cursor at its end, and what a form would save. */
export async function show(value: string, uploadImage = nothing) {
  let html = value;
  render(
    <MantineProvider env="test">
      <div id="tab-panel" />
      <span id="label">Content</span>
      <RichTextEditor
        labelId="label"
        value={value}
        onChange={(next) => {
          html = next;
        }}
        uploadImage={uploadImage}
      />
    </MantineProvider>,
  );
  const root = screen.getByRole("textbox", { name: "Content" });
  const editor = getNearestEditorFromDOMNode(root) as LexicalEditor;
  root.focus();
  await change(editor, () => $getRoot().selectEnd());
  return { root, editor, html: () => html };
}

export const change = (editor: LexicalEditor, run: () => void) =>
  act(() => new Promise<void>((resolve) => editor.update(run, { onUpdate: resolve })));

/** The small editor of a dialog. */
export const editorOf = async (name: string) =>
  getNearestEditorFromDOMNode(await screen.findByRole("textbox", { name })) as LexicalEditor;

export const tool = (name: string) =>
  within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name });
export const button = (name: string) => screen.findByRole("button", { name });

/** Selects the first node of a class and presses Enter on it. */
export async function enterOn(editor: LexicalEditor, type: Klass<LexicalNode>) {
  await select(editor, type);
  await act(async () => editor.dispatchCommand(KEY_ENTER_COMMAND, new KeyboardEvent("keydown", { key: "Enter" })));
}

/** Selects the first node of a class. */
export const select = (editor: LexicalEditor, type: Klass<LexicalNode>) =>
  change(editor, () => {
    const selection = $createNodeSelection();
    selection.add($nodesOfType(type)[0]?.getKey() ?? "");
    $setSelection(selection);
  });
