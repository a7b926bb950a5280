import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $isTableNode,
  registerTablePlugin,
  registerTableSelectionObserver,
  setScrollableTablesActive,
  TableCellNode,
  TableNode,
  TableRowNode,
} from "@lexical/table";
import { IconTable } from "@tabler/icons-react";
import { $getNodeByKey, HISTORY_PUSH_TAG, type LexicalEditor, mergeRegister } from "lexical";
import { toast } from "@/ui/toasts";
import { type EditorFeature, LOAD_TAG } from "../feature";
import { isInline } from "../selection";
import { ToolButton } from "../ToolButton";
import { $isTableCaptionNode, registerCaption, TableCaptionNode } from "../table/caption";
import { $cellBlocks, registerCells } from "../table/cells";
import { $insertTable, $sizeOf, type Refusal, tooLarge } from "../table/commands";
import { $readTable, $writeTable } from "../table/html";
import { registerTableKeys } from "../table/keys";
import { registerResize } from "../table/resize";
import { TableTools } from "../table/TableTools";

function insert(editor: LexicalEditor) {
  editor.update($insertTable, { tag: HISTORY_PUSH_TAG });
  editor.focus();
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  return (
    <ToolButton name="Table" onClick={() => insert(editor)}>
      <IconTable size={18} stroke={1.75} />
    </ToolButton>
  );
}

/** Says why an action of a table is not possible. */
export function refuse(refusal: Refusal | undefined): void {
  if (refusal) toast.error(refusal.message, { detail: refusal.detail });
}

/** Tells that a table that came in is larger than one that can be saved. */
function registerSizes(editor: LexicalEditor): () => void {
  return editor.registerMutationListener(
    TableNode,
    (mutations, { updateTags }) => {
      if (updateTags.has(LOAD_TAG)) return;
      for (const [key, mutation] of mutations) {
        if (mutation !== "created") continue;
        editor.getEditorState().read(() => {
          const table = $getNodeByKey(key);
          if ($isTableNode(table)) refuse(tooLarge($sizeOf(table)));
        });
      }
    },
    { skipInitialization: true },
  );
}

/** Takes what the cells hold out of a table that came into words within a line. */
function registerWordsOnly(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(TableNode, (table) => {
    for (const block of $cellBlocks([table])) table.insertBefore(block);
    table.remove();
  });
}

export const table: EditorFeature = {
  name: "Table",
  nodes: [TableNode, TableRowNode, TableCellNode, TableCaptionNode],
  Tool,
  Panel: TableTools,
  insert: [{ name: "Table", Icon: IconTable, run: insert }],
  register: (editor) => {
    if (isInline(editor)) return registerWordsOnly(editor);
    setScrollableTablesActive(editor, true);
    return mergeRegister(
      registerTablePlugin(editor),
      registerTableSelectionObserver(editor),
      registerCaption(editor),
      registerCells(editor),
      registerTableKeys(editor, refuse),
      registerResize(editor),
      registerSizes(editor),
    );
  },
  $writeNode: (node, write) => {
    if ($isTableNode(node)) return $writeTable(node, write);
    // It stands in its table.
    return $isTableCaptionNode(node) ? "" : null;
  },
  $readElement: (element, read, around) =>
    /^(FIGURE|TABLE)$/.test(element.tagName) ? $readTable(element, read, around) : null,
};
