import { Button } from "@mantine/core";
import { useState } from "react";
import { api, body } from "@/api/client";
import { saveFile } from "./download";
import { toast } from "./toasts";

interface Props {
  path: "/enrollments/export" | "/mentorship/export" | "/contact/export";
  /** What the file is saved as. */
  file: string;
}

/** Saves a table that the server makes. */
export function ExportButton({ path, file }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      // As a blob, so that the byte order mark stays: spreadsheets look for it.
      saveFile(file, await body(api.GET(path, { parseAs: "blob" })));
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
