import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { BulkBar, type BulkProps, SelectBox } from "@/bulk/BulkBar";
import type { Entry } from "@/bulk/run";
import { useSelection } from "@/bulk/selection";
import { type FrameProps, ListFrame } from "./ListFrame";
import { afterClick, directionOf, type Sort, sortOptions } from "./sorting";
import "./table.css";

export interface Column<T> {
  name: string;
  cell: (item: T) => ReactNode;
  /** Figures and dates line up. */
  figures?: boolean;
  /** The order that a first click on its head asks the server for. */
  sort?: Sort;
  /** Buttons: the head is only read out. */
  actions?: boolean;
  /** The box that selects an entry, likewise. */
  select?: boolean;
}

interface Props<T> extends FrameProps<T> {
  columns: readonly Column<T>[];
  /** Of a table whose cells are laid out in their own way. */
  className?: string;
  /** What can be done with several entries at once. */
  bulk?: Pick<BulkProps<T & Entry>, "collection" | "actions" | "children">;
  /** Opens an entry on a click anywhere in its row; a button in it must do the same. */
  onOpen?: (item: T) => void;
}

/** A list as a table. On a phone every row becomes a card. */
export function DataTable<T extends { id: string }>({ className, onOpen, bulk, ...frame }: Props<T>) {
  const { name, list } = frame;
  const selection = useSelection((list.data?.items ?? []) as readonly unknown[] as readonly (T & Entry)[]);
  const box: Column<T> = {
    name: "Select",
    select: true,
    cell: (item) => <SelectBox entry={item as T & Entry} selection={selection} />,
  };
  const columns = bulk ? [box, ...frame.columns] : frame.columns;
  const sortable = columns.flatMap((column) => (column.sort ? [{ name: column.name, sort: column.sort }] : []));
  return (
    <ListFrame {...frame} sorts={sortOptions(sortable)} sortNarrow>
      {(items) => (
        <>
          {bulk && <BulkBar {...bulk} selection={selection} />}
          <table
            className={className ? `table ${className}` : "table"}
            aria-label={name}
            data-opens={onOpen !== undefined || undefined}
          >
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head key={column.name} column={column} sort={list.sort} onSort={list.sortBy} />
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr
                  key={item.id}
                  data-entry={item.id}
                  onClick={(event) => {
                    if (!(event.target as Element).closest("button, a, select, input")) onOpen?.(item);
                  }}
                >
                  {columns.map((column) => (
                    <td
                      key={column.name}
                      data-label={column.actions || column.select ? undefined : column.name}
                      className={classOf(column)}
                    >
                      {column.cell(item)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </ListFrame>
  );
}

function classOf({ figures, actions, select }: Omit<Column<never>, "cell">): string | undefined {
  if (actions) return "table-actions";
  if (select) return "table-select";
  return figures ? "figures" : undefined;
}

interface HeadProps {
  column: Omit<Column<never>, "cell">;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function Head({ column, sort, onSort }: HeadProps) {
  const { name, sort: own } = column;
  if (!own || sort === undefined) {
    return (
      <th scope="col">{column.actions || column.select ? <span className="visually-hidden">{name}</span> : name}</th>
    );
  }
  const direction = directionOf(sort, own);
  const Arrow = (direction ?? directionOf(own, own)) === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className="sorter" onClick={() => onSort(afterClick(sort, own))}>
        {name}
        <Arrow size={14} stroke={2.25} aria-hidden="true" />
      </button>
    </th>
  );
}
