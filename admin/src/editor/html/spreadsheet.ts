import { escapeText } from "./escape";

/**
 * The table of a plain text that a spreadsheet gives: at least two lines, with a tab in each and equally many. Null for
 * any other text, as lines that are only indented by tabs.
 */
export function tableOfTabs(text: string): string | null {
  const rows = text.includes("\t") ? cellsOf(text) : [];
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.some((row) => row.length !== columns)) return null;
  if (rows.every(([first]) => first?.trim() === "")) return null;
  const line = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${linesOf(cell)}</td>`).join("")}</tr>`;
  return `<table><tbody>${rows.map(line).join("")}</tbody></table>`;
}

const linesOf = (cell: string) => escapeText(cell.trim()).replaceAll("\n", "<br>");

/** The cells of each line. One with a line break or a tab in it stands in quotes, in which a quote is doubled. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  while (cell.lastIndex < lines.length) {
    const [, quoted, plain = "", end = ""] = cell.exec(lines) ?? [];
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
    else if (end === "\t" && cell.lastIndex === lines.length) rows.at(-1)?.push("");
  }
  return rows;
}
