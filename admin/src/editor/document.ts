import {
  $createParagraphNode,
  $getRoot,
  $isDecoratorNode,
  $isElementNode,
  CLEAR_HISTORY_COMMAND,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type LexicalNode,
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
      $replaceDocument($readHtml(body, FEATURES));
    },
    { discrete: true, tag: [LOAD_TAG, HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] },
  );
  editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
}

/** Replaces the document by blocks. */
export function $replaceDocument(nodes: readonly LexicalNode[]) {
  const blocks = nodes.filter((node) => $isElementNode(node) || $isDecoratorNode(node));
  $getRoot()
    .clear()
    .append(...(blocks.length > 0 ? blocks : [$createParagraphNode()]));
}
