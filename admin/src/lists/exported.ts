import type { Search } from "./useList";

/** How many rows a CSV file has below its head. Line breaks within quotation marks end none. */
export function rowsIn(csv: string): number {
  return csv.replace(/"[^"]*"/g, "").split("\r\n").length - 2;
}

/** The number of exported entries, and whether a search or a filter had chosen them. */
export function exportedRows(count: number, { q, sort: _, ...filters }: Search): string {
  const rows = `${count.toLocaleString("en-IN")} ${count === 1 ? "row" : "rows"}`;
  if (Object.values(filters).some((value) => value !== undefined)) return `${rows}: those that the list shows.`;
  return q ? `${rows}: those of the search for “${q}”.` : `${rows}: the whole list.`;
}
