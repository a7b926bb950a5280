/** What a list can be sorted by: the server's field, with a leading minus for the other direction. */
export type Sort = string;

export interface Sortable {
  /** What it is called, as a column. */
  name: string;
  /** The order that comes first, such as "name" or "-created_at". */
  sort: Sort;
}

export function reversed(sort: Sort): Sort {
  return sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
}

/** The order after a click on a column: its first one, then back and forth. */
export function afterClick(current: Sort, column: Sort): Sort {
  return current === column ? reversed(column) : column;
}

/** How a column is sorted now, in the words of aria-sort; undefined for not at all. */
export function directionOf(current: Sort, column: Sort): "ascending" | "descending" | undefined {
  if (current !== column && current !== reversed(column)) return undefined;
  return current.startsWith("-") ? "descending" : "ascending";
}

/** Both orders of each column, for a select. */
export function sortOptions(columns: readonly Sortable[]): { value: Sort; label: string }[] {
  return columns.flatMap(({ name, sort }) => {
    // Only times begin with the last.
    const [first, then] = sort.startsWith("-")
      ? ["Newest first", "Oldest first"]
      : [`${name}, A to Z`, `${name}, Z to A`];
    return [
      { value: sort, label: first },
      { value: reversed(sort), label: then },
    ];
  });
}
