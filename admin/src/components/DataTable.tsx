import { Pagination, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { Empty, Failure, Loading } from "./states";
import { useLoadFailure } from "./useLoadFailure";
import "./table.css";

export interface Column<T> {
  name: string;
  cell: (item: T) => ReactNode;
  /** Figures and dates line up. */
  figures?: boolean;
}

export interface PageQuery {
  limit: number;
  offset: number;
  q?: string;
}

interface Props<T> {
  /** Names the table, and the SWR key of its pages. */
  name: string;
  fetchPage: (query: PageQuery) => Promise<{ items: T[]; total: number }>;
  columns: readonly Column<T>[];
  empty: ReactNode;
  rowsPerPage?: number;
}

/**
 * A list that the server narrows and pages, so that it is as quick with 50,000
 * entries as with 50. On a phone every row becomes a card.
 */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const { name, fetchPage, columns, empty, rowsPerPage = 50 } = props;
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [pageNumber, setPageNumber] = useState(1);
  const query = { limit: rowsPerPage, offset: (pageNumber - 1) * rowsPerPage, q: q || undefined };
  const { data, error, mutate } = useSWR<{ items: T[]; total: number }, unknown>(
    [name, query],
    () => fetchPage(query),
    // The rows stay in sight while the next ones come.
    { keepPreviousData: true },
  );
  useLoadFailure(error !== undefined && !data);

  if (!data) {
    if (error) return <Failure title="The list could not be loaded" error={error} onRetry={() => mutate()} />;
    return <Loading />;
  }
  if (data.total === 0 && q === "" && typed === "") return empty;
  return (
    <>
      <div className="filters">
        <TextInput
          label="Search"
          name="q"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPageNumber(1);
          }}
        />
        <p className="filters-count figures" role="status">
          {data.total.toLocaleString("en-IN")} {q === "" ? "in all" : "found"}
        </p>
      </div>
      {data.items.length === 0 ? (
        <Empty title="Nothing matches">Try other words.</Empty>
      ) : (
        <table className="table" aria-label={name}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <tr key={item.id}>
                {columns.map((column) => (
                  <td key={column.name} data-label={column.name} className={column.figures ? "figures" : undefined}>
                    {column.cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data.total > rowsPerPage && (
        <Pagination
          total={Math.ceil(data.total / rowsPerPage)}
          value={pageNumber}
          onChange={setPageNumber}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
          className="pages"
        />
      )}
    </>
  );
}
