import { $isTableNode, type TableNode } from "@lexical/table";
import { $createParagraphNode, ElementNode, type LexicalEditor, type LexicalNode } from "lexical";

/** The caption of the table that follows it. Without a table it is a paragraph. */
export class TableCaptionNode extends ElementNode {
  override $config() {
    return this.config("tablecaption", { extends: ElementNode });
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("p");
    element.className = "editor-caption";
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override canIndent(): false {
    return false;
  }

  /** Enter leads into the table; at the very beginning of a text, before it. */
  override insertNewAfter(): ElementNode | null {
    const table = this.getNextSibling();
    if ($isTableNode(table)) table.getFirstDescendant()?.selectStart();
    return null;
  }

  override collapseAtStart(): true {
    if (this.isEmpty()) this.remove();
    else this.replace($createParagraphNode(), true);
    return true;
  }
}

export function $isTableCaptionNode(node: LexicalNode | null | undefined): node is TableCaptionNode {
  return node instanceof TableCaptionNode;
}

/** The caption of a table. */
export function $captionOf(table: TableNode): TableCaptionNode | null {
  const before = table.getPreviousSibling();
  return $isTableCaptionNode(before) ? before : null;
}

/** Keeps a caption before its table, without a format of its own. */
export function registerCaption(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(TableCaptionNode, (caption) => {
    if (!$isTableNode(caption.getNextSibling())) caption.replace($createParagraphNode(), true);
    else if (caption.getFormatType() !== "") caption.setFormat("");
  });
}

/** A caption with what it says. */
export const $createCaption = (nodes: readonly LexicalNode[]) => new TableCaptionNode().append(...nodes);
