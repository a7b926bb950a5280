import {
  $computeTableMapSkipCellCheck,
  $findTableNode,
  $isTableCellNode,
  $isTableNode,
  type TableNode,
} from "@lexical/table";
import { $getNearestNodeFromDOMNode, $getNodeByKey, HISTORY_PUSH_TAG, type LexicalEditor } from "lexical";
import { $placeOf, $setWidth, $widthsOf } from "./commands";

/** How near to the border of a column, in pixels, the mouse takes hold of it. */
const NEAR = 5;

/** The widths of a table's columns as they are shown, where that can be told. */
export function $measuredWidths(editor: LexicalEditor, table: TableNode): number[] {
  const [map] = $computeTableMapSkipCellCheck(table, null, null);
  const widths: number[] = [];
  for (const { cell, startColumn } of map.flat()) {
    if (widths[startColumn] !== undefined || cell.getColSpan() > 1) continue;
    widths[startColumn] = editor.getElementByKey(cell.getKey())?.getBoundingClientRect().width ?? 0;
  }
  return widths;
}

/** The right border of a column. */
interface Border {
  tableKey: string;
  column: number;
}

/** The border that the mouse is at. */
function borderAt(editor: LexicalEditor, event: PointerEvent): Border | null {
  const dom = event.target instanceof Element ? event.target.closest("td, th") : null;
  if (!dom) return null;
  const { left, right } = dom.getBoundingClientRect();
  const atRight = right - event.clientX <= NEAR;
  if (!atRight && event.clientX - left > NEAR) return null;
  return editor.getEditorState().read(
    () => {
      const cell = $getNearestNodeFromDOMNode(dom);
      const table = $isTableCellNode(cell) ? $findTableNode(cell) : null;
      if (!$isTableCellNode(cell) || !table) return null;
      const column = $placeOf(cell).column + (atRight ? cell.getColSpan() : 0) - 1;
      return column < 0 ? null : { tableKey: table.getKey(), column };
    },
    { editor },
  );
}

/** Has the mouse move the borders of columns. A line shows where one goes; the table follows at the end. */
export function registerResize(editor: LexicalEditor): () => void {
  return editor.registerRootListener((root) => {
    if (!root) return;
    const stop = new AbortController();
    const listen = <K extends keyof HTMLElementEventMap>(name: K, handle: (event: HTMLElementEventMap[K]) => void) =>
      root.addEventListener(name, handle, { capture: true, signal: stop.signal });
    let dragged: (Border & { from: number; line: HTMLElement }) | null = null;

    const end = () => {
      dragged?.line.remove();
      dragged = null;
    };
    listen("pointermove", (event) => {
      if (dragged) {
        dragged.line.style.translate = `${event.clientX - dragged.from}px`;
        event.stopImmediatePropagation();
      } else if (event.pointerType !== "touch") {
        root.toggleAttribute("data-at-border", event.buttons === 0 && borderAt(editor, event) !== null);
      }
    });
    listen("pointerdown", (event) => {
      const border = event.button === 0 && event.pointerType !== "touch" ? borderAt(editor, event) : null;
      const table = border && editor.getElementByKey(border.tableKey)?.querySelector("table");
      if (!border || !table) return;
      // The mouse neither sets the caret nor selects cells.
      event.preventDefault();
      event.stopImmediatePropagation();
      root.setPointerCapture(event.pointerId);
      dragged = { ...border, from: event.clientX, line: lineAt(root, table, event.clientX) };
    });
    listen("pointerup", (event) => {
      if (!dragged) return;
      const { tableKey, column, from } = dragged;
      const by = event.clientX - from;
      end();
      if (by === 0) return;
      editor.update(
        () => {
          const table = $getNodeByKey(tableKey);
          if (!$isTableNode(table)) return;
          const measured = $measuredWidths(editor, table);
          $setWidth(table, column, ($widthsOf(table, measured)[column] ?? 0) + by, measured);
        },
        { tag: HISTORY_PUSH_TAG },
      );
    });
    listen("pointercancel", end);
    return () => {
      end();
      stop.abort();
    };
  });
}

/** A line as high as a table, in the page that scrolls. */
function lineAt(root: HTMLElement, table: Element, x: number): HTMLElement {
  const page = root.parentElement ?? root;
  const from = page.getBoundingClientRect();
  const { top, height } = table.getBoundingClientRect();
  const line = document.createElement("div");
  line.className = "editor-column-line";
  line.style.left = `${x - from.left + page.scrollLeft}px`;
  line.style.top = `${top - from.top + page.scrollTop}px`;
  line.style.height = `${height}px`;
  page.append(line);
  return line;
}
