import { reasonOf } from "@academy/shared/api/errors";
import { Button, FileInput, Modal } from "@mantine/core";
import { useState } from "react";
import type { RedirectReport } from "@/api/types";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { importRedirects } from "./calls";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Adds the redirects of a CSV file. It stays open where lines could not be used, which it names. */
export function ImportDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Import redirects" size="36rem" closeOnClickOutside={false}>
      <ImportForm onClose={onClose} />
    </Modal>
  );
}

/** Begins anew each time that the dialog opens. */
function ImportForm({ onClose }: Pick<Props, "onClose">) {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<RedirectReport | null>(null);
  const { busy, error, fields, form, forget } = useSubmit(
    async () => {
      if (!file) return;
      setReport(null);
      const made = await importRedirects(file);
      if (made.errors.length > 0) return setReport(made);
      toast.success("Redirects imported", { detail: outcome(made) });
      onClose();
    },
    { explain: reasonOf },
  );
  return (
    <form className="stack" aria-label="Import redirects" {...form}>
      <FileInput
        label="CSV file"
        name="file"
        accept=".csv,text/csv"
        description="A line for each redirect: from,to,status. The status is 301, 302 or 410; 301 where it is blank."
        required
        clearable
        placeholder="Choose a file"
        value={file}
        error={fields.file ?? error}
        disabled={busy}
        onChange={(chosen) => {
          setFile(chosen);
          setReport(null);
          forget();
        }}
      />
      <div role="status">{report && <p>{outcome(report)}</p>}</div>
      {report && (
        <section aria-label="Lines that could not be used">
          <p className="redirect-errors-title">Correct these lines and import the file again.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
          <ul className="redirect-errors" tabIndex={0} aria-label="Errors">
            {report.errors.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <span className="figures">Line {line}:</span> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          {report ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" loading={busy}>
          Import
        </Button>
      </div>
    </form>
  );
}

/** The counts of an import, in a sentence. */
function outcome({ created, skipped, errors }: RedirectReport): string {
  const wrong = errors.length > 0 ? `, ${errors.length} with errors` : "";
  return `${created} created, ${skipped} skipped${wrong}.`;
}
