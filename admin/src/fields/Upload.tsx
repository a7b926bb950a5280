import { hasStatus, messageOf } from "@academy/shared/api/errors";
import { Button, FileButton } from "@mantine/core";
import { useRef, useState } from "react";
import { type Uploaded, uploadFile } from "@/api/upload";
import { toast } from "@/components/toasts";

interface Props {
  /** The call that stores the file, and the part of its form that carries it. */
  path: string;
  part: string;
  accept: string;
  /** What is uploaded, in words: "picture". */
  what: string;
  name: string;
  onStored: (file: Uploaded) => void;
  onRefused: (reason: string | null) => void;
}

/** A button that stores a file, and says how far it is. */
export function Upload({ path, part, accept, what, name, onStored, onRefused }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const pick = async (file: File | null) => {
    if (!file) return;
    abort.current = new AbortController();
    setPercent(0);
    onRefused(null);
    try {
      onStored(await uploadFile(path, part, file, { onProgress: setPercent, signal: abort.current.signal }));
    } catch (cause) {
      if (abort.current.signal.aborted) return;
      onRefused(hasStatus(cause, 413) ? "This file is too large." : messageOf(cause));
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
    <FileButton onChange={pick} accept={accept} inputProps={{ name: `${name}_upload`, "aria-label": `Upload ${what}` }}>
      {(props) => (
        <Button variant="default" {...props}>
          Upload {what}
        </Button>
      )}
    </FileButton>
  );
}
