import { MAX_SPAN } from "@academy/shared/limits";
import { $isListNode } from "@lexical/list";
import {
  $computeTableMapSkipCellCheck,
  $createTableCellNode,
  $createTableNode,
  $createTableRowNode,
  $isTableCellNode,
  $isTableRowNode,
  TableCellHeaderStates,
  type TableCellNode,
  type TableNode,
  type TableRowNode,
} from "@lexical/table";
import {
  $createParagraphNode,
  $getState,
  $hasUpdateTag,
  $isElementNode,
  $isParagraphNode,
  $setState,
  createState,
  type LexicalNode,
} from "lexical";
import { parseCss } from "../closedList";
import { type HtmlReader, type HtmlWriter, type InlineFormat, LOAD_TAG } from "../feature";
import { attributes } from "../html/escape";
import { $captionOf, $createCaption } from "./caption";
import { $cellBlocks } from "./cells";
import { DEFAULT_WIDTH, MAX_WIDTH } from "./limits";

/*
 * Lexical calls a heading of its row's cells COLUMN, as it stands in the first column, and one of its column's cells ROW:
 * stored, these are `scope="row"` and `scope="col"`.
 */
const { ROW, COLUMN, NO_STATUS } = TableCellHeaderStates;

/** Writes a table with its caption. */
export function $writeTable(table: TableNode, write: HtmlWriter): string {
  const caption = $captionOf(table);
  const title = caption && !caption.isEmpty() ? `<caption>${write.$inline(caption.getChildren())}</caption>` : "";
  const widths = table.getColWidths() ?? [];
  const columns = widths.map((width) => (width > 0 ? `<col style="width: ${Math.round(width)}px">` : "<col>")).join("");
  const rows = table.getChildren().filter($isTableRowNode);
  const head = $headRows(table, rows);
  const part = (tag: string, inner: readonly TableRowNode[]) =>
    inner.length > 0 ? `<${tag}>${inner.map((row) => $writeRow(row, write)).join("")}</${tag}>` : "";
  return (
    `<figure class="table"><table>${title}${columns && `<colgroup>${columns}</colgroup>`}` +
    `${part("thead", rows.slice(0, head))}${part("tbody", rows.slice(head))}</table></figure>`
  );
}

/** How many rows at the top are headings and nothing else, and hold no cell that goes on below them. */
function $headRows(table: TableNode, rows: readonly TableRowNode[]): number {
  const [map] = $computeTableMapSkipCellCheck(table, null, null);
  const isHead = (index: number) => map[index]?.every(({ cell }) => cell.hasHeaderState(ROW)) ?? false;
  let count = 0;
  while (count < rows.length && isHead(count)) count++;
  const parts = (border: number) => map[border]?.every(({ startRow }) => startRow >= border) ?? true;
  while (!parts(count)) count--;
  return count;
}

function $writeRow(row: TableRowNode, write: HtmlWriter): string {
  const cells = row.getChildren().filter($isTableCellNode);
  return `<tr>${cells.map((cell) => $writeCell(cell, write)).join("")}</tr>`;
}

function $writeCell(cell: TableCellNode, write: HtmlWriter): string {
  const tag = cell.getTag();
  const more = (span: number) => (span > 1 ? span : null);
  const attrs = attributes({
    scope: tag === "td" ? null : cell.hasHeaderState(ROW) ? "col" : "row",
    colspan: more(cell.getColSpan()),
    rowspan: more(cell.getRowSpan()),
  });
  const only = cell.getChildrenSize() === 1 ? cell.getFirstChild() : null;
  // The one plain paragraph that most cells are needs no tag.
  const plain = $isParagraphNode(only) && write.$classes(only) === "" && !$getState(only, taggedState);
  const inner = !plain ? write.$blocks(cell) : only.isEmpty() ? "" : write.$inline(only.getChildren());
  return `<${tag}${attrs}>${inner}</${tag}>`;
}

/** Whether a paragraph that is alone in its cell was stored as one. */
const taggedState = createState("tagged", { parse: (value) => value === true });

/** Blocks that no cell holds. */
const PAGE_BLOCKS = "table, pre, blockquote, h1, h2, h3, h4, h5, h6, hr, iframe";

