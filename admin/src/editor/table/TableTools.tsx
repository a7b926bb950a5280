import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $isTableSelection } from "@lexical/table";
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableColumn,
  IconTableMinus,
  IconTableRow,
  IconTextCaption,
} from "@tabler/icons-react";
import { $getSelection, HISTORY_PUSH_TAG } from "lexical";
import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { toast } from "@/ui/toasts";
import type { EditorFeature } from "../feature";
import { ToolButton } from "../ToolButton";
import { Toolbar } from "../Toolbar";
import { useEditorValue } from "../useEditorValue";
import { $captionOf } from "./caption";
import {
  $addColumn,
  $addRow,
  $currentCell,
  $currentTable,
  $deleteColumn,
  $deleteRow,
  $deleteTable,
  $hasHeader,
  $merge,
  $split,
  $toggleCaption,
  $toggleHeader,
  type Refusal,
} from "./commands";

/** A button that acts on the table with the caret, as one step of Undo. */
function tool(
  name: string,
  Icon: ComponentType<{ size: number; stroke: number }>,
  $act: () => Refusal | undefined,
  $isOn?: () => boolean,
): EditorFeature {
  function Tool() {
    const [editor] = useLexicalComposerContext();
    const on = useEditorValue(() => $isOn?.() ?? null);
    const act = () => {
      editor.update(
        () => {
          const refusal = $act();
          if (refusal) toast.error(refusal.message, { detail: refusal.detail });
        },
        { discrete: true, tag: HISTORY_PUSH_TAG },
      );
      // The button goes with its table, and the focus with it.
      if (name === "Delete table") editor.focus();
    };
    return (
      <ToolButton name={name} active={on ?? undefined} onClick={act}>
        <Icon size={18} stroke={1.75} />
      </ToolButton>
    );
  }
  return { name, Tool };
}

const TOOLS: readonly (readonly EditorFeature[])[] = [
  [
    tool("Add row above", IconRowInsertTop, () => $addRow(false)),
    tool("Add row below", IconRowInsertBottom, () => $addRow(true)),
    tool("Add column left", IconColumnInsertLeft, () => $addColumn(false)),
    tool("Add column right", IconColumnInsertRight, () => $addColumn(true)),
  ],
  [tool("Delete row", IconRowRemove, $deleteRow), tool("Delete column", IconColumnRemove, $deleteColumn)],
  [
    tool(
      "Header row",
      IconTableRow,
      () => $toggleHeader("row"),
      () => $hasHeader("row"),
    ),
    tool(
      "Header column",
      IconTableColumn,
      () => $toggleHeader("column"),
      () => $hasHeader("column"),
    ),
  ],
  [tool("Merge cells", IconArrowMerge, $merge), tool("Split cell", IconArrowsSplit, $split)],
  [tool("Caption", IconTextCaption, $toggleCaption, $hasCaption)],
  [tool("Delete table", IconTableMinus, $deleteTable)],
];

function $hasCaption(): boolean {
  const table = $currentTable();
  return table !== null && $captionOf(table) !== null;
}

/** The toolbar *Table*, below that of the text while the caret is in a table. */
export function TableTools() {
  const [editor] = useLexicalComposerContext();
  const shown = useEditorValue(() => $currentTable() !== null);
  const bars = shown ? editor.getRootElement()?.closest(".editor")?.querySelector(".editor-bars") : null;
  return bars ? createPortal(<Bar />, bars) : null;
}

function Bar() {
  const [editor] = useLexicalComposerContext();
  const ref = useRef<HTMLDivElement>(null);
  // The height that it takes from the text's height it gives back by scrolling: the text stays where the mouse has it.
  useLayoutEffect(() => {
    const page = editor.getRootElement()?.parentElement;
    const height = ref.current?.offsetHeight ?? 0;
    if (page) page.scrollTop += height;
    return () => {
      if (page) page.scrollTop -= height;
    };
  }, [editor]);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !ref.current?.contains(document.activeElement)) return;
      event.stopPropagation();
      // Selected cells give no caret.
      editor.update(() => $isTableSelection($getSelection()) && $currentCell()?.selectEnd(), { discrete: true });
      editor.focus();
    };
    // Before the tooltip of the button, which keeps the key to itself.
    window.addEventListener("keydown", leave, true);
    return () => window.removeEventListener("keydown", leave, true);
  }, [editor]);
  return (
    <div ref={ref} className="table-tools">
      <Toolbar label="Table" controls={editor.getRootElement()?.id ?? ""} tools={TOOLS} />
    </div>
  );
}
