import { messageOf } from "@academy/shared/api/errors";
import { Button, FileButton, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { toast } from "@/components/toasts";
import { uploadHero } from "./calls";

interface Props {
  kind: "video" | "poster";
  name: string;
  label: string;
  description: string;
  value: string;
  error?: string;
  onChange: (address: string) => void;
}

/** An address that can be typed, or filled by an upload. */
export function HeroFile({ kind, name, label, description, value, error, onChange }: Props) {
  const [percent, setPercent] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);

  const pick = async (file: File | null) => {
    if (!file) return;
    abort.current = new AbortController();
    setPercent(0);
    setRefused(null);
    toast.info(`Uploading ${kind}...`);
    try {
      const { url } = await uploadHero(kind, file, { onProgress: setPercent, signal: abort.current.signal });
      onChange(url);
    } catch (cause) {
      if (abort.current.signal.aborted) return;
      setRefused(messageOf(cause));
      toast.failure(`Failed to upload ${kind}`, cause);
    } finally {
      setPercent(null);
    }
  };

  return (
    <div className="banner">
      <TextInput
        name={name}
        label={label}
        description={description}
        value={value}
        error={error ?? refused}
        onChange={(event) => {
          setRefused(null);
          onChange(event.currentTarget.value);
        }}
      />
      <div className="banner-actions">
        {percent === null ? (
          <FileButton
            onChange={pick}
            accept={kind === "video" ? "video/*,.mkv" : "image/*"}
            inputProps={{ name: `${name}_file`, "aria-label": `${label} file` }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Upload {kind}
              </Button>
            )}
          </FileButton>
        ) : (
          <Button variant="default" onClick={() => abort.current?.abort()}>
            {percent} % · Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
