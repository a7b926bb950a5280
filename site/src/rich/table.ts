import { fill } from "@/lib/fill";
import type { Page } from "./page";
import { classesOf, type Element, escaped, isElement, wordsOf, write } from "./tree";

/**
 * A table in a frame in which it scrolls sideways, by the keyboard too. The cells of a first column of headers have the
 * class by which they stay in view.
 */
export function table(element: Element, page: Page): string {
  const figure = element.tag === "figure" ? element : null;
  const inner = figure ? figure.children.find((node): node is Element => isElement(node, "table")) : element;
  if (!inner) return write(element, page.write(element.children));
  page.tables++;
  const caption = inner.children.find((node): node is Element => isElement(node, "caption"));
  const name = (caption && wordsOf(caption.children)) || fill(page.words.table, { number: page.tables });
  markFirstColumn(inner);
  const frame =
    `<div class="table-frame" role="region" tabindex="0" aria-label="${escaped(name)}">` +
    `${write(inner, page.write(inner.children))}</div>`;
  const rest = figure ? page.write(figure.children.filter((node) => node !== inner)) : "";
  return `<figure class="table">${frame}${rest}</figure>`;
}

interface Row {
  cells: Element[];
  head: boolean;
}

function rowsOf(node: Element, head = false): Row[] {
  return node.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.tag === "tr") {
      const cells = child.children.filter((cell): cell is Element => isElement(cell, "td") || isElement(cell, "th"));
      return [{ cells, head }];
    }
    return /^t(head|body|foot)$/.test(child.tag) ? rowsOf(child, child.tag === "thead") : [];
  });
}

const spanOf = (cell: Element, name: string) => Math.min(Number(cell.attributes.get(name)) || 1, 20);

function markFirstColumn(element: Element): void {
  const first: { cell: Element; head: boolean }[] = [];
  /** How many rows the first column is taken by a cell that began above. */
  let taken = 0;
  let columns = 0;
  for (const { cells, head } of rowsOf(element)) {
    columns = Math.max(columns, cells.length);
    const [cell] = cells;
    if (taken > 0) taken--;
    else if (cell) {
      taken = spanOf(cell, "rowspan") - 1;
      if (spanOf(cell, "colspan") === 1) first.push({ cell, head });
    }
  }
  const body = first.filter(({ head }) => !head);
  if (columns < 2 || body.length === 0 || !body.every(({ cell }) => cell.tag === "th")) return;
  for (const { cell } of first) cell.attributes.set("class", [...classesOf(cell), "stays"].join(" "));
}
