import { reasonOf } from "@academy/shared/api/errors";
import { Button, Checkbox, FileInput, Progress } from "@mantine/core";
import { useRef, useState } from "react";
import type { Import } from "@/api/types";
import { useSubmit } from "@/ui/useSubmit";
import { startImport } from "./calls";

const TAKEN = ".xml,.json,.zip";

interface Props {
  onBegun: (begun: Import) => void;
}

/** Chooses a file and how it is imported. The server tells its source from the content. */
export function ImportForm({ onBegun }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState({ asSource: false, fetch: false });
  const [percent, setPercent] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const { busy, error, fields, form, forget } = useSubmit(
    async () => {
      if (!file) return;
      const signal = new AbortController();
      abort.current = signal;
      setPercent(0);
      try {
        onBegun(await startImport(file, choices, { onProgress: setPercent, signal: signal.signal }));
        setFile(null);
      } catch (cause) {
        if (!signal.signal.aborted) throw cause;
      }
    },
    { explain: reasonOf },
  );
  return (
    <form className="import-form" aria-label="Import a file" {...form}>
      <FileInput
        label="File"
        name="file"
        accept={TAKEN}
        description="The .xml of WordPress (Tools → Export), the .json of Ghost (Settings → Migration tools), a .zip of Markdown files, or an export of this dashboard. At most 2 GB: on the server, cms-api import takes a larger export."
        required
        clearable
        placeholder="Choose a file"
        value={file}
        error={fields.file ?? error}
        disabled={busy}
        onChange={(chosen) => {
          setFile(chosen);
          forget();
        }}
      />
      <Checkbox
        label="Keep published items published"
        description="Otherwise everything becomes a draft, except an export of this dashboard, which comes back as it was."
        checked={choices.asSource}
        disabled={busy}
        onChange={(event) => setChoices({ ...choices, asSource: event.currentTarget.checked })}
      />
      <Checkbox
        label="Copy the pictures here"
        description="From the site that the file names. Otherwise pictures keep their addresses."
        checked={choices.fetch}
        disabled={busy}
        onChange={(event) => setChoices({ ...choices, fetch: event.currentTarget.checked })}
      />
      {busy && (
        <div className="import-progress">
          <Progress value={percent} aria-label="Upload" transitionDuration={100} />
          <p className="figures" role="status">
            {percent < 100 ? `${percent} %` : "Reading the file…"}
          </p>
        </div>
      )}
      <div className="actions">
        <Button type="submit" loading={busy}>
          Import
        </Button>
        {busy && (
          <Button variant="default" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
