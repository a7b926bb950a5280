import { MAX_COLUMNS, MAX_ROWS, MAX_SPAN } from "@academy/shared/limits";
import { parseCss } from "../closedList";
import { alignmentOf, readAlignment } from "../features/align";
import { element } from "./element";

/** Up to how many columns rows that are too short are filled up with empty cells. */
const MAX_FILLED = 100;

/** How many places the cells of one table are laid out over, so that a hostile one costs little. */
const MAX_PLACES = 200_000;

/** Elements of no cell of data: a table with one, and without headers, arranges a page. */
const PAGE_PARTS = "h1, h2, h3, h4, h5, h6, pre, blockquote, hr, iframe, form";

interface Cell {
  element: Element;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The cells by row and column; a merged one stands in each of its places. */
type Grid = (Cell | undefined)[][];

/**
 * Makes of each table with data one as it is stored, in a frame of its own; tables that only arrange a page give way to
 * what is in them. Returns a sentence for each one that is too large to be saved.
 */
export function makeTables(body: Element): string[] {
  const sheet = sheetStyles(body.ownerDocument);
  const notes: string[] = [];
  for (const table of body.querySelectorAll("table")) {
    if (arrangesPage(table)) table.replaceWith(...contents(table));
    else notes.push(...makeTable(table, sheet));
  }
  return notes;
}

/** Makes lines of tables, a row each with tabs between the cells, for a text that takes words only. */
export function flattenTables(body: Element) {
  for (const row of body.querySelectorAll("tr")) {
    const line = document.createElement("div");
    for (const [index, cell] of [...row.children].entries()) {
      if (index > 0) line.append(element("span", { class: "ql-tab" }, "\t"));
      line.append(...cell.childNodes);
    }
    row.closest("table")?.before(line);
  }
  for (const table of body.querySelectorAll("table")) table.remove();
}

function arrangesPage(table: HTMLTableElement): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute("role") ?? "") || table.querySelector("table")) return true;
  if (table.querySelectorAll("td, th").length < 2) return true;
  return table.querySelector(PAGE_PARTS) !== null && table.querySelector("th, thead, caption") === null;
}

/** The contents of a table's cells, one block each; those of the only cell as they are. */
function contents(table: HTMLTableElement): Node[] {
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  if (cells.length === 1) return [...(cells[0]?.childNodes ?? [])];
  return [...(table.caption ? [table.caption] : []), ...cells].map((cell) => element("div", {}, ...cell.childNodes));
}

function makeTable(table: HTMLTableElement, sheet: Styles): string[] {
  const rows = [...table.rows].filter((row) => !isHidden(row));
  const { grid, hidden, widths } = withoutHidden(layOut(rows), columnsOf(table));
  const columns = Math.max(0, ...grid.map((row) => row.length));
  const made = element("table", {});
  const caption = captionOf(table);
  if (caption) made.append(element("caption", {}, ...caption));
  if (widths.some((width) => width > 0)) {
    const cols = Array.from({ length: columns }, (_, index) => widths[index] ?? 0);
    made.append(
      element("colgroup", {}, ...cols.map((px) => element("col", px > 0 ? { style: `width: ${px}px` } : {}))),
    );
  }
  const headers = headerRows(rows, grid);
  const write = (from: number, to: number) =>
    grid.slice(from, to).map((_, index) => writeRow(grid, from + index, columns, headers, sheet, hidden));
  if (headers > 0) made.append(element("thead", {}, ...write(0, headers)));
  made.append(element("tbody", {}, ...write(headers, grid.length)));
  const frame = table.parentElement?.tagName === "FIGURE" ? table.parentElement : table;
  frame.replaceWith(element("figure", { class: "table" }, made));
  const name = caption ? `The table “${caption.map((node) => node.textContent).join("")}”` : "A table";
  return [
    ...(columns > MAX_COLUMNS
      ? [`${name} has ${columns} columns. A text takes ${MAX_COLUMNS}: delete or split some.`]
      : []),
    ...(grid.length > MAX_ROWS
      ? [`${name} has ${grid.length} rows. A text takes ${MAX_ROWS}: make it several tables.`]
      : []),
  ];
}

