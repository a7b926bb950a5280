import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Pages } from "./Pages";
import { type Sortable, sortOptions } from "./sorting";
import { Empty, Failure, Loading } from "./states";
import type { ListView } from "./useList";
import "./list.css";

interface Props<T> {
  /** What the list is called. */
  name: string;
  list: ListView<T>;
  /** Shown when there are no entries at all. */
  empty: ReactNode;
  /** What a select offers to sort by. */
  sortable: readonly Sortable[];
  /** The select is for narrow screens only: on wide ones the columns' heads do it. */
  sortNarrow?: boolean;
  children: (items: readonly T[]) => ReactNode;
}

/** Search, count and pages around the entries of a list, and what it says when there are none. */
export function ListFrame<T>({ name, list, empty, sortable, sortNarrow = false, children }: Props<T>) {
  const { data, error } = list;
  if (!data) {
    if (error !== undefined) return <Failure title="The list could not be loaded" error={error} onRetry={list.retry} />;
    return <Loading />;
  }
  if (data.total === 0 && !list.filtered && list.typed === "") return empty;
  return (
    <>
      <div className="filters">
        <TextInput
          label="Search"
          name="q"
          type="search"
          value={list.typed}
          onChange={(event) => list.search(event.currentTarget.value)}
        />
        {sortable.length > 0 && list.sort !== undefined && (
          <NativeSelect
            label="Sort"
            name="sort"
            className={sortNarrow ? "sort-narrow" : undefined}
            data={sortOptions(sortable)}
            value={list.sort}
            onChange={(event) => list.sortBy(event.currentTarget.value)}
          />
        )}
        <p className="filters-count figures" role="status">
          {data.total.toLocaleString("en-IN")} {list.filtered ? "found" : "in all"}
        </p>
      </div>
      {error !== undefined ? (
        <Failure title="The list could not be loaded" error={error} onRetry={list.retry} />
      ) : (
        <div className="list" aria-busy={list.late}>
          {data.items.length === 0 ? <Empty title="Nothing matches">Try other words.</Empty> : children(data.items)}
        </div>
      )}
      <Pages of={name} count={list.pages} current={list.page} onTurn={list.turnTo} />
    </>
  );
}
