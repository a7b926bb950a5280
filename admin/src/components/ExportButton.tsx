import { Button } from "@mantine/core";
import { useState } from "react";
import { saveFile } from "./download";
import { exportedRows, rowsIn } from "./exported";
import { toast } from "./toasts";
import type { Search } from "./useList";

interface Props {
  /** What the file is saved as. */
  file: string;
  /** What the list beside it was searched and sorted by. */
  search: Search;
  /** Fetches the table that the server makes. */
  fetchFile: (search: Search) => Promise<Blob>;
}

/** Saves a list as it was searched and sorted, all pages of it. */
export function ExportButton({ file, search, fetchFile }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const table = await fetchFile(search);
      saveFile(file, table);
      toast.success(`Exported to ${file}`, { detail: exportedRows(rowsIn(await table.text()), search) });
    } catch (error) {
      toast.failure("Failed to export", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="sm" loading={busy} onClick={save}>
      Export CSV
    </Button>
  );
}