/** The places of all cells, as browsers lay them out. */
function layOut(rows: readonly HTMLTableRowElement[]): Grid {
  const grid: Grid = rows.map(() => []);
  let places = 0;
  rows.forEach((row, top) => {
    let left = 0;
    for (const cell of row.cells) {
      while (grid[top]?.[left]) left++;
      // Excel says so of words that only run on over empty cells.
      const runsOn = /mso-ignore:\s*colspan/i.test(cell.getAttribute("style") ?? "");
      const size = { rows: Math.min(span(cell, "rowspan"), rows.length - top), columns: span(cell, "colspan") };
      places += size.rows * size.columns;
      const merged = places < MAX_PLACES && !runsOn ? size : { rows: 1, columns: 1 };
      const placed: Cell = { element: cell, row: top, column: left, ...merged };
      for (let r = top; r < top + placed.rows; r++) {
        const line = grid[r];
        for (let c = left; line && c < left + placed.columns; c++) line[c] ??= placed;
      }
      left += merged.columns;
      if (runsOn) for (let c = 1; c < size.columns && places < MAX_PLACES; c++) left++;
    }
  });
  return grid;
}

/** How many rows or columns something goes over. Pages say a hundred to mean all that there are. */
function span(cell: Element, name: string): number {
  const value = Number.parseInt(cell.getAttribute(name) ?? "1", 10);
  return value > 0 ? Math.min(value, 100) : 1;
}

/** The widths of a table's columns in pixels: 0 of one that is not shown, NaN of one that says nothing. */
function columnsOf(table: HTMLTableElement): number[] {
  const cols = [...table.children].flatMap((child) =>
    child.tagName === "COL" ? [child] : child.tagName === "COLGROUP" ? [...child.children] : [],
  );
  return cols.flatMap((col) => {
    const style = parseCss(col.getAttribute("style") ?? "");
    const width = pixelsOf(style.width ?? col.getAttribute("width") ?? "");
    return Array.from({ length: span(col, "span") }, () => (isHidden(col) ? 0 : width));
  });
}

const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

function pixelsOf(length: string): number {
  const [, number = "", unit = ""] = /^([\d.]+)\s*(px|pt|in|cm|mm)?$/.exec(length.trim()) ?? [];
  return number === "" ? Number.NaN : Math.round(Number(number) * (PIXELS[unit || "px"] ?? 1));
}

const isHidden = (element: Element) =>
  /display:\s*none|visibility:\s*collapse/i.test(element.getAttribute("style") ?? "") || element.hasAttribute("hidden");

/** The table without the columns that its program does not show, or that are only in a cell over more than may be. */
function withoutHidden(grid: Grid, widths: readonly number[]) {
  const shown: boolean[] = [];
  for (const row of grid) {
    row.forEach((cell, column) => {
      const has = cell && (cell.column === column || cell.columns <= MAX_SPAN);
      if (has && widths[column] !== 0 && !isHidden(cell.element)) shown[column] = true;
    });
  }
  const hidden = (from: number, to: number) => to - from - shown.slice(from, to).filter(Boolean).length;
  const left = grid.map((row) => Array.from(row).filter((_, column) => shown[column]));
  return { grid: left, hidden, widths: widths.filter((_, column) => shown[column]).map((px) => px || 0) };
}

/** How many rows at the top are headers. */
function headerRows(rows: readonly Element[], grid: Grid): number {
  const first = rows.findIndex(
    (row) => row.parentElement?.tagName !== "THEAD" && ![...row.children].every((cell) => cell.tagName === "TH"),
  );
  return Math.min(first === -1 ? 0 : first, grid.length);
}