/** The table that an element is; null when it only arranges a page, and is read block by block. */
function tableIn(element: Element): HTMLTableElement | null {
  const isFigure = element.tagName === "FIGURE" && element.classList.contains("table");
  const table = isFigure ? [...element.children].find(({ tagName }) => tagName === "TABLE") : element;
  if (!(table instanceof HTMLTableElement) || table.rows.length === 0) return null;
  if (isFigure) return table;
  if (element.getAttribute("role") === "presentation" || table.querySelector(PAGE_BLOCKS)) return null;
  return table.querySelectorAll("td, th, caption").length > 1 ? table : null;
}

/** Reads a `figure` of the class `table` or a bare `table`. */
export function $readTable(element: Element, read: HtmlReader, around: InlineFormat): LexicalNode[] | null {
  const dom = tableIn(element);
  if (!dom) return null;
  const table = $createTableNode();
  const inner = read.format(dom, around);
  for (const row of dom.rows) {
    const left = (row.parentElement?.childElementCount ?? 1) - row.sectionRowIndex;
    const isHead = row.parentElement?.tagName === "THEAD" || [...row.cells].every(({ tagName }) => tagName === "TH");
    const cells = [...row.cells].map((cell) => $readCell(cell, isHead, left, read, read.format(row, inner)));
    table.append($createTableRowNode().append(...cells));
  }
  $joinHeadings(table);
  const widths = $widthsOf(dom);
  if (widths) table.setColWidths(widths);
  const caption = dom.caption ?? [...element.children].find(({ tagName }) => tagName === "FIGCAPTION");
  const title = caption ? read.$inline(caption, inner) : [];
  return title.length > 0 ? [$createCaption(title), table] : [table];
}

/** Of a cell that begins a row and a column of headings, only one of both is stored. */
function $joinHeadings(table: TableNode): void {
  const [map] = $computeTableMapSkipCellCheck(table, null, null);
  const first = map.flatMap((row) => row[0]?.cell ?? []);
  if (!first.every((cell) => cell.hasHeader()) || !first.some((cell) => cell.hasHeaderState(COLUMN))) return;
  for (const cell of first) cell.setHeaderStyles(COLUMN, COLUMN);
}

/** A cell of a row after which `left` - 1 more stand in its part of the table. */
function $readCell(
  dom: HTMLTableCellElement,
  isHead: boolean,
  left: number,
  read: HtmlReader,
  around: InlineFormat,
): TableCellNode {
  const scope = dom.getAttribute("scope");
  const byPlace = isHead ? ROW : COLUMN;
  const stated = scope === "col" ? ROW : scope === "row" ? COLUMN : byPlace;
  const inHead = dom.parentElement?.parentElement?.tagName === "THEAD";
  const state = inHead ? ROW : dom.tagName === "TH" ? stated : NO_STATUS;
  const down = dom.rowSpan === 0 ? left : Math.min(dom.rowSpan, left);
  const cell = $createTableCellNode(state, Math.min(dom.colSpan, MAX_SPAN)).setRowSpan(Math.min(down, MAX_SPAN));
  const blocks = $cellBlocks(read.$blocks(dom, read.format(dom, around)));
  // Each block of the cell gets the format of the cell.
  for (const block of blocks) {
    if ($isElementNode(block) && !$isListNode(block) && block.getFormatType() === "") read.$block(dom, block);
  }
  const [only] = blocks;
  if (
    $hasUpdateTag(LOAD_TAG) &&
    blocks.length === 1 &&
    $isParagraphNode(only) &&
    dom.firstElementChild?.tagName === "P"
  ) {
    $setState(only, taggedState, true);
  }
  return cell.append(...(blocks.length > 0 ? blocks : [$createParagraphNode()]));
}

/** The widths of a table's columns in pixels, 0 of one that states none; undefined when it states none. */
function $widthsOf(table: HTMLTableElement): number[] | undefined {
  // A stored column may have none.
  const unstated = $hasUpdateTag(LOAD_TAG) ? 0 : DEFAULT_WIDTH;
  const columns = [...table.querySelectorAll(":scope > colgroup > col, :scope > col")];
  const stated = columns.flatMap((column) => {
    const css = parseCss(column.getAttribute("style") ?? "").width ?? "";
    const width = Number(/^(\d+(?:\.\d+)?)px$/.exec(css)?.[1] ?? 0);
    const times = Math.min(Number(column.getAttribute("span")) || 1, MAX_SPAN);
    return Array.from({ length: times }, () => Math.min(Math.round(width), MAX_WIDTH));
  });
  return stated.some((width) => width > 0) ? stated.map((width) => width || unstated) : undefined;
}
