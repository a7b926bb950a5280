import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isTextNode,
  createEditor,
  REDO_COMMAND,
  UNDO_COMMAND,
} from "lexical";
import { describe, expect, it } from "vitest";
import { MAX_STEPS, MERGE_WITHIN } from "./features/undo";

/** An editor with the editor's own undo settings and a clock that the test turns. */
function open() {
  const editor = createEditor({
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(document.createElement("div"));
  const history = createEmptyHistoryState();
  let now = 0;
  registerHistory(editor, history, MERGE_WITHIN, () => now, undefined, MAX_STEPS);
  const write = (text: string) =>
    editor.update(
      () => {
        $getRoot().getFirstDescendant()?.getTopLevelElement()?.remove();
        const node = $createTextNode(text);
        $getRoot().append($createParagraphNode().append(node));
        node.selectEnd();
      },
      { discrete: true },
    );
  /** Adds letters at the end, as keys do. */
  const type = (letters: string) =>
    editor.update(
      () => {
        const last = $getRoot().getLastDescendant();
        if ($isTextNode(last)) last.select().insertText(letters);
        else $getRoot().append($createParagraphNode()).selectEnd().insertText(letters);
      },
      { discrete: true },
    );
  const text = () => editor.getEditorState().read(() => $getRoot().getTextContent());
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { editor, history, write, type, text, pass };
}

describe("undo", () => {
  it("keeps at most 100 steps", () => {
    const { history, write, pass } = open();
    for (let i = 0; i < 130; i++) {
      write(`text ${i}`);
      pass(MERGE_WITHIN + 1);
    }
    expect(history.undoStack).toHaveLength(100);
  });

  it("takes changes within a second as one", async () => {
    const { editor, type, text, pass } = open();
    type("one");
    pass(MERGE_WITHIN + 100);
    for (const letter of " two") {
      pass(MERGE_WITHIN / 10);
      type(letter);
    }
    for (const [command, shown] of [
      [UNDO_COMMAND, "one"],
      [REDO_COMMAND, "one two"],
    ] as const) {
      editor.dispatchCommand(command, undefined);
      await Promise.resolve();
      expect(text()).toBe(shown);
    }
  });

  it("goes back step by step", async () => {
    const { editor, write, text, pass } = open();
    write("one");
    pass(MERGE_WITHIN + 1);
    write("two");
    expect(text()).toBe("two");
    editor.dispatchCommand(UNDO_COMMAND, undefined);
    await Promise.resolve();
    expect(text()).toBe("one");
  });
});
