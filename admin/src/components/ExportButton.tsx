import { Button } from "@mantine/core";
import { useState } from "react";
import { ApiError, NetworkError } from "@/api/errors";
import { saveFile } from "./download";
import { toast } from "./toasts";

/** Downloads a list as the server writes it. */
export function ExportButton({ path, fileName }: { path: string; fileName: string }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      saveFile(fileName, await download(path));
    } catch {
      toast.error("Failed to export");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="sm" loading={busy} onClick={run}>
      Export CSV
    </Button>
  );
}

async function download(path: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`);
  } catch (cause) {
    throw new NetworkError(cause);
  }
  if (!response.ok) throw new ApiError(response.status, null);
  return response.blob();
}
