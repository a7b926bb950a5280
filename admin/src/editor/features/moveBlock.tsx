import { HISTORY_PUSH_TAG, type LexicalEditor, mergeRegister } from "lexical";
import { announce } from "../announce";
import { DragHandle } from "../DragHandle";
import type { EditorFeature } from "../feature";
import { $move, $placeInWords } from "../moves";
import { registerShortcut } from "../shortcuts";

function move(editor: LexicalEditor, where: "before" | "after") {
  editor.update(
    () => {
      const moved = $move(where);
      const edge = where === "before" ? "first" : "last";
      announce(editor, moved ? `Moved to ${$placeInWords(moved)}` : `This is the ${edge} block.`);
    },
    { tag: HISTORY_PUSH_TAG },
  );
}

/** Blocks are moved by keys, or with the mouse by a handle beside them. */
export const moveBlock: EditorFeature = {
  name: "Move block",
  Panel: DragHandle,
  register: (editor) =>
    mergeRegister(
      registerShortcut(editor, "alt+shift+ArrowUp", () => move(editor, "before")),
      registerShortcut(editor, "alt+shift+ArrowDown", () => move(editor, "after")),
    ),
};
