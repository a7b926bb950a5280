import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useLexicalNodeSelection } from "@lexical/react/useLexicalNodeSelection";
import {
  $getNodeByKey,
  $getSelection,
  $isNodeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  HISTORY_PUSH_TAG,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  mergeRegister,
} from "lexical";
import { useEffect, useRef } from "react";
import { useEditorValue } from "./useEditorValue";

/** Makes a node of its own selectable by click, left by Escape, opened by Enter or a double click, and removable by key. */
export function useNodeControls(nodeKey: string, onEnter?: () => void) {
  const [editor] = useLexicalComposerContext();
  const [selected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  const alone = useEditorValue(() => $isNodeSelection($getSelection()));
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    const remove = (event: globalThis.KeyboardEvent) => {
      if (!selected || !$isNodeSelection($getSelection())) return false;
      event.preventDefault();
      const node = $getNodeByKey(nodeKey);
      node?.selectPrevious();
      node?.remove();
      return true;
    };
    const view = ref.current;
    if (onEnter) view?.addEventListener("dblclick", onEnter);
    return mergeRegister(
      () => onEnter && view?.removeEventListener("dblclick", onEnter),
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (!(event.target instanceof Node) || !ref.current?.contains(event.target)) return false;
          if (!event.shiftKey) clearSelection();
          setSelected(true);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(KEY_DELETE_COMMAND, remove, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_BACKSPACE_COMMAND, remove, COMMAND_PRIORITY_LOW),
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => {
          if (!selected || !$isNodeSelection($getSelection())) return false;
          $getNodeByKey(nodeKey)?.selectNext();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        KEY_ENTER_COMMAND,
        (event) => {
          if (!selected || !onEnter || !$isNodeSelection($getSelection())) return false;
          event?.preventDefault();
          onEnter();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    );
  }, [editor, nodeKey, selected, setSelected, clearSelection, onEnter]);

  const remove = () => {
    editor.update(() => $getNodeByKey(nodeKey)?.remove(), { tag: HISTORY_PUSH_TAG });
    editor.focus();
  };
  /** `chosen`: selected by itself, and not as part of a passage. */
  return { editor, selected, chosen: selected && alone, ref, remove };
}
