import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useCallback, useEffect, useRef, useState } from "react";

/** How long nothing is written before a document is read again, in milliseconds. */
const REST = 500;

/**
 * A value read from the whole document, which takes long in a long text: it is read when the writer rests, and when
 * `also` has changed. The function that is returned with it reads it at once.
 */
export function useAtRest<T>($read: () => T, initial: T, also?: unknown): [T, () => T] {
  const [editor] = useLexicalComposerContext();
  const [value, setValue] = useState(initial);
  const $latest = useRef($read);
  $latest.current = $read;
  const read = useCallback(() => {
    const now = editor.getEditorState().read(() => $latest.current());
    setValue(now);
    return now;
  }, [editor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what else the value depends on
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(read, REST);
    };
    later();
    const stop = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size > 0 || dirtyLeaves.size > 0) later();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editor, read, also]);
  return [value, read];
}
