import { ListNode } from "@lexical/list";
import {
  BOLD_ITALIC_STAR,
  BOLD_STAR,
  type ElementTransformer,
  INLINE_CODE,
  ITALIC_STAR,
  type MultilineElementTransformer,
  registerMarkdownShortcuts,
  type Transformer,
} from "@lexical/markdown";
import { $isTableCellNode } from "@lexical/table";
import { type ElementNode, type LexicalEditor, PASTE_TAG, type UpdateListener } from "lexical";
import type { EditorFeature } from "../feature";
import { isInline } from "../selection";

/** Marks of words. What becomes a block, a link or the like stands with its feature. */
const MARKS: readonly Transformer[] = [
  INLINE_CODE,
  BOLD_ITALIC_STAR,
  BOLD_STAR,
  // 2*3*4 stays what it is.
  { ...ITALIC_STAR, intraword: false },
];

/** Cells hold lists and no other block: there, what begins one stays as it is typed. */
function notInCells(transformer: Transformer): Transformer {
  const { type } = transformer;
  if (type === "element" && !transformer.dependencies.includes(ListNode)) {
    const replace: ElementTransformer["replace"] = (line, ...more) =>
      !isInCell(line) && transformer.replace(line, ...more);
    return { ...transformer, replace };
  }
  if (type === "multiline-element") {
    const replace: MultilineElementTransformer["replace"] = (line, ...more) =>
      !isInCell(line) && transformer.replace(line, ...more);
    return { ...transformer, replace };
  }
  return transformer;
}

const isInCell = (line: ElementNode) => $isTableCellNode(line.getParent());

/** The editor as the shortcuts see it: what is pasted is not typed. */
const withoutPastes = (editor: LexicalEditor) =>
  new Proxy(editor, {
    get(target, name) {
      if (name === "registerUpdateListener") {
        return (listener: UpdateListener) =>
          target.registerUpdateListener((update) => update.tags.has(PASTE_TAG) || listener(update));
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Markdown that is typed becomes its format. Undo gives the typed characters back. */
export const markdown: EditorFeature = {
  name: "Markdown",
  markdown: MARKS,
  register: (editor, features) => {
    const all = features.flatMap((feature) => feature.markdown ?? []);
    const words = all.filter(({ type }) => type === "text-format" || type === "text-match");
    return registerMarkdownShortcuts(withoutPastes(editor), isInline(editor) ? words : all.map(notInCells));
  },
};
