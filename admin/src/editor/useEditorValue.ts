import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useCallback, useSyncExternalStore } from "react";

/**
 * A value read from the document or the selection, current after every change.
 * `$read` must return a primitive, so that equal means unchanged.
 */
export function useEditorValue<T extends string | number | boolean | null>($read: () => T): T {
  const [editor] = useLexicalComposerContext();
  const subscribe = useCallback((changed: () => void) => editor.registerUpdateListener(changed), [editor]);
  return useSyncExternalStore(subscribe, () => editor.getEditorState().read($read));
}
