import { $isParagraphNode } from "lexical";
import type { EditorFeature } from "../feature";

/** Plain text blocks. Reading them is the reader's own business: it is what everything else falls back to. */
export const paragraph: EditorFeature = {
  name: "Paragraph",
  $writeNode: (node, write) =>
    $isParagraphNode(node) ? `<p${write.$classes(node)}>${write.$inline(node.getChildren())}</p>` : null,
};