function writeRow(
  grid: Grid,
  row: number,
  columns: number,
  headers: number,
  sheet: Styles,
  hidden: (from: number, to: number) => number,
): Element {
  const cells: Element[] = [];
  // Rows of a table that is far too wide are not filled up to its width.
  const width = columns > MAX_FILLED ? (grid[row]?.length ?? 0) : columns;
  for (let column = 0; column < width; column++) {
    const cell = grid[row]?.[column];
    // A merged cell is written where it begins; what of it no cell may go over is empty.
    const begins = cell?.row === row && grid[row]?.[column - 1] !== cell;
    const within = cell && column - (grid[row] ?? []).indexOf(cell) < MAX_SPAN && row - cell.row < MAX_SPAN;
    if (within && !begins) continue;
    const head = row < headers || cell?.element.tagName === "TH";
    const made = element(head ? "th" : "td", head ? { scope: row < headers || column > 0 ? "col" : "row" } : {});
    if (cell && begins) {
      const wide = cell.columns - hidden(cell.column, cell.column + cell.columns);
      // Header rows are a part of their own, out of which no cell goes.
      const high = row < headers ? Math.min(cell.rows, headers - row) : cell.rows;
      setSpan(made, "colspan", wide);
      setSpan(made, "rowspan", high);
      made.append(...contentOf(cell.element, head, sheet));
    }
    cells.push(made);
  }
  return element("tr", {}, ...cells);
}

const setSpan = (cell: Element, name: string, size: number) =>
  size > 1 && cell.setAttribute(name, `${Math.min(size, MAX_SPAN)}`);

/** The content of a cell: its words with the look that means something, in paragraphs where they are aligned. */
function contentOf(cell: Element, head: boolean, sheet: Styles): Node[] {
  for (const heading of cell.querySelectorAll("h1, h2, h3, h4, h5, h6, pre, blockquote")) {
    const bold = /^H\d$/.test(heading.tagName) ? [element("strong", {}, ...heading.childNodes)] : heading.childNodes;
    heading.replaceWith(element("p", {}, ...bold));
  }
  const style = { ...sheet.get(cell.classList[0] ?? ""), ...parseCss(cell.getAttribute("style") ?? "") };
  const decoration = `${style["text-decoration"] ?? ""} ${style["text-decoration-line"] ?? ""}`;
  const marks = [
    !head && /^(bold(er)?|[6-9]\d\d)$/.test(style["font-weight"] ?? "") && "strong",
    style["font-style"] === "italic" && "em",
    decoration.includes("underline") && "u",
    decoration.includes("line-through") && "s",
  ].filter((tag) => tag !== false);
  const lines = [...cell.children].filter((child) => /^(P|DIV|UL|OL|FIGURE)$/.test(child.tagName));
  const inside = lines.length > 0 ? lines : [cell];
  for (const line of marks.length > 0 && cell.textContent?.trim() ? inside : []) {
    for (const tag of marks) line.replaceChildren(element(tag, {}, ...line.childNodes));
  }
  const alignment = alignmentOf((style["text-align"] ?? cell.getAttribute("align") ?? "").toLowerCase());
  if (alignment === "" || cell.textContent?.trim() === "") return [...cell.childNodes];
  if (lines.length === 0) return [element("p", { class: `ql-align-${alignment}` }, ...cell.childNodes)];
  for (const line of lines) if (readAlignment(line) === "") line.classList.add(`ql-align-${alignment}`);
  return [...cell.childNodes];
}

/** A caption in the table, or below it in its frame. */
function captionOf(table: HTMLTableElement): Node[] | null {
  const frame = table.parentElement?.tagName === "FIGURE" ? table.parentElement : null;
  const caption = table.caption ?? frame?.querySelector("figcaption");
  return caption?.textContent?.trim() ? [...caption.childNodes] : null;
}

type Styles = ReadonlyMap<string, Record<string, string>>;

/** The styles of a spreadsheet's cells, by class: Excel says there what is bold and how it is aligned. */
function sheetStyles(page: Document): Styles {
  const styles = new Map<string, Record<string, string>>();
  for (const { textContent } of page.querySelectorAll("style")) {
    for (const [, name = "", css = ""] of (textContent ?? "").matchAll(/\.(xl\d+)\s*\{([^{}]*)\}/g)) {
      styles.set(name, parseCss(css));
    }
  }
  return styles;
}
