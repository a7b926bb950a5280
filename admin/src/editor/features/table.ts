import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTabNode,
  $createTextNode,
  $isLineBreakNode,
  $isTabNode,
  type LexicalNode,
} from "lexical";
import { styleToCss } from "../closedList";
import type { EditorFeature, HtmlReader, InlineFormat } from "../feature";

/** The class of tabs outside of code, which HTML would collapse. */
const TAB_CLASS = "ql-tab";

/** Whether an element holds tabs and nothing else. */
export const holdsTabs = (element: Element) =>
  element.classList.contains(TAB_CLASS) && /^\t+$/.test(element.textContent ?? "");

/** Elements that do not fit in a line. A table with one of them only arranges a page, and is read block by block. */
const BLOCKS = "table, ul, ol, pre, blockquote, h1, h2, h3, h4, h5, h6, hr, iframe";

/** Tables become lines, a row each, with tabs between their cells. */
export const table: EditorFeature = {
  name: "Table",
  $writeMarks: (text) => ($isTabNode(text) ? [{ tag: "span", classes: [TAB_CLASS] }] : []),
  $readElement: (element, read, around) => {
    if (holdsTabs(element)) return $createTabs(element.textContent?.length ?? 0, read.format(element, around));
    if (element.tagName !== "TABLE" || element.querySelector(BLOCKS)) return null;
    const rows = [...element.querySelectorAll("caption, tr")].map((row) => $readRow(row, read, around));
    const lines = rows.flatMap((row, index) => (index === 0 ? row : [$createLineBreakNode(), ...row]));
    return [$createParagraphNode().append(...lines)];
  },
};

function $readRow(row: Element, read: HtmlReader, around: InlineFormat): LexicalNode[] {
  const cells = row.tagName === "TR" ? [...row.children] : [row];
  return cells.flatMap((cell, index) => {
    // The lines of a cell are one.
    const words = read.$inline(cell, around).map((node) => ($isLineBreakNode(node) ? $createTextNode(" ") : node));
    const isLast = index === cells.length - 1;
    const tabs = isLast ? 0 : Math.min(Number(cell.getAttribute("colspan")) || 1, MAX_COLUMNS);
    return [...words, ...$createTabs(tabs, around)];
  });
}

/** How many columns a cell may go over. */
const MAX_COLUMNS = 100;

function $createTabs(count: number, { format, style }: InlineFormat): LexicalNode[] {
  return Array.from({ length: count }, () => $createTabNode().setFormat(format).setStyle(styleToCss(style)));
}
