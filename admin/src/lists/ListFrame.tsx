import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Empty, Failure, Loading } from "@/ui/states";
import { Pages } from "./Pages";
import type { Sort } from "./sorting";
import type { ListView } from "./useList";
import "./list.css";

interface Option {
  value: string;
  label: string;
}

export interface FrameProps<T> {
  /** What the list is called. */
  name: string;
  list: ListView<T>;
  /** Shown when there are no entries at all. */
  empty: ReactNode;
  /** Shown when none is found. */
  nothing?: ReactNode;
  /** What is said when it cannot be loaded. */
  failed?: string;
  /** Whether the server searches it. */
  searchable?: boolean;
  /** What it can be narrowed to: `key` is the filter's in the list, `name` that of the control. */
  filters?: readonly { key: string; label: string; name?: string; options: readonly Option[] }[];
  /** How many there are, in words. */
  countOf?: (total: number, filtered: boolean) => string;
}

interface Props<T> extends FrameProps<T> {
  /** What a select offers to sort by. */
  sorts?: readonly { value: Sort; label: string }[];
  /** The select is for narrow screens only: on wide ones the columns' heads do it. */
  sortNarrow?: boolean;
  /** Other controls of what is shown. */
  controls?: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

/** Search, filters, count and pages around the entries of a list, and what it says when there are none. */
export function ListFrame<T>({ name, list, empty, sorts = [], children, ...props }: Props<T>) {
  const { nothing = <Empty title="Nothing found">Try other words.</Empty>, countOf = counted, sortNarrow } = props;
  const { data, error } = list;
  const top = useRef<HTMLDivElement>(null);
  const failure = <Failure title={props.failed ?? "The list could not be loaded"} error={error} onRetry={list.retry} />;
  if (!data) return error === undefined ? <Loading /> : failure;
  if (data.total === 0 && !list.filtered && list.typed === "") return empty;
  return (
    <>
      <div ref={top} className="filters">
        {props.searchable !== false && (
          <TextInput
            label="Search"
            name="q"
            type="search"
            value={list.typed}
            onChange={(event) => list.search(event.currentTarget.value)}
          />
        )}
        {props.filters?.map(({ key, label, name = key, options }) => (
          <NativeSelect
            key={key}
            label={label}
            name={name}
            data={[...options]}
            value={list.filters[key]}
            onChange={(event) => list.narrow({ [key]: event.currentTarget.value })}
          />
        ))}
        {sorts.length > 0 && list.sort !== undefined && (
          <NativeSelect
            label="Sort"
            name="sort"
            className={sortNarrow ? "sort-narrow" : undefined}
            data={[...sorts]}
            value={list.sort}
            onChange={(event) => list.sortBy(event.currentTarget.value)}
          />
        )}
        <p className="filters-count figures" role="status">
          {countOf(data.total, list.filtered)}
        </p>
        {props.controls}
      </div>
      {error !== undefined ? (
        failure
      ) : (
        <div className="list" aria-busy={list.late}>
          {data.items.length === 0 ? nothing : children(data.items)}
        </div>
      )}
      <Pages
        of={name}
        count={list.pages}
        current={list.page}
        onTurn={(page) => {
          list.turnTo(page);
          top.current?.scrollIntoView?.({ block: "start" });
        }}
      />
    </>
  );
}

const counted = (total: number, filtered: boolean) =>
  `${total.toLocaleString("en-IN")} ${filtered ? "found" : "in all"}`;
