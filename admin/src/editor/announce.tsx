import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { COMMAND_PRIORITY_EDITOR, createCommand, type LexicalCommand, type LexicalEditor } from "lexical";
import { useEffect, useState } from "react";
import type { EditorFeature } from "./feature";

const ANNOUNCE: LexicalCommand<string> = createCommand("announce");

/** Has screen readers say what a key has done that they would not notice. */
export function announce(editor: LexicalEditor, words: string): void {
  editor.dispatchCommand(ANNOUNCE, words);
}

function Panel() {
  const [editor] = useLexicalComposerContext();
  const [words, setWords] = useState("");
  useEffect(
    () =>
      editor.registerCommand(
        ANNOUNCE,
        (next) => {
          setWords(next);
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
    [editor],
  );
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  );
}

export const announcer: EditorFeature = { name: "Announcer", Panel };
