import { MAX_COLUMNS, MAX_ROWS, MAX_SPAN } from "@academy/shared/limits";
import {
  $computeTableMapSkipCellCheck,
  $createTableNodeWithDimensions,
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $findCellNode,
  $findTableNode,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableCellNode,
  $isTableNode,
  $isTableRowNode,
  $isTableSelection,
  $mergeCells,
  $setTableColumnIsHeader,
  $setTableRowIsHeader,
  $unmergeCellNode,
  TableCellHeaderStates,
  type TableCellNode,
  type TableNode,
} from "@lexical/table";
import { $createParagraphNode, $findMatchingParent, $getRoot, $getSelection, $isRangeSelection } from "lexical";
import { $insertBlock } from "../selection";
import { $captionOf, $createCaption, $isTableCaptionNode } from "./caption";
import { $cellsOf } from "./cells";
import { DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH } from "./limits";

/** Why an action is not possible, and what to do instead. */
export interface Refusal {
  message: string;
  detail: string;
}

type Action = Refusal | undefined;

/** The table with the caret, also when it is in the caption. */
export function $currentTable(): TableNode | null {
  const selection = $getSelection();
  const node = $isRangeSelection(selection) || $isTableSelection(selection) ? selection.anchor.getNode() : null;
  if (!node) return null;
  const caption = $findMatchingParent(node, $isTableCaptionNode)?.getNextSibling();
  return $isTableNode(caption) ? caption : $findTableNode(node);
}

/** The cell with the caret. */
export function $currentCell(): TableCellNode | null {
  const selection = $getSelection();
  return $isRangeSelection(selection) || $isTableSelection(selection) ? $findCellNode(selection.focus.getNode()) : null;
}

/** The selected cells, in the order of the table. */
export function $selectedCells(): TableCellNode[] {
  const selection = $getSelection();
  if ($isTableSelection(selection)) return selection.getNodes().filter($isTableCellNode);
  const cell = $currentCell();
  return cell ? [cell] : [];
}

/** The size of a table, counted with cells that span. */
export function $sizeOf(table: TableNode): { rows: number; columns: number } {
  const [map] = $computeTableMapSkipCellCheck(table, null, null);
  return { rows: map.length, columns: Math.max(0, ...map.map((row) => row.length)) };
}

/** The place of a cell: the first of the columns and rows that it is in. */
export function $placeOf(cell: TableCellNode): { row: number; column: number } {
  const table = $findTableNode(cell);
  const [, place] = table ? $computeTableMapSkipCellCheck(table, cell, null) : [];
  return { row: place?.startRow ?? 0, column: place?.startColumn ?? 0 };
}

/** Says that a table is too large, with what to do; undefined when it is not. */
export function tooLarge(size: { rows: number; columns: number }): Action {
  if (size.rows > MAX_ROWS)
    return {
      message: `A table has at most ${MAX_ROWS} rows`,
      detail: `${size.rows} are too many. Put the others into a second table.`,
    };
  if (size.columns > MAX_COLUMNS)
    return {
      message: `A table has at most ${MAX_COLUMNS} columns`,
      detail: `${size.columns} are too many. Put the others into a second table.`,
    };
}

/** Puts a table of three rows, the first of them headings, where the caret is. */
export function $insertTable(): void {
  const table = $createTableNodeWithDimensions(3, 3, { rows: true, columns: false });
  $insertBlock(table);
  $cellsOf(table)[0]?.selectStart();
}

/** The actions of the buttons of a table, where the caret is. They return why they did nothing. */
export const $addRow = (after: boolean): Action => $grow(() => $insertTableRowAtSelection(after), 1, 0);
export const $addColumn = (after: boolean): Action => $grow(() => $insertTableColumnAtSelection(after), 0, 1);

function $grow($insert: () => void, rows: number, columns: number): Action {
  const table = $enterTable();
  if (!table) return;
  const size = $sizeOf(table);
  const refusal = tooLarge({ rows: size.rows + rows, columns: size.columns + columns });
  if (!refusal) $insert();
  return refusal;
}

export const $deleteRow = (): Action => $shrink($deleteTableRowAtSelection);
export const $deleteColumn = (): Action => $shrink($deleteTableColumnAtSelection);

function $shrink($delete: () => void): Action {
  const table = $enterTable();
  if (!table) return;
  const caption = $captionOf(table);
  $delete();
  if (table.isAttached()) return;
  caption?.remove();
  $leaveEmpty();
}

