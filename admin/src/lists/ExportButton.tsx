import { Button } from "@mantine/core";
import { saveFile } from "@/ui/download";
import { useAction } from "@/ui/useAction";
import { exportedRows, rowsIn } from "./exported";
import type { Search } from "./useList";

interface Props<S extends Search> {
  /** What the file is saved as. */
  file: string;
  /** What the list beside it was searched and sorted by. */
  search: S;
  /** Fetches the table that the server makes. */
  fetchFile: (search: S) => Promise<Blob>;
}

/** Saves a list as it was searched and sorted, all pages of it. */
export function ExportButton<S extends Search>({ file, search, fetchFile }: Props<S>) {
  const { act, busy } = useAction();
  const save = async () => {
    const table = await fetchFile(search);
    saveFile(file, table);
    return rowsIn(await table.text());
  };
  const action = {
    run: save,
    done: `Exported to ${file}`,
    detail: (rows: number) => exportedRows(rows, search),
    failed: "Failed to export",
  };
  return (
    <Button variant="default" size="sm" loading={busy} onClick={() => act(action)}>
      Export CSV
    </Button>
  );
}
