import { messageOf } from "@academy/shared/api/errors";
import { Button, FileButton } from "@mantine/core";
import { useRef, useState } from "react";
import type { Uploaded, UploadOptions } from "@/api/upload";
import { toast } from "@/ui/toasts";

interface Props {
  store: (file: File, options: UploadOptions) => Promise<Uploaded>;
  accept: string;
  /** The kind of file, in words: "picture". */
  what: string;
  /** Of the control that takes the file. */
  name: string;
  label?: string;
  /** The message when it begins. */
  begins?: string;
  onStored: (file: Uploaded) => void;
  onRefused: (reason: string | undefined) => void;
}

/** A button that stores a file, and says how far it is. */
export function Upload({ store, accept, what, name, label, begins, onStored, onRefused }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const pick = async (file: File | null) => {
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    abort.current = controller;
    setPercent(0);
    onRefused(undefined);
    if (begins) toast.info(begins);
    try {
      onStored(await store(file, { onProgress: setPercent, signal }));
    } catch (cause) {
      if (signal.aborted) return;
      onRefused(messageOf(cause));
      toast.failure(`Failed to upload ${what}`, cause);
    } finally {
      setPercent(null);
    }
  };
  if (percent !== null) {
    return (
      <Button variant="default" onClick={() => abort.current?.abort()}>
        {percent} % · Cancel
      </Button>
    );
  }
  return (
    <FileButton onChange={pick} accept={accept} inputProps={{ name, "aria-label": label ?? `Upload ${what}` }}>
      {(props) => (
        <Button variant="default" {...props}>
          Upload {what}
        </Button>
      )}
    </FileButton>
  );
}
