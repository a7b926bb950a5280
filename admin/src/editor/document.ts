import {
  $createParagraphNode,
  $getRoot,
  $isDecoratorNode,
  $isElementNode,
  CLEAR_HISTORY_COMMAND,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from "lexical";
import { LOAD_TAG } from "./feature";
import { FEATURES } from "./features";
import { $readHtml } from "./html/read";
import { $writeHtml } from "./html/write";

/** The HTML to store for what is in the editor; "" for an empty document. */
export function documentHtml(editor: LexicalEditor): string {
  return editor.getEditorState().read(() => $writeHtml(FEATURES));
}

/** Replaces the document by stored HTML. It cannot be undone, and takes no focus. */
export function loadDocument(editor: LexicalEditor, html: string) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  editor.update(
    () => {
      const blocks = $readHtml(body, FEATURES).filter((node) => $isElementNode(node) || $isDecoratorNode(node));
      const root = $getRoot().clear();
      root.append(...(blocks.length > 0 ? blocks : [$createParagraphNode()]));
    },
    { discrete: true, tag: [LOAD_TAG, HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] },
  );
  editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
}
