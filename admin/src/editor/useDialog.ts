import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $getNodeByKey,
  $getSelection,
  $isNodeSelection,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_NORMAL,
  HISTORY_PUSH_TAG,
  type LexicalCommand,
  type LexicalNode,
} from "lexical";
import { useEffect, useRef, useState } from "react";
import { focusAfterPanel, focusText } from "./focus";

/** Opens the dialog of a tool: with the key of the node that it changes, or null for a new one. */
export type OpenDialog = LexicalCommand<string | null>;

/** The dialog of a tool: whether it is open, for which node, and how it changes the text where the cursor was. */
export function useDialog(command: OpenDialog) {
  const [editor] = useLexicalComposerContext();
  const [nodeKey, setNodeKey] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const place = useRef<BaseSelection | null>(null);

  useEffect(
    () =>
      editor.registerCommand(
        command,
        (key) => {
          const selection = $getSelection();
          place.current = selection?.clone() ?? null;
          // Its panel would stand above the dialog.
          if ($isNodeSelection(selection)) $setSelection(null);
          setNodeKey(key);
          setOpened(true);
          return true;
        },
        COMMAND_PRIORITY_NORMAL,
      ),
    [editor, command],
  );

  const $return = () => {
    if (place.current) $setSelection(place.current.clone());
  };
  const leave = () => {
    setOpened(false);
    focusText(editor);
  };
  const close = () => {
    editor.update($return);
    leave();
  };
  /** Changes the text in one step, given the node that the dialog was opened for, and closes. */
  const apply = ($change: (node: LexicalNode | null) => void) => {
    editor.update(
      () => {
        $return();
        $change(nodeKey === null ? null : $getNodeByKey(nodeKey));
      },
      { tag: HISTORY_PUSH_TAG },
    );
    leave();
  };
  /** Of the dialog's frame: the focus goes to the text, wherever the dialog was opened from. */
  const frame = {
    opened,
    onClose: close,
    returnFocus: false,
    onExitTransitionEnd: () => focusAfterPanel(editor),
  };
  return { editor, nodeKey, opened, frame, apply };
}