export function $deleteTable(): Action {
  const table = $currentTable();
  if (!table) return;
  table.selectNext();
  $captionOf(table)?.remove();
  table.remove();
  $leaveEmpty();
}

/** Leaves a paragraph for the caret where nothing is left. */
function $leaveEmpty(): void {
  if ($getRoot().isEmpty()) $getRoot().append($createParagraphNode()).selectEnd();
}

/** Whether all cells of the first row, or of the first column, are headings. */
export function $hasHeader(of: "row" | "column"): boolean {
  const table = $currentTable();
  const [map] = table ? $computeTableMapSkipCellCheck(table, null, null) : [[]];
  const state = of === "row" ? TableCellHeaderStates.ROW : TableCellHeaderStates.COLUMN;
  const places = of === "row" ? map[0] : map.map((row) => row[0]);
  return !!places && places.length > 0 && places.every((place) => place?.cell.hasHeaderState(state));
}

export function $toggleHeader(of: "row" | "column"): Action {
  const table = $currentTable();
  if (!table) return;
  const set = of === "row" ? $setTableRowIsHeader : $setTableColumnIsHeader;
  set(table, 0, !$hasHeader(of));
}

export function $merge(): Action {
  const cells = $selectedCells();
  if (cells.length < 2)
    return {
      message: "Select the cells to merge",
      detail: "Drag over them, or hold Shift and press an arrow key.",
    };
  const places = cells.map((cell) => ({ cell, ...$placeOf(cell) }));
  const extent = (from: "row" | "column", span: (cell: TableCellNode) => number) =>
    Math.max(...places.map((place) => place[from] + span(place.cell))) -
    Math.min(...places.map((place) => place[from]));
  const rows = extent("row", (cell) => cell.getRowSpan());
  const columns = extent("column", (cell) => cell.getColSpan());
  if (rows > MAX_SPAN || columns > MAX_SPAN)
    return {
      message: "These are too many cells for one",
      detail: `A cell goes over at most ${MAX_SPAN} columns and ${MAX_SPAN} rows.`,
    };
  const merged = $mergeCells(cells);
  merged?.selectEnd();
  const table = merged && $findTableNode(merged);
  if (table) $removeEmptyRows(table);
}

/** Takes away the rows that no cell begins in. */
function $removeEmptyRows(table: TableNode): void {
  const [map] = $computeTableMapSkipCellCheck(table, null, null);
  for (const [index, row] of table.getChildren().entries()) {
    if (!$isTableRowNode(row) || !row.isEmpty()) continue;
    for (const cell of new Set(map[index]?.map((place) => place.cell))) cell.setRowSpan(cell.getRowSpan() - 1);
    row.remove();
  }
}

export function $split(): Action {
  const cell = $currentCell();
  if (!cell || (cell.getColSpan() === 1 && cell.getRowSpan() === 1))
    return { message: "This cell is not merged", detail: "Place the caret in a cell that goes over several." };
  $unmergeCellNode(cell);
  cell.selectEnd();
}

/** Adds a caption, or removes it. */
export function $toggleCaption(): Action {
  const table = $currentTable();
  if (!table) return;
  const caption = $captionOf(table);
  if (caption) {
    if ($findMatchingParent($getSelection()?.getNodes()[0] ?? table, (node) => node.is(caption))) table.selectStart();
    caption.remove();
  } else {
    const added = $createCaption([]);
    table.insertBefore(added);
    added.select();
  }
}

/** Moves the caret from the caption into the table. */
function $enterTable(): TableNode | null {
  const table = $currentTable();
  if (table && !$currentCell()) $cellsOf(table)[0]?.selectStart();
  return table;
}

/** The widths of a table's columns in pixels; those that are not stated `measured`, or like any other. */
export function $widthsOf(table: TableNode, measured: readonly number[] = []): number[] {
  const stated = table.getColWidths();
  return Array.from({ length: $sizeOf(table).columns }, (_, column) => {
    const width = stated?.[column] || measured[column] || 0;
    return width > 0 ? Math.round(width) : DEFAULT_WIDTH;
  });
}

/** Sets the width of a column; the others keep theirs. */
export function $setWidth(table: TableNode, column: number, width: number, measured?: readonly number[]): void {
  const limited = Math.min(Math.max(Math.round(width), MIN_WIDTH), MAX_WIDTH);
  table.setColWidths($widthsOf(table, measured).with(column, limited));
}
